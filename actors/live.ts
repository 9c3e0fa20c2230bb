/**
 * One live browser, as the code of a call sees it: its channel, its tabs, and what is to be told with
 * the next result.
 *
 * @module
 */
import type { ContextInfo } from "../bidi/protocol.ts";
import type { BrowserName, Session } from "../drivers/driver.ts";
import type { Emulation } from "../page/emulation.ts";
import type { PageError } from "../page/page.ts";
import type { Viewport } from "../page/viewport.ts";
import { ActionError } from "./action_error.ts";
import type { ConnectionRef } from "./connection.ts";
import type { Clock } from "./core/clock.ts";
import type { System } from "./core/types.ts";
import { Turns } from "./core/turns.ts";
import type { DispatcherStats } from "./dispatcher_stats.ts";
import type { FileAsked } from "./file_asked.ts";
import { GivenUpDownloads } from "./given_up_downloads.ts";
import { GeolocationGrants } from "./geolocation_grants.ts";
import { HiddenTabs } from "./hidden_tabs.ts";
import { lendPage, type LentPage, type PageLoan } from "./lend_page.ts";
import type { ListenWith } from "./listen.ts";
import type { NavigationRules } from "./navigation_rules.ts";
import { OpenedTabs } from "./opened_tabs.ts";
import { RefStores } from "./ref_store.ts";
import type { Tab, Tabs } from "./tabs.ts";
import { VisitedOrigins } from "./visited_origins.ts";

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
  /** Its tabs of our own; none yet by default. */
  readonly hidden?: HiddenTabs;
  /** Where its tabs have been; nowhere yet by default. */
  readonly visited?: VisitedOrigins;
  /** What its actors are run by, and what deadlines and waits go by. */
  readonly system: System;
  /** Counts how events fare. */
  readonly stats: DispatcherStats;
  /** What every tab is set to; null leaves the browser's own size. */
  readonly viewport: Viewport | null;
  /** What it emulates; nothing by default. */
  readonly emulated?: Emulation;
  /** Where a page may be taken. */
  readonly navigation: NavigationRules;
}

/** Bodies waited for at most while one is fetched. */
const MAX_WAITING_BODIES = 8;
/** Notices kept for the next result at most. */
const MAX_NOTICES = 5;

/** What a running call was lent. */
export interface Lent {
  /** The context it acts in. */
  readonly context: string;
  /** The tab that is in. */
  readonly top: string;
  /** Aborted when either is gone. */
  readonly gone: AbortController;
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
  /** Its tabs of our own. */
  readonly hidden: HiddenTabs;
  /** Where its tabs and their frames have been. */
  readonly visited: VisitedOrigins;
  /** What deadlines and waits go by. */
  readonly clock: Clock;
  /** What the refs of `outline` stand for. */
  readonly refs: RefStores = new RefStores();
  /** What every tab is set to; null leaves the browser's own size. */
  viewport: Viewport | null;
  /** What it emulates. */
  emulated: Emulation;
  /** Bodies are fetched one after another: two at once hold each other up, and hold two in memory. */
  readonly bodies: Turns = new Turns(MAX_WAITING_BODIES);
  /** A command went unanswered: the driven tab is to be probed before it is used again. */
  suspect = false;
  /** What a page asked a file for, which no result has told of; null for nothing. */
  fileAsked: FileAsked | null = null;
  /** Why the channel is gone; null while it is open. */
  lost: string | null = null;
  /** The downloads that calls gave up. */
  readonly givenUp: GivenUpDownloads;
  /** The tabs that pages opened and no result has told of. */
  readonly opened: OpenedTabs = new OpenedTabs();
  /** What running calls were lent. */
  readonly lent: Set<Lent> = new Set();
  /** What an ear of an action is made with. */
  readonly ears: ListenWith;
  /** Settles when the tabs and frames that went where none may go are back; null when none did. */
  puttingBack: Promise<unknown> | null = null;
  /** Settles when it is known whether a frame that was entered is gone for good; null when none is missing. */
  deciding: Promise<void> | null = null;
  /** Told that another tab is driven, and of tabs that are elsewhere than was known; set by who holds it. */
  changed: (moved: readonly Tab[]) => void = () => {};
  #holding: Tab | null = null;
  #acting: string | null;
  readonly #navigation: NavigationRules;
  readonly #grants = new GeolocationGrants();
  #notices: string[] = [];

  /** Takes over the session and its channel; who holds it ends them. */
  constructor(options: LiveOptions) {
    this.browser = options.session.browser;
    this.session = options.session;
    this.connection = options.connection;
    this.collector = options.collector;
    this.tabs = options.tabs;
    this.hidden = options.hidden ?? new HiddenTabs();
    this.visited = options.visited ?? new VisitedOrigins();
    this.clock = options.system.clock;
    this.givenUp = new GivenUpDownloads(this.clock);
    this.#acting = options.tabs.driven?.context ?? null;
    this.ears = { system: options.system, stats: options.stats };
    this.viewport = options.viewport;
    this.emulated = options.emulated ?? {};
    this.#navigation = options.navigation;
  }

  /** The tab that calls act on, of ours or a caller's choice, whether it is there or not. */
  get acting(): string | null {
    return this.#acting;
  }

  /** The tab in the back whose dialog holds up the driven one; null for none. */
  get holding(): Tab | null {
    const tab = this.#holding;
    const holds = tab !== null && tab.dialog !== null && tab !== this.tabs.driven &&
      this.tabs.has(tab.context);
    return holds ? tab : null;
  }

  /** The dialog of a tab in the back turned out to hold up the driven one. */
  held(by: Tab): void {
    this.#holding = by;
  }

  /** Has calls act on a tab from now on. */
  drive(context: string): void {
    this.tabs.drive(context);
    this.#acting = context;
    this.changed([]);
  }

  /** Takes the tabs as the browser just listed them. */
  listed(contexts: readonly ContextInfo[]): void {
    const moved = this.tabs.refresh(contexts);
    for (const { url } of moved) this.visited.add(url);
    if (moved.length > 0) this.changed(moved);
  }

  /** A tab or a frame is gone: what a call still does there ends, for this reason. */
  gone(context: string, why: PageError): void {
    for (const lent of this.lent) {
      if (lent.context === context || lent.top === context) lent.gone.abort(why);
    }
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

  /** Takes what it emulates from now on; resolves when its pages may, or may not, have the location. */
  async emulates(emulation: Emulation): Promise<void> {
    this.emulated = emulation;
    if (emulation.geolocation === undefined) await this.#grants.takeBack(this.connection);
    else await Promise.all(this.tabs.all.map(({ url }) => this.allowLocation(url)));
  }

  /** Lets a page that a tab goes to have the location that is emulated, if one is. */
  async allowLocation(url: string): Promise<void> {
    if (this.emulated.geolocation === undefined) return;
    await this.#grants.grant(this.connection, url);
  }

  /** Why a URL may not be navigated to, or null. */
  forbidden(url: string): string | null {
    return this.#navigation.forbidden(url);
  }

  /**
   * The driven tab, or the frame of it that was entered, for one call.
   *
   * @throws {ActionError} 404 when no tab is left
   */
  page(loan: PageLoan): LentPage {
    const tab = this.tabs.driven;
    if (tab === null) {
      throw new ActionError(404, "the browser has no tab left: open a session with open_session");
    }
    return lendPage(this, tab, loan);
  }
}
