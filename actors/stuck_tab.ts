/**
 * What becomes of a tab whose page no longer answers: a script in it never returns, so no command can
 * run there. It is closed and its URL opened in a new one.
 *
 * @module
 */
import { answers } from "./answers.ts";
import { send } from "./commands.ts";
import { openTab } from "./driving.ts";
import type { Live } from "./live.ts";
import type { Tab } from "./tabs.ts";

/** A page may be busy for a while with what it will finish; one that is stuck never answers. */
const PROBE_MS = 3_000;
const REPLACE_MS = 5_000;

/**
 * Makes sure the driven tab answers; replaces it when it does not, and leaves a notice for the next
 * result.
 *
 * @throws {BidiError} the browser would not open a new tab
 * @throws {CommandTimeoutError} the whole browser does not answer
 */
export async function ensureAnswering(live: Live, signal: AbortSignal): Promise<void> {
  const stuck = live.tabs.driven;
  if (stuck === null || mayBeHeld(live)) return;
  // Chrome runs no script in a page that has left for another; that is no sign of being stuck.
  if (stuck.pending !== null && live.browser === "chrome") return;
  if (await answers(live, stuck.context, PROBE_MS, signal)) {
    return await leaveStuckFrame(live, stuck, signal);
  }
  if (!mayBeHeld(live)) await replace(live, stuck, signal);
}

/** A dialog may hold up other tabs than its own. */
function mayBeHeld({ tabs }: Live): boolean {
  return tabs.all.some(({ dialog }) => dialog !== null);
}

/** A frame may be stuck in a process of its own, and its page not. */
async function leaveStuckFrame(live: Live, tab: Tab, signal: AbortSignal): Promise<void> {
  const frame = tab.frames.at(-1);
  if (frame === undefined || await answers(live, frame.context, PROBE_MS, signal)) return;
  tab.frames = [];
  live.notice(
    `the frame ${frame.element} did not answer for ${PROBE_MS / 1000} s and was left: ` +
      "calls act on the page again",
  );
}

async function replace(live: Live, stuck: Tab, signal: AbortSignal): Promise<void> {
  const { url } = stuck;
  // Firefox would wait for the stuck tab to hand over, Chrome draws no frame in a background tab.
  const context = await openTab(live, live.browser === "firefox", {
    timeoutMs: REPLACE_MS,
    signal,
  });
  let reopened = false;
  try {
    await closed(live, stuck.context, signal);
    reopened = live.forbidden(url) === null && await opened(live, context, url, signal);
  } finally {
    live.notice(
      `the page at ${url} did not answer for ${PROBE_MS / 1000} s: ` +
        (reopened ? "its tab was closed and the URL opened in a new one" : "its tab was closed"),
    );
  }
}

async function closed(live: Live, context: string, signal: AbortSignal): Promise<void> {
  // A process that is past answering may not answer this either; the tab is no longer driven anyway.
  await send(live.connection, "browsingContext.close", { context }, { signal }).catch(() => {});
}

async function opened(
  live: Live,
  context: string,
  url: string,
  signal: AbortSignal,
): Promise<boolean> {
  return await send(live.connection, "browsingContext.navigate", {
    context,
    url,
    wait: "interactive",
  }, { timeoutMs: REPLACE_MS, signal }).then(() => true, () => {
    signal.throwIfAborted();
    return false;
  });
}
