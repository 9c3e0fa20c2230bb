/**
 * What becomes of a navigation whose call was cancelled before the new page came: it is given up, and the
 * page that is there stays.
 *
 * @module
 */
import { send } from "./commands.ts";
import type { Live } from "./live.ts";
import type { Tab } from "./tabs.ts";

const STOP_MS = 1_000;

/**
 * A scheme that Chrome opens no document for and hands to no other program either. While a page has not
 * come Chrome runs no script in the one that is there; another navigation ends the wait.
 */
const NOWHERE = "nntp:stop";

/** What the driven tab is on its way to; null when it is not. */
export function pendingOf({ tabs }: Live): Tab["pending"] {
  return tabs.driven?.pending ?? null;
}

/**
 * Stops the driven tab on its way to a page that has not come, unless it was before the call. Never throws.
 * Firefox does not tell of the way that a page takes of itself, and shows the page that is there meanwhile.
 *
 * @param before what it was on its way to then
 */
export async function stopLoading(live: Live, before: Tab["pending"]): Promise<void> {
  const { connection, browser, tabs: { driven } } = live;
  if (driven === null || driven.dialog !== null) return;
  if (driven.pending === null || driven.pending === before) return;
  const { context } = driven;
  const bounds = { timeoutMs: STOP_MS };
  const stopped: Promise<unknown> = browser === "chrome"
    ? send(connection, "browsingContext.navigate", { context, url: NOWHERE, wait: "none" }, bounds)
    : send(connection, "script.evaluate", {
      expression: "window.stop()",
      awaitPromise: false,
      target: { context, sandbox: "pagetap" },
    }, bounds);
  // Chrome answers with an error for a navigation that went nowhere.
  await stopped.catch(() => {});
  live.tabs.stopped(context);
}
