/**
 * What a call is lent of its browser: the driven tab or the frame of it that was entered, until the call
 * is over or what it was lent is gone.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import { CommandTimeoutError, ConnectionClosedError } from "../bidi/command_errors.ts";
import type { CommandName, Params, Result } from "../bidi/protocol.ts";
import type { Listening } from "../page/listening.ts";
import type { Page, PageSendOptions } from "../page/page.ts";
import type { SpareTab } from "../page/spare_tab.ts";
import type { PageWorkspace } from "../page/workspace.ts";
import { send } from "./commands.ts";
import { sleep, withTimeout } from "./core/wait.ts";
import { drivingOf } from "./driving.ts";
import { listen } from "./listen.ts";
import { incomingOf } from "./incoming.ts";
import type { Live } from "./live.ts";
import { openSpareTab } from "./spare_tab.ts";
import type { Tab } from "./tabs.ts";

/** Milliseconds that are waited for what a call was lent besides its tab to be returned. */
const RETURN_MS = 1_000;

/** What a call is lent with its tab. */
export interface PageLoan {
  /** Aborts when the call's caller left, its time is up, or a dialog opened. */
  readonly signal: AbortSignal;
  /** Milliseconds a selector is waited for. */
  readonly waitTimeoutMs: number;
  /** What the workspace lends. */
  readonly workspace: PageWorkspace;
  /** The tab itself, whatever frame of it was entered. */
  readonly whole?: boolean;
  /** Told the element that is acted on. */
  acts?(element: string): void;
}

/** The driven tab or a frame of it, for the length of one call. */
export interface LentPage extends Page {
  /** The call is over: stops what still listens. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Lends a tab. */
export function lendPage(live: Live, tab: Tab, loan: PageLoan): LentPage {
  const { waitTimeoutMs, workspace, whole = false } = loan;
  const { connection, clock, browser } = live;
  const frame = whole ? undefined : tab.frames.at(-1)?.context;
  const context = frame ?? tab.context;
  const gone = new AbortController();
  const signal = AbortSignal.any([loan.signal, gone.signal]);
  const lent = { context, top: tab.context, gone };
  live.lent.add(lent);
  const ears: Listening[] = [];
  const spares: SpareTab[] = [];
  const further: LentPage[] = [];

  /** A command failed or was cut short: what that says of the browser, and what is to be made of it. */
  const failed = async (method: CommandName, error: unknown): Promise<Result<CommandName>> => {
    // A command that was cut short may still hold the page; a dialog, it is known, does.
    if (error instanceof CommandTimeoutError || error === loan.signal.reason) live.suspect = true;
    if (error instanceof BidiError) {
      // It was answered while nobody listened.
      if (error.code === "no such alert") tab.dialog = null;
      await live.deciding;
    }
    if (error instanceof ConnectionClosedError && connection === live.connection) {
      live.lost ??= error.why;
    }
    const left = gone.signal.aborted ||
      error instanceof BidiError && error.code === "no such frame";
    // What was pressed has taken away what it was pressed in.
    if (method === "input.performActions" && left) return {};
    throw gone.signal.aborted ? gone.signal.reason : error;
  };

  return {
    browser,
    context,
    top: tab.context,
    workspace,
    listen: async (options) => {
      const ear = await listen(connection, options, live.ears, { signal });
      ears.push(ear);
      return ear;
    },
    async [Symbol.asyncDispose]() {
      live.lent.delete(lent);
      const returned = Promise.all([
        ...ears.map((ear) => ear.stop()),
        ...spares.map((spare) => spare[Symbol.asyncDispose]()),
      ]);
      // The browser carries it out all the same.
      await withTimeout(clock, returned, RETURN_MS, () => new Error("late")).catch(() => {});
      for (const page of further) await page[Symbol.asyncDispose]();
    },
    incoming: async () =>
      live.givenUp.lend(await incomingOf(live.session, workspace.files, signal)),
    signal,
    waitTimeoutMs,
    refs: frame === undefined ? live.refs.ofTab(tab) : live.refs.ofFrame(frame),
    get dialog() {
      return tab.dialog;
    },
    driving: drivingOf(live, { tab, context, signal }, () => {
      const page = live.page(loan);
      further.push(page);
      return page;
    }),
    get origins() {
      return live.visited.newestFirst;
    },
    openSpare: async () => {
      const spare = await openSpareTab(connection, live.ears, signal);
      spares.push(spare);
      return spare;
    },
    acts: (element) => loan.acts?.(element),
    now: () => clock.now(),
    sleep: (ms) => sleep(clock, ms, signal),
    forbidden: (url) => live.forbidden(url),
    send: <M extends CommandName>(
      method: M,
      params: Params<M>,
      { evenAborted, ...each }: PageSendOptions = {},
    ): Promise<Result<M>> =>
      send(connection, method, params, { ...each, ...!evenAborted && { signal } })
        .catch((error) => failed(method, error) as Promise<Result<M>>),
  };
}
