/**
 * One live browser, as the code of a call sees it: its channel, its tabs, and what is to be told with
 * the next result.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import { CommandTimeoutError, ConnectionClosedError } from "../bidi/command_errors.ts";
import type { CommandName, Params, Result } from "../bidi/protocol.ts";
import type { BrowserName, Session } from "../drivers/driver.ts";
import type { Listening } from "../page/listening.ts";
import type { Page, PageSendOptions } from "../page/page.ts";
import type { PageWorkspace } from "../page/workspace.ts";
import { ActionError } from "./action_error.ts";
import { send } from "./commands.ts";
import type { ConnectionRef } from "./connection.ts";
import type { Clock } from "./core/clock.ts";
import type { System } from "./core/types.ts";
import { Turns } from "./core/turns.ts";
import { sleep } from "./core/wait.ts";
import type { DispatcherStats } from "./dispatcher_stats.ts";
import { listen } from "./listen.ts";
import type { NavigationRules } from "./navigation_rules.ts";
import { RefStore } from "./ref_store.ts";
import type { Tabs } from "./tabs.ts";

/** A viewport in CSS pixels. */
export interface Viewport {
  /** 100 to 8 000. */
  readonly width: number;
  /** 100 to 8 000. */
  readonly height: number;
}

/** What a live browser is made of. */
export interface LiveOptions {
  /** The driver's session, with the way to end it. */
  readonly session: Session;
  /** Its channel. */
  readonly connection: ConnectionRef;
  /** The collector that keeps bodies for it; null without capture. */
  readonly collector: string | null;
  /** Its tabs, kept up to date by its events. */
  readonly tabs: Tabs;
  /** What its actors are run by, and what deadlines and waits go by. */
  readonly system: System;
  /** Counts how events fare. */
  readonly stats: DispatcherStats;
  /** What every tab is set to; null leaves the browser's own size. */
  readonly viewport: Viewport | null;
  /** Where a page may be taken. */
  readonly navigation: NavigationRules;
}

/** Bodies waited for at most while one is fetched. */
const MAX_WAITING_BODIES = 8;
/** Notices kept for the next result at most. */
const MAX_NOTICES = 5;

/** What a call is lent with its tab. */
export interface PageLoan {
  /** Aborts when the call's caller left, its time is up, or a dialog opened. */
  readonly signal: AbortSignal;
  /** Milliseconds a selector is waited for. */
  readonly waitTimeoutMs: number;
  /** What the workspace lends. */
  readonly workspace: PageWorkspace;
}

/** The driven tab, for the length of one call. */
export interface LentPage extends Page {
  /** The call is over: stops what still listens. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** One live browser. */
export class Live {
  /** Which browser it is. */
  readonly browser: BrowserName;
  /** The driver's session, with the way to end it. */
  readonly session: Session;
  /** Its channel; another one after a drop. */
  connection: ConnectionRef;
  /** The collector that keeps bodies for it, which outlives a channel; null without capture. */
  readonly collector: string | null;
  /** Its tabs, kept up to date by its events. */
  readonly tabs: Tabs;
  /** What deadlines and waits go by. */
  readonly clock: Clock;
  /** What the refs of `outline` stand for. */
  readonly refs: RefStore = new RefStore();
  /** What a tab that replaces a stuck one is set to; null leaves the browser's own size. */
  readonly viewport: Viewport | null;
  /** Bodies are fetched one after another: two at once hold each other up, and hold two in memory. */
  readonly bodies: Turns = new Turns(MAX_WAITING_BODIES);
  /** A command went unanswered: the driven tab is to be probed before it is used again. */
  suspect = false;
  /** Why the channel is gone; null while it is open. */
  lost: string | null = null;
  /** A tab of our own is being opened in place of a stuck one. */
  replacing = false;
  /** Settles when a tab that went where none may go is back; null when none did. */
  puttingBack: Promise<void> | null = null;
  readonly #navigation: NavigationRules;
  readonly #ears: Parameters<typeof listen>[2];
  #notices: string[] = [];

  /** Takes over the session and its channel; who holds it ends them. */
  constructor(options: LiveOptions) {
    this.browser = options.session.browser;
    this.session = options.session;
    this.connection = options.connection;
    this.collector = options.collector;
    this.tabs = options.tabs;
    this.clock = options.system.clock;
    this.#ears = { system: options.system, stats: options.stats };
    this.viewport = options.viewport;
    this.#navigation = options.navigation;
  }

  /** Keeps a sentence for the next result. */
  notice(sentence: string): void {
    this.#notices = [...this.#notices, sentence].slice(-MAX_NOTICES);
  }

  /** Takes what was kept for the next result. */
  takeNotices(): string[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  /** Why a URL may not be navigated to, or null. */
  forbidden(url: string): string | null {
    return this.#navigation.forbidden(url);
  }

  /**
   * The driven tab, for one call.
   *
   * @throws {ActionError} 404 when no tab is left
   */
  page({ signal, waitTimeoutMs, workspace }: PageLoan): LentPage {
    const tab = this.tabs.driven;
    if (tab === null) {
      throw new ActionError(404, "the browser has no tab left: open a session with open_session");
    }
    const { context } = tab;
    const { connection, clock, refs, browser } = this;
    const ears: Listening[] = [];
    return {
      browser,
      context,
      top: context,
      workspace,
      listen: async (options) => {
        const ear = await listen(connection, options, this.#ears, { signal });
        ears.push(ear);
        return ear;
      },
      [Symbol.asyncDispose]: async () => {
        await Promise.all(ears.map((ear) => ear.stop()));
      },
      signal,
      waitTimeoutMs,
      refs,
      get dialog() {
        return tab.dialog;
      },
      now: () => clock.now(),
      sleep: (ms) => sleep(clock, ms, signal),
      forbidden: (url) => this.forbidden(url),
      send: <M extends CommandName>(
        method: M,
        params: Params<M>,
        { evenAborted, ...each }: PageSendOptions = {},
      ): Promise<Result<M>> =>
        send(connection, method, params, { ...each, ...!evenAborted && { signal } }).catch(
          (error) => {
            // A command that was cut short may still hold the page; a dialog, it is known, does.
            if (error instanceof CommandTimeoutError || error === signal.reason) {
              this.suspect = true;
            }
            // It was answered while nobody listened.
            if (error instanceof BidiError && error.code === "no such alert") tab.dialog = null;
            if (error instanceof ConnectionClosedError && connection === this.connection) {
              this.lost ??= error.why;
            }
            throw error;
          },
        ),
    };
  }
}
