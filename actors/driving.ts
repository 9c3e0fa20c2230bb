/**
 * How a call moves between tabs and frames.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import type { Driving, TabShape } from "../page/driving.ts";
import { type Page, PageError } from "../page/page.ts";
import { viewportParams } from "../page/viewport.ts";
import { answers } from "./answers.ts";
import { send, type SendOptions } from "./commands.ts";
import type { Live } from "./live.ts";
import type { Tab, Tabs } from "./tabs.ts";

/** Milliseconds a window that is switched to may take to run a script, before it is loaded again. */
const WAKE_MS = 1_500;
const RELOAD_MS = 10_000;

/** What a call acts on. */
export interface DrivenFrom {
  /** The tab. */
  readonly tab: Tab;
  /** The tab's context, or the frame's that was entered. */
  readonly context: string;
  /** Aborts with the call. */
  readonly signal: AbortSignal;
}

/** Makes what one call is lent; `lend` lends it the tab that is driven by then. */
export function drivingOf(
  live: Live,
  { tab, context, signal }: DrivenFrom,
  lend: () => Page,
): Driving {
  const { tabs } = live;
  return {
    enter(frame) {
      if (!tabs.has(frame.context)) tabs.adopt(frame.context, { parent: context, url: "" });
      tab.frames = [...tab.frames, frame];
    },
    leave(to) {
      const { frames } = tab;
      tab.frames = to === "top" ? [] : frames.slice(0, -1);
      return frames.length > 0;
    },
    list: () => tabs.all.map((each) => shapeOf(each, tabs)),
    open: async () => {
      await openTab(live, false, { signal });
      return lend();
    },
    drive: async (id) => {
      const to = named(tabs, id);
      await driveTab(live, to.context, { signal }).catch((error) => {
        if (error instanceof BidiError && tabs.has(tab.context)) live.drive(tab.context);
        if (to === tab || !isGone(error)) throw error;
        forget(live, to);
        throw new PageError(
          400,
          `Tab ${id} is gone, and the browser did not say so: there are ${ids(tabs)}`,
        );
      });
    },
    close: async (id) => {
      const closing = id === undefined ? tab : named(tabs, id);
      const next = tabs.after(closing);
      if (next === null) {
        throw new PageError(
          400,
          `${closing.id} is the last tab, and the browser ends with it: use end_browser`,
        );
      }
      // First, so that nobody takes the close for the page's own.
      if (closing === tabs.driven) await driveTab(live, next.context, { signal });
      await send(live.connection, "browsingContext.close", { context: closing.context }, { signal })
        .catch((error) => {
          if (!isGone(error)) throw error;
          forget(live, closing);
        });
    },
  };
}

/**
 * Opens a tab and drives it; answers its context.
 *
 * @param background leaves the one in front where it is
 * @throws {BidiError} the browser would not
 */
export async function openTab(
  live: Live,
  background: boolean,
  bounds: SendOptions,
): Promise<string> {
  const { context } = await send(
    live.connection,
    "browsingContext.create",
    { type: "tab", background },
    bounds,
  );
  live.drive(context);
  await fitTab(live, context, bounds);
  return context;
}

/** Takes a tab to the front and drives it: one in the back draws no frames. */
export async function driveTab(live: Live, context: string, bounds: SendOptions): Promise<void> {
  live.drive(context);
  await send(live.connection, "browsingContext.activate", { context }, bounds);
  await fitTab(live, context, bounds);
  await wakeTab(live, bounds);
}

/**
 * Chrome runs no script for us in a window that a page of the same origin opened straight at a URL, though
 * its own scripts run; loaded again it is like any other.
 */
async function wakeTab(live: Live, { signal }: SendOptions): Promise<void> {
  const { driven } = live.tabs;
  if (live.browser !== "chrome" || driven === null || driven.opener === null) return;
  if (driven.dialog || driven.pending) return;
  if (await answers(live, driven.context, WAKE_MS, signal) || live.tabs.driven?.dialog) return;
  const params = { context: driven.context, wait: "interactive" as const };
  const bounds = { timeoutMs: RELOAD_MS, ...(signal && { signal }) };
  const loaded = await send(live.connection, "browsingContext.reload", params, bounds)
    .then(() => true, () => false);
  if (!loaded) return;
  live.notice(
    `Chrome's driver gave no access to tab ${driven.id}, which the page opened: its page was loaded again, ` +
      "and what was entered in it, or had come to it by POST, may be lost",
  );
}

/** Gives a tab the session's viewport; one with a dialog has to wait for its end. */
export async function fitTab(live: Live, context: string, bounds: SendOptions): Promise<void> {
  const { connection, viewport, tabs } = live;
  if (viewport === null || tabs.tabOf(context)?.dialog) return;
  const params = { context, ...viewportParams(viewport) };
  await send(connection, "browsingContext.setViewport", params, bounds);
}

function named(tabs: Tabs, id: string): Tab {
  const tab = tabs.byId(id);
  if (tab !== undefined) return tab;
  throw new PageError(400, `There is no tab ${id}: there are ${ids(tabs)}`);
}

function ids(tabs: Tabs): string {
  return tabs.all.map((each) => each.id).join(", ");
}

function isGone(error: unknown): boolean {
  return error instanceof BidiError && error.code === "no such frame";
}

/** A tab that the browser has no longer is no tab of the session's, whoever had told of it. */
function forget(live: Live, { context }: Tab): void {
  live.tabs.gone(context);
  live.opened.gone(context);
}

function shapeOf({ id, context, url, dialog, opener }: Tab, tabs: Tabs): TabShape {
  const from = tabs.all.find((tab) => tab.context === opener);
  return {
    tab: id,
    url,
    ...(context === tabs.driven?.context && { driven: true }),
    ...(dialog && { dialog: dialog.type }),
    ...(from && { opener: from.id }),
  };
}
