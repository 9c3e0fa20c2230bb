/**
 * Hears out what a call caused: gives the page its frames, flushes, and waits for what the call began.
 *
 * @module
 */
import { flush, FLUSH_TIMEOUT_MS, send } from "./commands.ts";
import type { Effect } from "./actions.ts";
import type { CallSpec, Window } from "./call.ts";
import type { Flushed } from "./connection.ts";
import { withTimeout } from "./core/wait.ts";
import type { Live } from "./live.ts";
import type { Dialog } from "./tabs.ts";

/** Where a call left the browser. */
export interface Seen {
  /** The driven tab's document; a title that cannot be had is null. */
  readonly where: { readonly url: string; readonly title: string | null };
  /** The driven tab, when there are others; null when it is the only one. */
  readonly tab: string | null;
  /** The frame that calls act in; null for the tab itself. */
  readonly frame: { readonly url: string } | null;
  /** The dialog that is open in it, or in the tab that holds it up; null for none. */
  readonly dialog: Dialog & { readonly tab?: string } | null;
  /** Something of the call may not have been heard. */
  readonly incomplete: boolean;
}

const FRAMES_MS = 100;
const TITLE_MS = 300;
/** UTF-16 code units. */
const MAX_TITLE = 1_000;

/**
 * The document's title, of which a page may make any length. A lone surrogate in an answer stops Chrome's session
 * for good.
 */
const TITLE_TEXT =
  `((t) => (t.length > ${MAX_TITLE} ? t.slice(0, ${MAX_TITLE}) + "…" : t).toWellFormed())(
  document.title)`;

/**
 * Two frames and a timer: what a handler did from a microtask, a timer of 0 or an animation frame has
 * left the page when it resolves. After one frame Chrome had not told of every request: it tells of them
 * from another process than of the console.
 */
const FRAMES = `() => new Promise((r) => requestAnimationFrame(() =>
  requestAnimationFrame(() => setTimeout(() => r(${TITLE_TEXT})))))`;
const TITLE = `() => ${TITLE_TEXT}`;

/**
 * Hears out what the call caused, unless its caller leaves. `own` may have the title already, which then
 * costs no command.
 */
export async function hearOut(
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
  let seen = await glance(live, FLUSH_TIMEOUT_MS, await afterwards(live, spec.effect, own.title));
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
    seen = await glance(live, FLUSH_TIMEOUT_MS, await pass(live, FRAMES));
  }
  return seen;
}

/**
 * Gives the page the time it needs for what the call has begun to leave it; resolves with the tab's title, null
 * when it cannot be had, or need not be yet.
 */
async function afterwards(live: Live, effect: Effect, own: unknown): Promise<string | null> {
  if (effect === "input") return await pass(live, FRAMES);
  // Its answer to a script overtakes what the script has sent for, of which another process tells.
  if (effect === "script" && live.browser === "firefox") return await pass(live, TITLE);
  // A frame's is not the tab's.
  return typeof own === "string" && frameOf(live) === undefined ? own : null;
}

/** Flushes, and asks for the title in the same breath unless it is known. */
async function glance(live: Live, timeoutMs: number, known: string | null): Promise<Seen> {
  const flushed = flush(live.connection, timeoutMs);
  const asked = known ?? script(live, live.tabs.driven?.context, TITLE, timeoutMs);
  const contexts = await flushed;
  // However far away the browser is, a page that is free answers right behind the flush.
  const title = await withTimeout(live.clock, Promise.resolve(asked), TITLE_MS, () => new Error())
    .catch(() => null);
  if (contexts !== null) live.listed(contexts);
  await live.deciding;
  return seenOf(live, contexts, title);
}

/** Where the call has left the browser, by what it just listed; null when it was not heard. */
export function seenOf(live: Live, contexts: Flushed, title: string | null): Seen {
  const { driven, all } = live.tabs;
  const listed = contexts?.find((each) => each.context === driven?.context);
  const frame = frameOf(live);
  return {
    where: { url: urlOf(listed?.url) ?? urlOf(driven?.url) ?? "about:blank", title },
    tab: driven !== null && all.length > 1 ? driven.id : null,
    frame: frame === undefined ? null : { url: live.tabs.frame(frame)?.url ?? "" },
    dialog: driven?.dialog ?? heldBy(live),
    incomplete: contexts === null,
  };
}

/** The URL of a page: of the browser's own error page there is none, nor of a tab that shows nothing yet. */
function urlOf(url: string | undefined): string | null {
  return !url || url.startsWith("chrome-error:") ? null : url;
}

/** Lets frames, or one turn, of the page pass; resolves with the tab's title, null when it cannot be had. */
async function pass(live: Live, turns: typeof FRAMES | typeof TITLE): Promise<string | null> {
  const frame = frameOf(live);
  const tab = live.tabs.driven?.context;
  if (frame === undefined) return await script(live, tab, turns, FRAMES_MS);
  const passed = script(live, frame, turns, FRAMES_MS);
  const title = await script(live, tab, TITLE, FRAMES_MS);
  await passed;
  return title;
}

function heldBy({ holding }: Live): Seen["dialog"] {
  return holding?.dialog ? { ...holding.dialog, tab: holding.id } : null;
}

function frameOf({ tabs }: Live): string | undefined {
  return tabs.driven?.frames.at(-1)?.context;
}

/** Runs a function of the sandbox that answers a string; null when it cannot be had in time. */
async function script(
  live: Live,
  context: string | undefined,
  functionDeclaration: string,
  timeoutMs: number,
): Promise<string | null> {
  if (context === undefined || live.tabs.driven?.dialog || live.holding) return null;
  try {
    const outcome = await send(live.connection, "script.callFunction", {
      functionDeclaration,
      awaitPromise: true,
      target: { context, sandbox: "pagetap" },
    }, { timeoutMs });
    return outcome.type === "success" ? String(outcome.result.value ?? "") : null;
  } catch {
    // A page that is busy, navigating or showing a dialog has no title to give just now.
    return null;
  }
}
