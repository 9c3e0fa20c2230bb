/**
 * How a call is given to the browser it runs in, and to the next one when that one was lost before it began.
 *
 * @module
 */
import type { Masker } from "../capture/masker.ts";
import { ActionError } from "./action_error.ts";
import { SessionLost } from "./interruption.ts";
import { maskedReply } from "./masked_reply.ts";
import type { CallResult } from "./service.ts";
import { jobOf, type SessionJob } from "./session_job.ts";
import type { Reply } from "./core/types.ts";

/** Gives it to its session's browser; a call that has moved once is not sent on again. */
export function handOver(call: SessionJob, masker: Masker): void {
  const { action, caller, session, workspace } = call;
  const masked = maskedReply(caller.reply, masker);
  const moves = (): boolean =>
    workspace.tell({ kind: "call", action, caller: { ...caller, again: true } }) === "accepted";
  const reply: Reply<CallResult> = {
    ok: (result) => masked.ok(result),
    fail: (error) => {
      if (error instanceof SessionLost && !caller.again && moves()) return;
      masked.fail(error);
    },
  };
  caller.options.runsIn?.(session.settings.browser);
  switch (session.browser.tell({ kind: "job", reply, job: jobOf(call) })) {
    case "refused":
      return reply.fail(
        new ActionError(429, `${action.name} was not taken: too many calls wait`),
      );
    case "stopped":
      // What ended it is on its way to the workspace, ahead of a call that moves.
      return reply.fail(new SessionLost("the browser has just ended"));
  }
}
