/**
 * The exchanges that are kept: by the browser's id as long as events may still come for them, and
 * the newest of them for showing.
 *
 * @module
 */
import { bytesOf, type Exchange } from "./exchange.ts";
import { remember } from "./remember.ts";
import { Ring } from "./ring.ts";

/** Exchanges shown, oldest evicted. */
export const MAX_SHOWN = 1_000;

/** Exchanges that events are still merged into, shown or not. */
const MAX_MERGED = 2_000;

/** Documents found by their navigation's id. */
const MAX_DOCUMENTS = 64;

/** The exchanges of one workspace. */
export class Exchanges {
  readonly #byRequest = new Map<string, Exchange>();
  readonly #documents = new Map<string, Exchange>();
  readonly #open = new Set<Exchange>();
  readonly #shown = new Ring<Exchange>(MAX_SHOWN);
  #bytes = 0;
  #dropped = 0;

  /** Estimate of the bytes held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Shown exchanges that had to go. */
  get dropped(): number {
    return this.#dropped;
  }

  /** What is shown, oldest first. */
  get shown(): readonly Exchange[] {
    return this.#shown.items;
  }

  /** The oldest of what is shown. */
  get oldest(): Exchange | undefined {
    return this.#shown.oldest;
  }

  /** Everything that events are still merged into, shown or not, in the order it was first heard of. */
  get merged(): Iterable<Exchange> {
    return this.#byRequest.values();
  }

  /** What has not ended. */
  get open(): Iterable<Exchange> {
    return this.#open;
  }

  /** The exchange with the browser's id. */
  find(request: string): Exchange | undefined {
    return this.#byRequest.get(request);
  }

  /** The document that this navigation loads. */
  document(navigation: string): Exchange | undefined {
    return this.#documents.get(navigation);
  }

  /** The newest exchange that `fits`. */
  newest(fits: (exchange: Exchange) => boolean): Exchange | undefined {
    const all = [...this.#byRequest.values()];
    return all.findLast(fits);
  }

  /** Takes a new exchange: it is open and shown. */
  add(exchange: Exchange): void {
    this.#byRequest.set(exchange.request, exchange);
    if (exchange.navigation !== null) {
      remember(this.#documents, exchange.navigation, exchange, MAX_DOCUMENTS);
    }
    this.#open.add(exchange);
    this.weigh(exchange);
    this.#show(exchange);
    if (this.#byRequest.size > MAX_MERGED) this.#forgetOldest();
  }

  /** A redirect goes on with it. */
  reopen(exchange: Exchange): void {
    this.#open.add(exchange);
  }

  /** It ended; answers whether it had been open. */
  close(exchange: Exchange): boolean {
    this.weigh(exchange);
    return this.#open.delete(exchange);
  }

  /** It holds more or less than before. */
  weigh(exchange: Exchange): void {
    const bytes = bytesOf(exchange);
    this.#bytes += bytes - exchange.bytes;
    exchange.bytes = bytes;
  }

  /** It is counted instead of shown; what later events bring is still merged. */
  hide(exchange: Exchange): void {
    if (this.#shown.remove(exchange.seq)) this.#lighten(exchange);
  }

  /** It has to be shown after all. */
  reveal(exchange: Exchange): void {
    this.weigh(exchange);
    this.#show(exchange);
  }

  /** Drops the oldest shown exchange; answers false when there is none. */
  evictOldest(): boolean {
    const oldest = this.#shown.shift();
    if (oldest !== undefined) this.#evict(oldest);
    return oldest !== undefined;
  }

  /** Another browser: its ids mean nothing any more. What is shown stays. */
  forgetIds(): void {
    const shown = new Set(this.#shown.items);
    for (const exchange of this.#byRequest.values()) {
      if (!shown.has(exchange)) this.#bytes -= exchange.bytes;
    }
    this.#byRequest.clear();
    this.#documents.clear();
    this.#open.clear();
  }

  /** Forgets what is shown, and everything that has ended. */
  clear(): void {
    this.#shown.clear();
    this.#bytes = 0;
    this.#dropped = 0;
    for (const [request, exchange] of this.#byRequest) {
      if (!this.#open.has(exchange)) this.#byRequest.delete(request);
      else this.#lighten(exchange, 0);
    }
  }

  #show(exchange: Exchange): void {
    const evicted = this.#shown.add(exchange);
    if (evicted !== undefined) this.#evict(evicted);
  }

  /** An open exchange goes on being merged, so that its end is counted for its call. */
  #evict(exchange: Exchange): void {
    this.#dropped++;
    if (this.#open.has(exchange)) return this.#lighten(exchange);
    this.#bytes -= exchange.bytes;
    if (this.#byRequest.get(exchange.request) === exchange) {
      this.#byRequest.delete(exchange.request);
    }
  }

  /** Lets go of what only showing needs. */
  #lighten(exchange: Exchange, before: number = exchange.bytes): void {
    exchange.hop.requestHeaders = [];
    exchange.hop.responseHeaders = [];
    exchange.hop.requestPrint = "";
    exchange.hop.responsePrint = "";
    for (const redirect of exchange.redirects) redirect.responseHeaders = [];
    exchange.bytes = bytesOf(exchange);
    this.#bytes += exchange.bytes - before;
  }

  /** Of the exchanges that are not shown the oldest ended one goes, else the oldest of all. */
  #forgetOldest(): void {
    let first: Exchange | undefined;
    for (const exchange of this.#byRequest.values()) {
      first ??= exchange;
      if (this.#open.has(exchange)) continue;
      return this.#forget(exchange);
    }
    if (first !== undefined) this.#forget(first);
  }

  #forget(exchange: Exchange): void {
    this.#byRequest.delete(exchange.request);
    this.#open.delete(exchange);
    if (this.#shown.find(exchange.seq) === undefined) this.#bytes -= exchange.bytes;
  }
}
