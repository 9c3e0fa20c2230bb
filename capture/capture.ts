/**
 * What a workspace knows of its pages: console entries, requests and navigation marks, masked, merged
 * and bounded, and which call each belongs to. Pure: events go in with the time of their arrival, shapes come
 * out, and nothing happens in between.
 *
 * @module
 */
import type { BidiEvent, ContextInfo } from "../bidi/protocol.ts";
import { assemble, type CaptureRules } from "./assembly.ts";
import type { BrowserClock } from "./browser_clock.ts";
import type { Unheard } from "./burst.ts";
import type { BodySource } from "./body_source.ts";
import type { ConsoleLog } from "./console_log.ts";
import { type Gaps, REPLAY_CUT } from "./gaps.ts";
import type { BrowserKind } from "./entry_kind.ts";
import { Hearing } from "./hearing.ts";
import type { Navigations } from "./navigations.ts";
import type { NetworkLog } from "./network_log.ts";
import type { Pages } from "./pages.ts";
import { isReadable } from "./readable.ts";
import type { Reader, State } from "./reader.ts";
import type { RequestSearch, RequestWish, Since } from "./request_search.ts";
import type { Numbers, Resumed } from "./resumed.ts";
import type {
  Captured,
  ConsoleList,
  EntryDetail,
  Hint,
  Kept,
  NetworkList,
  RequestDetail,
} from "./shapes.ts";
import { type TailRow, Tap } from "./tap.ts";
import type { TabCount } from "./tab_ids.ts";
import type { ConsoleQuery, NetworkQuery } from "./uri.ts";
import type { CallKind, Windows } from "./windows.ts";

export type { BodySource } from "./body_source.ts";
export type { Numbers, Resumed } from "./resumed.ts";
export type { CallKind } from "./windows.ts";

/** Bytes a workspace holds at most, by estimate; the oldest goes first. */
export const MAX_BYTES = 16 * 1024 * 1024;

/** How a {@linkcode Capture} is set up. */
export interface CaptureOptions extends CaptureRules {
  /** Milliseconds after the last entry or request, after which what is kept has expired. */
  readonly ttlMs: number;
}

/** The captured data of one workspace. */
export class Capture {
  readonly #hearing: Hearing;
  readonly #navigations: Navigations;
  readonly #windows: Windows;
  readonly #clock: BrowserClock;
  readonly #pages: Pages;
  readonly #console: ConsoleLog;
  readonly #network: NetworkLog;
  readonly #reader: Reader;
  #seq = 0;
  #generation = 0;
  #now = 0;
  /** The number of the gap that the last {@linkcode resume} ended. */
  #resumed = 0;
  readonly #gaps: Gaps;
  /** The last call that sent input or navigated: a script may have done no more than read. */
  #acted: Since = { call: 0, seq: 0, script: 0 };
  readonly #tap: Tap;

  /** Nothing is captured before {@linkcode attach}. */
  constructor(options: CaptureOptions) {
    this.#hearing = new Hearing(options.ttlMs);
    const parts = assemble(options, () => ++this.#seq);
    this.#navigations = parts.navigations;
    this.#windows = parts.windows;
    this.#clock = parts.clock;
    this.#gaps = parts.gaps;
    this.#tap = parts.tap;
    this.#pages = parts.pages;
    this.#console = parts.console;
    this.#network = parts.network;
    this.#reader = parts.reader;
  }

  /** Whether events are taken now. */
  get capturing(): boolean {
    return this.#hearing.capturing;
  }

  /** Why no events are taken, or null while they are. */
  get paused(): string | null {
    return this.#hearing.paused;
  }

  /** Estimate of the bytes held. */
  get bytes(): number {
    return this.#console.bytes + this.#network.exchanges.bytes;
  }

  /** When the last entry or request arrived, in epoch milliseconds; 0 before the first. */
  get fedAt(): number {
    return this.#hearing.fedAt;
  }

  /** Has someone told of everything as it comes, kept or not; null for nobody any more. */
  set watcher(watcher: ((row: TailRow) => void) | null) {
    this.#tap.watcher = watcher;
  }

  /** The current top document of the driven tab, masked; null while it is not known. */
  get page(): { url: string } | null {
    return this.#pages.url === null ? null : { url: this.#pages.url };
  }

  /**
   * A new session begins: requests still open ended with the old browser, whose ids and tabs mean
   * nothing any more. Answers the generation that {@linkcode BodySource} names.
   */
  attach(browser: BrowserKind, now: number): number {
    this.#now = now;
    this.#generation++;
    this.#pages.attach();
    this.#network.attach(browser, this.#generation, now);
    this.#console.attach(browser);
    this.#windows.forgetContexts();
    this.#clock.reset();
    this.#hearing.begin(now);
    return this.#generation;
  }

  /** The session ended, or is paused; what is kept stays readable. */
  detach(why: string, now: number): void {
    this.#pause(why, false, now);
  }

  /**
   * Nothing is heard of the session for now, and it may go on unheard: what is open stays open until
   * {@linkcode resume}, and every window there is until then is incomplete.
   */
  interrupt(why: string, now: number): void {
    this.#pause(why, true, now);
  }

  #pause(why: string, goesOn: boolean, now: number): void {
    this.#now = now;
    this.#hearing.pause(why, goesOn);
    this.#windows.incomplete();
    this.#console.interrupt();
  }

  /**
   * The same session is heard again, through another socket: to be called before that is subscribed, with the whole
   * tree. What Chrome replays is held from here until {@linkcode replayed}.
   */
  resume(resumed: Resumed, now: number): void {
    this.expired(now);
    this.#now = now;
    this.#hearing.begin(now);
    this.#windows.incomplete();
    this.#pages.resume(resumed.tree, resumed.driven, now);
    this.#network.unheard();
    this.#console.resume();
    this.gap(resumed.from, now, resumed.why);
    this.#resumed = this.#seq;
  }

  /** The subscription was answered: what of the replay was never seen lands now. */
  replayed(now: number): void {
    this.#now = now;
    const landing = this.#console.replayed();
    if (landing === null) return;
    let { lost } = landing;
    for (const entry of landing.entries) if (!this.#land(entry, now)) lost++;
    if (lost > 0) this.#lose(lost, `${lost} lines logged meanwhile could not be kept`, now);
    if (landing.cut) this.#gaps.explain(this.#resumed, REPLAY_CUT);
  }

  /** Goes on counting where an earlier process stopped; to be called before the first {@linkcode attach}. */
  restore(numbers: Numbers, now: number): void {
    this.#now = now;
    this.#seq = Math.max(this.#seq, numbers.seq);
    this.#navigations.restore(numbers.nav);
  }

  /** The last numbers that were taken, none of which is ever taken again. */
  get numbers(): Numbers {
    return { seq: this.#seq, nav: this.#navigations.last };
  }

  /** Takes what `getTree` said of the top-level contexts; those it does not name are gone. */
  sync(tree: readonly ContextInfo[]): void {
    this.#pages.sync(tree, this.#now);
  }

  /** Goes on counting tabs where an earlier process stopped; to be called after {@linkcode attach}. */
  restoreTabs(count: TabCount): void {
    this.#pages.restoreTabs(count);
  }

  /**
   * Makes this tab the driven one; what it shows already is a document of its own. `shown` is its URL, which
   * Chrome does not tell of every tab by an event.
   */
  drive(context: string, shown: string | null = null): void {
    this.#pages.drive(context, shown, this.#now);
  }

  /** Takes one event, in the order of arrival. An event that cannot be read counts as lost. */
  ingest(event: BidiEvent, now: number): void {
    if (!this.#hearing.capturing) return;
    this.expired(now);
    this.#now = now;
    if (!this.#read(event, now)) this.#lose(1, "an event of the browser could not be read", now);
    while (this.bytes > MAX_BYTES && this.evictOldest());
  }

  /** Events were lost on the way here. */
  lost(count: number, now: number): void {
    this.#console.lost();
    this.#lose(
      count,
      `${count} events came faster than they could be handled and were dropped`,
      now,
    );
  }

  /** Something may have been missed between these times. */
  gap(from: number, to: number, why: string): void {
    this.#gaps.add({ seq: ++this.#seq, from, to, why });
  }

  /** A call takes the session: what begins from now on is its doing. */
  openWindow(call: number, kind: CallKind, now: number): void {
    this.#now = now;
    const seq = this.#seq;
    if (kind.input || kind.navigates) this.#acted = { call, seq, script: seq };
    else if (kind.watches !== true) this.#acted = { ...this.#acted, script: seq };
    this.#windows.open(call, kind, now);
    if (this.#hearing.interrupted) this.#windows.incomplete();
  }

  /** Whether nothing that this call began is under way: no load, document, fetch, XHR or preflight. */
  quiet(call: number): boolean {
    return !this.#pages.isLoading(call) && !this.#network.isOpenFor(call, this.#now);
  }

  /** Milliseconds the browser has lately taken to tell of a request that had begun, at the most. */
  get tellingMs(): number {
    return this.#network.tellingMs;
  }

  /** When a request of the call whose window is open last ended, in epoch milliseconds; 0 for never. */
  get endedAt(): number {
    return this.#windows.endedAt;
  }

  /**
   * The call is settled: says what it caused, and what earlier calls did after they had answered.
   * `incomplete` says that something of it may not have arrived.
   */
  closeWindow(call: number, now: number, incomplete: boolean): Hint | undefined {
    this.#now = now;
    return this.#windows.close(call, now, incomplete, this.#network.expectedFor(call, now));
  }

  /** The call is over and nobody is left to be told: what it caused is told with the next one. */
  abandonWindow(call: number, now: number): void {
    this.#now = now;
    this.#windows.abandon(call, now);
  }

  /** Whether what was kept had expired; then it is gone now. Looked at, never waited for. */
  expired(now: number): boolean {
    if (!this.#hearing.hasExpired(now)) return false;
    this.clear(now);
    return true;
  }

  /** Forgets what is kept; numbers and ids go on from where they are. */
  clear(now: number): void {
    this.#console.clear();
    this.#network.exchanges.clear();
    this.#navigations.expire();
    this.#gaps.clear();
    this.#hearing.restart(now);
  }

  /** Changes how long what is kept outlives its last entry, in milliseconds. */
  keepFor(ttlMs: number): void {
    this.#hearing.ttlMs = ttlMs;
  }

  /** Drops the oldest of what is kept; answers false when nothing is. */
  evictOldest(): boolean {
    const { oldest: entry } = this.#console;
    const { oldest: exchange } = this.#network.exchanges;
    if (entry !== undefined && (exchange === undefined || entry.firstSeq < exchange.seq)) {
      return this.#console.evictOldest();
    }
    return this.#network.exchanges.evictOldest();
  }

  /** The console entries that match, newest first. */
  consoleList(query: ConsoleQuery, now: number): ConsoleList {
    return this.#reading(now).consoleList(query, this.#state(now));
  }

  /** One console entry in full, or undefined when none with this number is kept. */
  entry(seq: number, now: number): EntryDetail | undefined {
    return this.#reading(now).entry(seq);
  }

  /** The requests that match, newest first. */
  networkList(query: NetworkQuery, now: number): NetworkList {
    return this.#reading(now).networkList(query, this.#state(now));
  }

  /** One request in full, or undefined when none with this id is kept. */
  request(id: string, now: number): RequestDetail | undefined {
    return this.#reading(now).request(id);
  }

  /** Looks for a request that began since the last call that sent input or navigated. */
  search(wish: RequestWish): RequestSearch {
    return this.#reader.search(wish, this.#acted);
  }

  /** Where the bodies of a request can be had, or undefined when it is not kept. */
  bodySource(id: string, now: number): BodySource | undefined {
    return this.#reading(now).bodySource(id);
  }

  /** All that is kept, in full. */
  kept(now: number): Kept {
    return this.#reading(now).kept();
  }

  /** What was seen since the last navigation. */
  captured(now: number): Captured {
    return this.#reading(now).captured();
  }

  /** Takes an event, whatever is in it; answers whether it could be read. */
  #read(event: BidiEvent, now: number): boolean {
    if (!isReadable(event)) return false;
    try {
      if (this.#take(event, now)) this.#hearing.fedAt = now;
      return true;
    } catch {
      return false;
    }
  }

  /** Answers whether the event told of an entry or a request. */
  #take(event: BidiEvent, now: number): boolean {
    switch (event.method) {
      case "log.entryAdded":
        return this.#console.ingest(event.params, now);
      case "network.beforeRequestSent":
        this.#clock.heard(event.params.timestamp, now);
        return this.#network.ingest(event, now);
      case "network.responseStarted":
      case "network.responseCompleted":
      case "network.fetchError":
        return this.#network.ingest(event, now);
      case "input.fileDialogOpened":
        return false;
      default:
        this.#pages.ingest(event, now);
        return false;
    }
  }

  /** Takes an entry that was logged while nothing was heard; answers whether it could be read. */
  #land(entry: Unheard, now: number): boolean {
    try {
      if (this.#console.land(entry, now)) this.#hearing.fedAt = now;
    } catch {
      return false;
    }
    while (this.bytes > MAX_BYTES && this.evictOldest());
    return true;
  }

  #lose(count: number, why: string, now: number): void {
    this.#windows.incomplete();
    this.#gaps.lose(count, { seq: ++this.#seq, from: now, to: now, why });
  }

  #reading(now: number): Reader {
    this.expired(now);
    return this.#reader;
  }

  #state(now: number): State {
    const { capturing, paused, since } = this.#hearing;
    return { capturing, paused, since: since ?? now };
  }
}
