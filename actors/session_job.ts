/**
 * A call as the job its session runs.
 *
 * @module
 */
import { runCall } from "./call.ts";
import { windowOf } from "./call_windows.ts";
import { CallerLeft } from "./interruption.ts";
import type { Job } from "./job_queue.ts";
import { lend } from "./lend.ts";
import { inReopened } from "./reopened.ts";
import type { SessionState } from "./seat.ts";
import type { ActionRequest, Caller, WorkspaceRef } from "./workspace_messages.ts";

/** Seconds an action may take beyond those its own argument names. */
const CALL_GRACE_S = 3;

/** What a job is made of. */
export interface SessionJob {
  /** What is run. */
  readonly action: ActionRequest;
  /** What it runs in. */
  readonly session: SessionState;
  /** Who waits for it. */
  readonly caller: Caller;
  /** Keeps its window, and is told where it left the page. */
  readonly workspace: WorkspaceRef;
  /** Where the browser before was, when this session was opened in its place. */
  readonly lastUrl: () => string | null;
}

/** The job of a call. */
export function jobOf({ action, session, caller, workspace, lastUrl }: SessionJob): Job {
  const { settings } = session;
  const { signal: left } = caller.options;
  const againS = session.reopened === null ? 0 : settings.timeout;
  const limitS = againS + Math.max(settings.call_timeout, (action.seconds ?? 0) + CALL_GRACE_S);
  return {
    name: action.name,
    limitMs: limitS * 1000,
    duringDialog: action.duringDialog,
    signal: left,
    run: async (live, signal, until) => {
      const spec = {
        ...inReopened(action, session, lastUrl()),
        waitTimeoutMs: settings.wait_timeout * 1000,
        settleMs: settings.settle_ms,
        workspace: lend(workspace, session.number),
        left,
        until,
      };
      const result = await runCall(live, windowOf(workspace), spec, signal).catch((error) => {
        // Nobody has been told yet: the next call is.
        if (error instanceof CallerLeft) session.reopened = spec.reopened ?? null;
        throw error;
      });
      const { url, title } = result;
      workspace.tell({ kind: "seen", url: String(url), title: title as string | null });
      return result;
    },
  };
}
