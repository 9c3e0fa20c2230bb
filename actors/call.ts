/**
 * One call on a live browser, from the moment it holds the lock: open its window, run the action, wait
 * until what it caused has been heard, close the window, and answer with what this call caused
 * (DESIGN 4.2).
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import { CommandTimeoutError, ConnectionClosedError } from "../bidi/command_errors.ts";
import type { ContextInfo } from "../bidi/protocol.ts";
import type { Hint } from "../capture/shapes.ts";
import { type Page, PageError } from "../page/page.ts";
import { ActionError } from "./action_error.ts";
import type { Effect } from "./actions.ts";
import { flush, FLUSH_TIMEOUT_MS, send } from "./commands.ts";
import { withTimeout } from "./core/wait.ts";
import { CallerLeft, DialogOpened, PutBack } from "./interruption.ts";
import type { Live } from "./live.ts";
import type { PageWorkspace } from "../page/workspace.ts";
import type { CallResult } from "./service.ts";
import { pendingOf, stopLoading } from "./stop_loading.ts";
import type { Dialog } from "./tabs.ts";

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
  /** What the workspace lends the action. */
  readonly workspace: PageWorkspace;
  /** Aborts when the caller left. */
  readonly left: AbortSignal;
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

const FRAMES_MS = 100;
const TITLE_MS = 300;
/** A caller that left waits for nobody; its window still closes in order. */
const LEFT_FLUSH_MS = 500;

/**
 * Two frames and a timer: what a handler did from a microtask, a timer of 0 or an animation frame has
 * left the page when it resolves. After one frame Chrome had not told of every request: it tells of them
 * from another process than of the console.
 */
const FRAMES = `() => new Promise((r) => requestAnimationFrame(() =>
  requestAnimationFrame(() => setTimeout(() => r(document.title.toWellFormed())))))`;
/** A lone surrogate in an answer stops Chrome's session for good. */
const TITLE = `() => document.title.toWellFormed()`;

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
  let own: object = {};
  let failure: Error | undefined;
  try {
    const { waitTimeoutMs, workspace } = spec;
    await using page = live.page({ signal, waitTimeoutMs, workspace });
    own = await spec.run(page);
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (!(reason instanceof DialogOpened)) {
      failure = onItsWay(live, spec.name, asActionError(spec.name, reason));
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
  const seen = await hearOut(live, window, call, spec, own);
  if (spec.left.aborted) return await leave();
  if (signal.reason instanceof PutBack) {
    failure = signal.reason;
    await live.puttingBack;
  }
  const page = await window.close(call, seen.incomplete);
  if (failure instanceof ActionError) {
    const more = [
      ...(spec.reopened ? [`The browser had been opened anew (${spec.reopened}).`] : []),
      ...(page ? [sentence(page)] : []),
    ];
    if (more.length === 0) throw failure;
    throw new ActionError(failure.status, `${failure.message}. ${more.join(" ")}`, page);
  }
  if (failure) throw failure;
  const notices = live.takeNotices();
  return {
    call,
    ...seen.where,
    ...own,
    title: seen.where.title,
    ...(spec.reopened && { reopened: { why: spec.reopened } }),
    ...(seen.dialog && { dialog: seen.dialog }),
    ...(notices.length > 0 && { notices }),
    ...(page && { page }),
  };
}

/** The hint in words, for an error; nothing that was not heard in full is called nothing. */
function sentence({ errors, failed_requests, see, late = [], incomplete }: Hint): string {
  const counts = `${errors} page error(s) and ${failed_requests} failed request(s)`;
  const known = errors + failed_requests > 0 || late.length > 0 || !incomplete;
  return [
    ...(known ? [`This call caused ${counts}${see ? `: read ${see}` : ""}.`] : []),
    ...(late.length > 0
      ? [`Late effects of earlier calls: read ${late.map((each) => each.see).join(", ")}.`]
      : []),
    ...(incomplete ? ["Not all that the browser sent was heard in time."] : []),
  ].join(" ");
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

/** Chrome answers nothing about a page that has left for another, until that one answers. */
function onItsWay(live: Live, action: string, failure: Error): Error {
  const pending = live.tabs.driven?.pending;
  if (!pending || !(failure instanceof ActionError) || failure.status !== 504) return failure;
  return new ActionError(
    504,
    `${action} failed: the page is on its way to ${pending.url}, which has not answered yet; ` +
      "wait for it with wait_for, or leave it with navigate",
  );
}

interface Seen {
  readonly where: { url: string; title: string | null };
  readonly dialog: Dialog | null;
  readonly incomplete: boolean;
}

/**
 * Hears out what the call caused, unless its caller leaves. `own` may have the title already, which then
 * costs no command.
 */
async function hearOut(
  live: Live,
  window: Window,
  call: number,
  spec: CallSpec,
  own: { title?: unknown },
): Promise<Seen> {
  const { clock } = live;
  const deadline = clock.now() + spec.settleMs;
  const input = spec.effect === "input";
  const actedAt = input ? clock.now() : null;
  let heardAt = clock.now();
  const title = typeof own.title === "string" ? own.title : null;
  let seen = await glance(live, FLUSH_TIMEOUT_MS, input ? await frames(live) : title);
  // What a page does with an answer comes after the answer: it is given a frame for that, and what it
  // then begins is waited for in turn.
  while (clock.now() < deadline && !spec.left.aborted) {
    const bounds = { heardAt, actedAt, ms: deadline - clock.now() };
    const more = await window.settle(call, bounds, spec.left).catch((error) => {
      if (spec.left.aborted) return false;
      throw error;
    });
    if (!more) break;
    heardAt = clock.now();
    seen = await glance(live, FLUSH_TIMEOUT_MS, await frames(live));
  }
  return seen;
}

/** Flushes, and asks for the title in the same breath unless it is known. */
async function glance(live: Live, timeoutMs: number, known: string | null): Promise<Seen> {
  const flushed = flush(live.connection, timeoutMs);
  const asked = known ?? script(live, TITLE, timeoutMs);
  const contexts = await flushed;
  // However far away the browser is, a page that is free answers right behind the flush.
  const title = await withTimeout(live.clock, Promise.resolve(asked), TITLE_MS, () => new Error())
    .catch(() => null);
  if (contexts !== null) live.tabs.refresh(contexts);
  const tab = live.tabs.driven;
  return {
    where: { url: urlOf(tab?.context, contexts) ?? tab?.url ?? "", title },
    dialog: tab?.dialog ?? null,
    incomplete: contexts === null,
  };
}

/** Lets frames of the page pass; resolves with its title, null when it cannot be had. */
function frames(live: Live): Promise<string | null> {
  return script(live, FRAMES, FRAMES_MS);
}

function urlOf(
  context: string | undefined,
  contexts: readonly ContextInfo[] | null,
): string | undefined {
  return contexts?.find((each) => each.context === context)?.url;
}

/** Runs a function of the sandbox that answers a string; null when it cannot be had in time. */
async function script(
  live: Live,
  functionDeclaration: string,
  timeoutMs: number,
): Promise<string | null> {
  const tab = live.tabs.driven;
  if (tab === null || tab.dialog !== null) return null;
  try {
    const outcome = await send(live.connection, "script.callFunction", {
      functionDeclaration,
      awaitPromise: true,
      target: { context: tab.context, sandbox: "pagetap" },
    }, { timeoutMs });
    return outcome.type === "success" ? String(outcome.result.value ?? "") : null;
  } catch {
    // A page that is busy, navigating or showing a dialog has no title to give just now.
    return null;
  }
}
