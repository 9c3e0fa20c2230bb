/**
 * A request that somebody waits for: the first one that fits, and when none does, those that come nearest.
 *
 * @module
 */
import type { BidiEvent } from "../bidi/protocol.ts";
import { type Exchange, isRedirect, type Redirect, type Strip } from "./exchange.ts";
import type { Exchanges } from "./exchanges.ts";
import type { StatusClass } from "./uri.ts";
import { requestUri } from "./uris.ts";
import { urlMatcher } from "./url_glob.ts";

/** What it must be like. */
export interface RequestWish {
  /** A part of its URL, or a glob with `*`; of a redirect, the URL of any hop. */
  readonly url?: string | undefined;
  /** Its method, in any case; of a redirect, the method of any hop. */
  readonly method?: string | undefined;
  /** The status it is answered with, or a class of them. */
  readonly status?: number | StatusClass | undefined;
}

/** A request that fits, and has been answered or has failed. */
export interface FoundRequest {
  /** Its id. */
  readonly id: string;
  /** Where it is read; absent for one that is counted instead of kept. */
  readonly uri?: string;
  /** The status it was answered with; null when it failed without one. */
  readonly status: number | null;
  /** Why it failed; absent when it did not. */
  readonly error?: string;
  /** Its body has not ended; absent when it has. */
  readonly pending?: true;
}

/** A request that does not fit. */
export interface NearMiss {
  /** Its id. */
  readonly id: string;
  /** Its method. */
  readonly method: string;
  /** Its URL, masked. */
  readonly url: string;
  /** Its status; null before it came. */
  readonly status: number | null;
  /** In what it differs, in words. */
  readonly differs: readonly string[];
}

/** The call since which requests count. */
export interface Since {
  /** Its number; 0 for none. */
  readonly call: number;
  /** What was kept before has no greater one. */
  readonly seq: number;
  /**
   * What was kept before the last script has no greater one; `seq` when none ran since. It may have read, or
   * asked for the same again: what began after it is found rather than what began before.
   */
  readonly script: number;
}

/** What is looked through. */
export interface Searched {
  /** The requests. */
  readonly exchanges: Exchanges;
  /** What is left of the URLs of a document. */
  strip(nav: number): Strip;
}

/** Near misses that are told at most. */
const MAX_MISSES = 5;

/** Looks for one request. */
export class RequestSearch {
  readonly #searched: Searched;
  readonly #wish: RequestWish;
  readonly #since: Since;
  readonly #isUrl: (url: string) => boolean;

  /** Of the requests searched, those count that began since a call. */
  constructor(searched: Searched, wish: RequestWish, since: Since) {
    this.#searched = searched;
    this.#wish = wish;
    this.#since = since;
    this.#isUrl = wish.url === undefined ? () => true : urlMatcher(wish.url);
  }

  /** The call since which requests count; 0 for all there are. */
  get since(): number {
    return this.#since.call;
  }

  /** The first one that fits already, of those since the last script if there is one. */
  first(): FoundRequest | null {
    let older: FoundRequest | null = null;
    for (const exchange of this.#searched.exchanges.merged) {
      const found = this.#take(exchange);
      if (found !== null && exchange.seq > this.#since.script) return found;
      older ??= found;
    }
    return older;
  }

  /** The one that an event was of, if it fits now; to be asked after the event was taken. */
  told(event: BidiEvent): FoundRequest | null {
    switch (event.method) {
      case "network.responseStarted":
      case "network.responseCompleted":
      case "network.fetchError": {
        const exchange = this.#searched.exchanges.find(event.params.request.request);
        return exchange === undefined ? null : this.#take(exchange);
      }
      default:
        return null;
    }
  }

  /** Those that differ least, the newest first among equals. */
  misses(): NearMiss[] {
    const misses = [...this.#searched.exchanges.merged].reverse().map((exchange): NearMiss => ({
      id: exchange.id,
      method: exchange.hop.method,
      url: this.#shown(exchange, exchange.hop.url),
      status: exchange.hop.status,
      differs: this.#differs(exchange),
    }));
    return misses.sort((a, b) => a.differs.length - b.differs.length).slice(0, MAX_MISSES);
  }

  #take(exchange: Exchange): FoundRequest | null {
    const status = this.#redirect(exchange)?.status ?? exchange.hop.status;
    if (this.#differs(exchange).length > 0) return null;
    const { id, error, state, countedAsStatic } = exchange;
    return {
      id,
      ...(!countedAsStatic && { uri: requestUri(id) }),
      status,
      ...(error !== null && { error }),
      ...(state === "pending" && { pending: true }),
    };
  }

  #differs(exchange: Exchange): string[] {
    const { hop, redirects } = exchange;
    const hops = [hop, ...redirects];
    const before = exchange.seq <= this.#since.seq && `began before call ${this.#since.call}`;
    const url = !hops.some((each) => this.#isUrl(this.#shown(exchange, each.url))) && "other URL";
    const other = !hops.some((each) => this.#isMethod(each.method)) && "other method";
    const answer = this.#redirect(exchange) === undefined && this.#unanswered(exchange);
    return [url, other, answer, before].filter((each) => each !== false);
  }

  /** The hop that led elsewhere, and is what is looked for. */
  #redirect(exchange: Exchange): Redirect | undefined {
    const { status } = this.#wish;
    if (status === undefined) return undefined;
    return exchange.redirects.find((each) =>
      isStatus(each.status, status) && this.#isMethod(each.method) &&
      this.#isUrl(this.#shown(exchange, each.url))
    );
  }

  #isMethod(method: string): boolean {
    const wanted = this.#wish.method;
    return wanted === undefined || method.toUpperCase() === wanted.toUpperCase();
  }

  #shown({ nav }: Exchange, url: string): string {
    return this.#searched.strip(nav)?.(url) ?? url;
  }

  /** What is wrong with how it was answered, or false. */
  #unanswered({ state, hop }: Exchange): string | false {
    const { status } = this.#wish;
    if (state === "cancelled") return "cancelled";
    // Its body may never end: Chrome does not read what the page does not read. A redirect may go on, so it is no
    // answer yet, unless one is looked for.
    const goesOn = isRedirect(hop.status) && status === undefined;
    if (goesOn || state === "pending" && hop.status === null) return "not answered yet";
    if (status === undefined || hop.status !== null && isStatus(hop.status, status)) return false;
    return hop.status === null ? "failed without a status" : "other status";
  }
}

function isStatus(status: number, wanted: number | StatusClass): boolean {
  if (typeof wanted === "number") return status === wanted;
  return Math.floor(status / 100) === Number(wanted.charAt(0));
}
