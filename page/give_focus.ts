/**
 * The keyboard's focus of the whole tab: Firefox takes it out of a page whose last element was left by Tab, for
 * its own buttons. Keys reach the page still, and press nothing there.
 *
 * @module
 */
import { callInPage, inPage, type ScriptHost } from "./evaluate.ts";
import type { Page } from "./page.ts";

/** Milliseconds the page may take to say whether it has the focus. */
const LOOK_MS = 1_000;

const HAS_FOCUS = inPage<null, boolean>(() => document.hasFocus());

/**
 * Gives the driven tab the focus where it has none; resolves false when it could not be given. Never throws: a key
 * may have taken away what it was pressed in.
 */
export async function giveFocus(page: Page): Promise<boolean> {
  if (page.browser !== "firefox" || await hasFocus(page)) return true;
  const toFront = (context: string) =>
    page.send("browsingContext.activate", { context }, { evenAborted: true });
  try {
    // A tab that comes to the front is given it, and one that is there already is not.
    await using spare = await page.openSpare();
    await toFront(spare.context).finally(() => toFront(page.top));
  } catch {
    return page.signal.aborted;
  }
  return await hasFocus(page);
}

/** Whether it has; true of a page that is gone, on its way to another one, or too busy to say. */
async function hasFocus(page: Page): Promise<boolean> {
  const tab: ScriptHost = {
    context: page.top,
    send: (method, params, options) => page.send(method, params, options),
    now: () => page.now(),
    sleep: (ms) => page.sleep(ms),
  };
  try {
    return (await callInPage(tab, HAS_FOCUS, null, { graceMs: LOOK_MS })).value;
  } catch {
    return true;
  }
}
