/**
 * The windows of a workspace's calls (DESIGN 4.2): their numbers, when each opens and closes for the
 * capture, and who waits until what a call began has ended. Calls run one at a time, so at most one
 * window is open and at most one call waits.
 *
 * @module
 */
import type { Capture } from "../capture/capture.ts";
import type { Hint } from "../capture/shapes.ts";
import type { Effect } from "./actions.ts";
import type { Window } from "./call.ts";
import type { Timer } from "./core/clock.ts";
import type { Context, Reply } from "./core/types.ts";
import type { WorkspaceMessage, WorkspaceRef } from "./workspace_messages.ts";

interface Settling {
  readonly call: number;
  readonly reply: Reply<boolean>;
  readonly timer: Timer;
  /** Ends with its time only: what is waited for has not been heard of. */
  readonly unheard: boolean;
}

/**
 * A browser tells of a request when it has been sent. After input one is waited for as long as the browser
 * has lately taken to tell of one, and some more, but no longer than this, in milliseconds.
 */
const MAX_TELLING_MS = 100;
const TELLING_FACTOR = 3;

/** Milliseconds an ask of a running call to its workspace may take; it is answered at once. */
const ASK_MS = 30_000;

/** The window of a call, kept by that workspace. */
export function windowOf(workspace: WorkspaceRef): Window {
  const bounds = { timeoutMs: ASK_MS };
  return {
    open: (effect) => workspace.ask((reply) => ({ kind: "window-open", effect, reply }), bounds),
    settle: (call, settle, signal) =>
      workspace.ask((reply) => ({ kind: "settle", call, bounds: settle, reply }), {
        ...bounds,
        signal,
      }),
    close: (call, incomplete) =>
      workspace.ask((reply) => ({ kind: "window-close", call, incomplete, reply }), bounds),
    abandon: (call) => workspace.ask((reply) => ({ kind: "window-abandon", call, reply }), bounds),
  };
}

/** The windows of one workspace's calls. `capture` is null wherever its session has none. */
export class CallWindows {
  #count: number;
  #settling: Settling | null = null;

  /** No window is open; `count` is how many calls there were before. */
  constructor(count: number = 0) {
    this.#count = count;
  }

  /** How many calls there were; the last one's number. */
  get count(): number {
    return this.#count;
  }

  /** Opens the next call's window; answers its number. */
  open(capture: Capture | null, effect: Effect, now: number): number {
    const call = ++this.#count;
    const kind = {
      input: effect === "input",
      navigates: effect === "navigation",
      watches: effect === "look",
    };
    capture?.openWindow(call, kind, now);
    return call;
  }

  /** Answers when nothing of the call is open any more, or its time is up. */
  settle(
    capture: Capture | null,
    message: WorkspaceMessage & { kind: "settle" },
    { self, system }: Context<WorkspaceMessage>,
  ): void {
    const { call, bounds: { heardAt, actedAt, ms }, reply } = message;
    if (!capture?.capturing) return reply.ok(false);
    const quiet = capture.quiet(call);
    if (quiet && capture.endedAt >= heardAt) return reply.ok(true);
    const tellMs = Math.min(MAX_TELLING_MS, TELLING_FACTOR * capture.tellingMs);
    const unheardMs = actedAt === null ? 0 : actedAt + tellMs - system.clock.now();
    const waitMs = quiet ? Math.min(ms, unheardMs) : ms;
    if (waitMs <= 0) return reply.ok(false);
    const timer = system.clock.after(waitMs, () => self.tell({ kind: "settle-over", call }));
    this.#settling = { call, reply, timer, unheard: quiet };
  }

  /** An event was taken: it may have been what a call waits for. */
  heard(capture: Capture): void {
    const settling = this.#settling;
    if (settling !== null && !settling.unheard && capture.quiet(settling.call)) this.#settled();
  }

  /** The time of a call's settling is up. */
  overdue(call: number): void {
    if (this.#settling?.call === call) this.#settled();
  }

  /** The session ended, and with it whatever is waited for. */
  ended(): void {
    this.#settled();
  }

  /** Closes a window; answers what its call caused, or undefined for nothing. */
  close(
    capture: Capture | null,
    message: WorkspaceMessage & { kind: "window-close" },
    now: number,
  ): Hint | undefined {
    return capture?.closeWindow(message.call, now, message.incomplete);
  }

  /** Closes a window whose call nobody waits for. */
  abandon(capture: Capture | null, call: number, now: number): void {
    // Whoever waited for it to settle has gone with its caller.
    this.#settling?.timer.cancel();
    this.#settling = null;
    capture?.abandonWindow(call, now);
  }

  #settled(): void {
    this.#settling?.timer.cancel();
    this.#settling?.reply.ok(true);
    this.#settling = null;
  }
}
