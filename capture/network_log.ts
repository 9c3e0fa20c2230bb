/**
 * Merges network events into exchanges. An exchange is known by its request id and its redirects by
 * their count, in whatever order the events come:
 *
 * - any event begins an exchange, except an error without a request (Chrome sends one for what it
 *   has already told of), which only ends one;
 * - what a navigation leaves open is cancelled by it, and filled in when more comes.
 *
 * @module
 */
import type { BidiEvent, FetchError, NetworkBase, ResponseEvent } from "../bidi/protocol.ts";
import type { Background } from "./background.ts";
import type { BrowserKind } from "./entry_kind.ts";
import { type Exchange, MAX_REDIRECTS, newExchange, redirectHeaders } from "./exchange.ts";
import { Exchanges } from "./exchanges.ts";
import {
  answerHeaders,
  answerHop,
  beginHop,
  describeInitiator,
  keptUrl,
  type NetworkMask,
  resendHop,
} from "./hop.ts";
import { type OutcomeParts, Outcomes, signatureOf } from "./outcomes.ts";
import { Preflights } from "./preflights.ts";
import { RecentMax } from "./recent_max.ts";
import { isCounted, isStream, requestType } from "./request_type.ts";
import { sanitize } from "./sanitize.ts";
import type { Tap } from "./tap.ts";
import { beganAt, encodedSize, timingOf, tookMs } from "./timing.ts";
import type { Owner } from "./windows.ts";

/** The events of the network module. */
export type NetworkEvent = Extract<BidiEvent, { method: `network.${string}` }>;

/** Requests by which it is known how soon the browser tells of one. */
const TOLD = 16;

/** What the network log shares with the rest of capture. */
export interface NetworkParts extends OutcomeParts {
  /** Masks what is kept, and learns secrets from headers. */
  readonly mask: NetworkMask;
  /** What failed before, and how. */
  readonly background: Background;
  /** Tells whoever watches. */
  readonly tap: Tap;
  /** The next number of the workspace. */
  nextSeq(): number;
  /** Says why nobody may read what comes from a URL, as the browser has it, or null when one may. */
  barred(url: string): string | null;
}

/** What is of the browser's own making, or carried in its URL, and no request of the page's. */
const UNWANTED =
  /^(?:data|blob|about|chrome|chrome-extension|chrome-error|moz-extension|resource|devtools):/i;

/** Why a request is still open of which nothing was heard since. */
export const UNHEARD = "its end may have come while the connection to the browser was gone";

/** Chrome's words for a request it has no name for any more. */
const NAMELESS = "UNKNOWN";

/** The exchanges of a workspace, merged from their events. */
export class NetworkLog {
  readonly #parts: NetworkParts;
  readonly #exchanges = new Exchanges();
  readonly #outcomes: Outcomes;
  readonly #preflights = new Preflights();
  #browser: BrowserKind = "chrome";
  readonly #telling = new RecentMax(TOLD);
  #generation = 0;

  /** Empty, and for Chrome until a session is attached. */
  constructor(parts: NetworkParts) {
    this.#parts = parts;
    this.#outcomes = new Outcomes(parts, this.#exchanges);
  }

  /** What is kept. */
  get exchanges(): Exchanges {
    return this.#exchanges;
  }

  /** A new session: what was open ended with its browser, and its ids mean nothing any more. */
  attach(browser: BrowserKind, generation: number, now: number): void {
    this.cancel(() => true, "the browser ended", now);
    this.#exchanges.forgetIds();
    this.#preflights.clear();
    this.#browser = browser;
    this.#generation = generation;
  }

  /** Takes one event; answers whether it told of an exchange. */
  ingest(event: NetworkEvent, now: number): boolean {
    const params = event.params;
    const { request, url, method } = params.request;
    if (method === NAMELESS) {
      if (event.method === "network.fetchError") this.#namelessError(request, event.params, now);
      return false;
    }
    if (UNWANTED.test(url) || this.#isForeign(params.context)) return false;
    if (this.#preflights.take(event, (main, url) => this.#mainOwner(main, url, now))) return false;
    const known = this.#exchanges.find(request);
    const exchange = known ?? this.#begin(event, now);
    if (exchange.error === UNHEARD) exchange.error = null;
    const ahead = params.redirectCount - exchange.hop.count;
    if (known === undefined || ahead !== 0) this.#bar(exchange, url);
    // A service worker may have answered with what is of another URL.
    if ("response" in params && params.response.url !== url) {
      this.#bar(exchange, params.response.url);
    }
    if (ahead < 0) {
      this.#lateHop(exchange, event);
      return true;
    }
    if (ahead > 0) this.#redirect(exchange, params);
    switch (event.method) {
      case "network.beforeRequestSent":
        if (exchange.hop.count === 0) exchange.at = event.params.timestamp;
        describeInitiator(exchange, event.params, this.#parts.mask);
        break;
      case "network.responseStarted":
        this.#answer(exchange, event.params);
        this.#outcomes.answered(exchange, now);
        break;
      case "network.responseCompleted":
        this.#answer(exchange, event.params);
        this.#complete(exchange, event.params, now);
        break;
      case "network.fetchError":
        resendHop(exchange.hop, params, this.#parts.mask);
        this.#outcomes.fail(exchange, event.params.errorText, now);
        break;
    }
    this.#parts.tap.request(exchange);
    return true;
  }

  /** Firefox says so in a log entry only: the newest request of this URL was withheld from the page. */
  corsBlocked(url: string, now: number): void {
    const masked = keptUrl(url, this.#parts.mask);
    const exchange = this.#exchanges.newest(({ hop, redirects }) =>
      hop.url === masked || redirects.some((redirect) => redirect.url === masked)
    );
    if (exchange === undefined || exchange.failed) return;
    this.#outcomes.withheld(exchange, now);
    this.#parts.tap.request(exchange);
  }

  /** A navigation turned out to be a download, which is a success however its request ended. */
  download(navigation: string, now: number): void {
    const exchange = this.#exchanges.document(navigation);
    if (exchange === undefined || exchange.failed) return;
    exchange.type = "download";
    exchange.download = true;
    if (exchange.state === "cancelled") this.#outcomes.succeed(exchange, now);
    this.#parts.tap.request(exchange);
  }

  /**
   * Cancels what is open and `belongs` there; the document of `navigation` and those begun after it are not of the page
   * that is left.
   */
  cancel(
    belongs: (exchange: Exchange) => boolean,
    why: string,
    now: number,
    navigation: string | null = null,
  ): void {
    const shown = navigation === null ? undefined : this.#exchanges.document(navigation);
    for (const exchange of [...this.#exchanges.open]) {
      if (!belongs(exchange) || staysOpen(exchange, navigation, shown)) continue;
      if (exchange.failed) exchange.state = exchange.class === "http" ? "complete" : "failed";
      else {
        exchange.state = "cancelled";
        exchange.error = why;
      }
      exchange.tookMs ??= Math.max(0, Math.round(now - exchange.began));
      this.#exchanges.close(exchange);
      this.#parts.tap.request(exchange);
    }
  }

  /** Nothing was heard of the browser for a while: what is open may have ended. */
  unheard(): void {
    for (const exchange of this.#exchanges.open) {
      if (exchange.state === "pending") exchange.error = UNHEARD;
    }
  }

  /** The document that loads this URL, masked, in this context and is not shown yet. */
  coming(context: string, url: string): Exchange | undefined {
    const { navigations, mask } = this.#parts;
    return this.#exchanges.newest(({ nav, navigation, hop, ...exchange }) =>
      navigations.isComing(nav) && navigation !== null && exchange.context === context &&
      mask.url(hop.url) === url
    );
  }

  /** Milliseconds the browser has lately taken to tell of a request, at the most. */
  get tellingMs(): number {
    return this.#telling.max;
  }

  /** Whether a document, fetch or XHR of this call, or its preflight, has not ended, background aside. */
  isOpenFor(call: number, now: number): boolean {
    const open = this.#openFor(call);
    return open.some((exchange) => !this.#isExpected(exchange, now)) ||
      this.#preflights.isOpenFor(call);
  }

  /** How many documents, fetches and XHRs of this call have not ended that would be background if they failed. */
  expectedFor(call: number, now: number): number {
    const expected = this.#openFor(call).filter((exchange) => this.#isExpected(exchange, now));
    return expected.toArray().length;
  }

  #openFor(call: number): IteratorObject<Exchange> {
    return Iterator.from(this.#exchanges.open).filter((exchange) =>
      exchange.call === call && exchange.state === "pending" && exchange.error !== UNHEARD &&
      isCounted(exchange.type) && !isStream(exchange.hop.mime)
    );
  }

  #isExpected(exchange: Exchange, now: number): boolean {
    return this.#parts.background.expects(signatureOf(exchange), exchange.nav, now);
  }

  #begin(event: NetworkEvent, now: number): Exchange {
    const { contexts, navigations, windows } = this.#parts;
    const params = event.params;
    const type = requestType(params);
    const navigation = type === "document" ? params.navigation : null;
    const own = navigation !== null && params.context === contexts.driven;
    const nav = own ? navigations.coming(navigation) : navigations.current;
    const inherited = this.#preflights.ownerOf(params.request.request);
    const began = beganAt(params, this.#browser);
    const beganHere = this.#parts.clock.toOurs(began, now);
    this.#telling.add(now - beganHere);
    const sent = event.method === "network.beforeRequestSent";
    const exchange = newExchange({
      seq: this.#parts.nextSeq(),
      id: navigations.requestId(nav),
      nav,
      request: params.request.request,
      generation: this.#generation,
      context: params.context ?? null,
      tab: contexts.tabOf(params.context ?? null),
      navigation,
      ...inherited ?? windows.ownerOfRequest(now, beganHere),
      at: sent ? params.timestamp : Math.round(began),
      began,
      type,
      hop: beginHop(params, this.#parts.mask),
    });
    navigations.seen(nav).network++;
    this.#exchanges.add(exchange);
    return exchange;
  }

  /** By the URL as it came: a page could have the host of a masked one taken for a secret. */
  #bar(exchange: Exchange, url: string): void {
    if (exchange.barred !== null) return;
    const why = this.#parts.barred(url);
    exchange.barred = why && this.#parts.mask.text(sanitize(why));
  }

  /** The hop so far becomes a redirect; it is kept until something shows that the new one was sent. */
  #redirect(exchange: Exchange, params: NetworkBase): void {
    const { redirects, hop: { count, method, url, status, ...hop } } = exchange;
    if (redirects.length < MAX_REDIRECTS) {
      const responseHeaders = redirectHeaders(redirects, hop.responseHeaders);
      redirects.push({ count, method, url, status: status ?? 0, responseHeaders });
    }
    exchange.previous = exchange.hop;
    exchange.hop = beginHop(params, this.#parts.mask);
    exchange.state = "pending";
    this.#exchanges.reopen(exchange);
  }

  /** An event of a hop that is a redirect by now. */
  #lateHop(exchange: Exchange, event: NetworkEvent): void {
    const { redirects } = exchange;
    const { redirectCount: count } = event.params;
    let redirect = redirects.find((redirect) => redirect.count === count);
    if (redirect === undefined) {
      if (redirects.length >= MAX_REDIRECTS) return;
      const { method, url } = beginHop(event.params, this.#parts.mask);
      redirect = { count, method, url, status: 0, responseHeaders: [] };
      redirects.push(redirect);
      redirects.sort((a, b) => a.count - b.count);
    }
    if ("response" in event.params) {
      const { response } = event.params;
      redirect.status = response.status;
      redirect.responseHeaders = [];
      redirect.responseHeaders = redirectHeaders(
        redirects,
        answerHeaders(response, this.#parts.mask),
      );
    }
    if (event.method === "network.beforeRequestSent") {
      exchange.at = Math.min(exchange.at, event.params.timestamp);
    }
    this.#exchanges.weigh(exchange);
  }

  #answer(exchange: Exchange, params: ResponseEvent): void {
    exchange.previous = null;
    resendHop(exchange.hop, params, this.#parts.mask);
    answerHop(exchange.hop, params.response, this.#parts.mask);
  }

  #complete(exchange: Exchange, params: ResponseEvent, now: number): void {
    const { hop } = exchange;
    const timings = params.request.timings;
    hop.size = encodedSize(params.response, this.#browser);
    exchange.tookMs = tookMs(exchange.began, timings, now, this.#browser);
    hop.timing = timingOf(timings, exchange.tookMs, this.#browser);
    this.#outcomes.succeed(exchange, now);
  }

  #namelessError(request: string, params: FetchError, now: number): void {
    this.#preflights.end(request);
    const exchange = this.#exchanges.find(request);
    if (exchange === undefined) return;
    this.#outcomes.fail(exchange, params.errorText, now);
    this.#parts.tap.request(exchange);
  }

  /** A context that is neither known nor absent is the browser's own, not the page's. */
  #isForeign(context: string | null): boolean {
    return typeof context === "string" && this.#parts.contexts.get(context) === undefined;
  }

  #mainOwner(main: string | null, url: string, now: number): Owner {
    const exchange = main !== null
      ? this.#exchanges.find(main)
      : this.#openWith(keptUrl(url, this.#parts.mask));
    if (exchange === undefined) return this.#parts.windows.ownerOfRequest(now);
    return { call: exchange.call, cause: exchange.cause };
  }

  #openWith(url: string): Exchange | undefined {
    let newest: Exchange | undefined;
    for (const exchange of this.#exchanges.open) if (exchange.hop.url === url) newest = exchange;
    return newest;
  }
}

function staysOpen(
  exchange: Exchange,
  navigation: string | null,
  shown: Exchange | undefined,
): boolean {
  if (navigation === null || exchange.navigation === null) return false;
  if (exchange.navigation === navigation) return true;
  return shown !== undefined && exchange.context === shown.context && exchange.seq > shown.seq;
}
