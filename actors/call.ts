/**
 * One call on a live browser, from the moment it holds the lock: open its window, run the action, wait
 * until what it caused has been heard, close the window, and answer with what this call caused
 * (DESIGN 4.2).
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import { CommandTimeoutError, ConnectionClosedError } from "../bidi/command_errors.ts";
import type { Hint } from "../capture/shapes.ts";
import { Unanswered } from "../page/navigate.ts";
import { type Page, PageError } from "../page/page.ts";
import { ActionError } from "./action_error.ts";
import { answers } from "./answers.ts";
import { CallFailed } from "./call_failed.ts";
import type { Effect } from "./actions.ts";
import { flush } from "./commands.ts";
import { withTimeout } from "./core/wait.ts";
import { tellFileAsked } from "./file_asked.ts";
import { hearInTime } from "./hear_in_time.ts";
import { CallerLeft, DialogOpened, PutBack } from "./interruption.ts";
import type { Live } from "./live.ts";
import type { PageWorkspace } from "../page/workspace.ts";
import type { CallResult } from "./service.ts";
import { pendingOf, stopLoading } from "./stop_loading.ts";

/** What a call does. */
export interface CallSpec {
  /** The action's name; opens the message of an error. */
  readonly name: string;
  /** What it does to the page: decides how long its window stays open. */
  readonly effect: Effect;
  /** Milliseconds a selector is waited for. */
  readonly waitTimeoutMs: number;
  /** Milliseconds that what the call began is waited for. */
  readonly settleMs: number;
  /** Why the browser before was lost, in whose place this one is called first; absent otherwise. */
  readonly reopened?: string;
  /** It acts on the tab, whatever frame of it was entered. */
  readonly whole: boolean;
  /** It runs while the tab is on its way to another page. */
  readonly underway: boolean;
  /** What the workspace lends the action. */
  readonly workspace: PageWorkspace;
  /** Aborts when the caller left. */
  readonly left: AbortSignal;
  /** When it is answered at the latest, epoch milliseconds; what was not heard by then is told as incomplete. */
  readonly until: number;
  /** Runs it; gives its own members of the result. */
  run(page: Page): Promise<object>;
}

/** How long a call may settle, and what it has heard so far. */
export interface SettleBounds {
  /** When the page was last given its frames, epoch milliseconds: what it said before has been heard. */
  readonly heardAt: number;
  /** When real input was answered, epoch milliseconds; null when none was sent. */
  readonly actedAt: number | null;
  /** Milliseconds it may wait. */
  readonly ms: number;
}

/** The call's window, kept by the workspace. */
export interface Window {
  /** Opens it; resolves with the call's number. */
  open(effect: Effect): Promise<number>;
  /**
   * Waits until nothing of the call is open, and until the browser will have told of what its input
   * began. Resolves false when there was nothing to wait for, and no request of it has ended since
   * `heardAt`: the page has nothing more to say.
   *
   * @throws The signal's reason, when it aborts first.
   */
  settle(call: number, bounds: SettleBounds, signal: AbortSignal): Promise<boolean>;
  /** Closes it; resolves with what the call caused, or undefined for nothing. */
  close(call: number, incomplete: boolean): Promise<Hint | undefined>;
  /** Closes it with nobody left to be told: what the call caused is told late, with the next one. */
  abandon(call: number): Promise<void>;
}

/** Milliseconds a tab that is on its way to another page may take to answer, before a call is refused. */
const ON_ITS_WAY_MS = 3_000;
/** A caller that left waits for nobody; its window still closes in order. */
const LEFT_FLUSH_MS = 500;

/**
 * Runs one call.
 *
 * @throws {ActionError} whatever made the call fail, with what it caused
 */
export async function runCall(
  live: Live,
  window: Window,
  spec: CallSpec,
  signal: AbortSignal,
): Promise<CallResult> {
  const call = await window.open(spec.effect);
  const before = pendingOf(live);
  for (const { tab, url } of live.opened.take()) {
    live.notice(`tab ${tab} was opened by the page since, at ${url}: switch to it with tabs`);
  }
  let own: object = {};
  let failure: Error | undefined;
  try {
    const { waitTimeoutMs, workspace, whole } = spec;
    if (!spec.underway) await ensureThere(live, spec.name, signal);
    const acts = (element: string) => void (own = { element });
    await using page = live.page({ signal, waitTimeoutMs, workspace, whole, acts });
    own = await spec.run(page);
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (reason instanceof Unanswered) await stopLoading(live, before);
    if (reason instanceof DialogOpened) {
      const lost = cutShort(spec);
      if (lost !== null) live.notice(lost);
    } else {
      failure = explained(live, spec.name, asActionError(spec.name, reason));
    }
  }
  const leave = async (): Promise<never> => {
    await stopLoading(live, before);
    await window.abandon(call);
    throw new CallerLeft();
  };
  if (failure instanceof CallerLeft) {
    // Then it is known what the call has begun.
    await flush(live.connection, LEFT_FLUSH_MS);
    return await leave();
  }
  const seen = await hearInTime(live, window, call, spec, own);
  if (spec.left.aborted) return await leave();
  if (signal.reason instanceof PutBack) {
    failure = await isBack(live, spec.until) ? signal.reason : signal.reason.late;
  }
  await tellFileAsked(live, spec.left, spec.until);
  const page = await window.close(call, seen.incomplete);
  if (failure instanceof ActionError) {
    throw CallFailed.of(failure, { reopened: spec.reopened, page });
  }
  if (failure) throw failure;
  const notices = live.takeNotices();
  const opened = live.opened.take();
  return {
    call,
    ...seen.where,
    ...own,
    title: seen.where.title,
    ...(seen.tab !== null && { tab: seen.tab }),
    ...(seen.frame && { frame: seen.frame }),
    ...(opened.length > 0 && { opened }),
    ...(spec.reopened && { reopened: { why: spec.reopened } }),
    ...(seen.dialog && { dialog: seen.dialog }),
    ...(notices.length > 0 && { notices }),
    ...(page && { page }),
  };
}

/** What a caller does not get of a call that a dialog cut short; null where it misses nothing. */
function cutShort({ name, effect }: CallSpec): string | null {
  const before = `the dialog opened before ${name} had its result`;
  switch (effect) {
    case "script":
      return `${before}, which is lost: it goes on when the dialog is answered, and is not to be called again ` +
        "for that; leave a value that you need in a global, and read it then";
    case "look":
      return `${before}, which is lost: answer the dialog, then call it again`;
    default:
      return null;
  }
}

/** Whether what went where none may go is back. */
async function isBack({ clock, puttingBack }: Live, until: number): Promise<boolean> {
  const back = Promise.resolve(puttingBack).then(() => true);
  const leftMs = Math.max(0, until - clock.now());
  return await withTimeout(clock, back, leftMs, () => new Error("late")).catch(() => false);
}

function asActionError(action: string, error: unknown): Error {
  if (error instanceof ActionError || error instanceof CallerLeft) return error;
  if (error instanceof PageError) return new ActionError(error.status, error.message);
  if (error instanceof CommandTimeoutError) {
    return new ActionError(504, `${action} failed: the page did not answer: ${error.message}`);
  }
  if (error instanceof ConnectionClosedError) {
    return new ActionError(503, `${action} failed: the browser ended (${error.why})`);
  }
  if (error instanceof BidiError) {
    return new ActionError(503, `${action} failed: the browser refused ${error.message}`);
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new ActionError(500, `${action} failed for a reason pagetap does not know: ${what}`);
}

/**
 * Chrome answers nothing about a page that has left for another, until that one answers.
 *
 * @throws {ActionError} 504 the driven tab is on its way, and does not come there in a while
 */
async function ensureThere(live: Live, action: string, signal: AbortSignal): Promise<void> {
  const { driven } = live.tabs;
  if (live.browser !== "chrome" || driven === null || driven.pending === null) return;
  if (await answers(live, driven.context, ON_ITS_WAY_MS, signal)) return;
  if (driven.pending !== null) throw onItsWay(action, driven.pending.url);
}

/** What a call that was not answered failed with; in Firefox the page that is there answers all the while. */
function explained(live: Live, action: string, failure: Error): Error {
  const pending = live.browser === "chrome" ? pendingOf(live) : null;
  if (pending === null || !(failure instanceof ActionError) || failure.status !== 504) {
    return failure;
  }
  return onItsWay(action, pending.url);
}

function onItsWay(action: string, url: string): ActionError {
  return new ActionError(
    504,
    `${action} failed: the page is on its way to ${url}, which has not answered yet; ` +
      "wait for it with wait_for, or leave it with navigate",
  );
}
