/**
 * The numbers of top-level documents of the driven tab, the marks of the last of them, and what was
 * seen since each. A number is taken when its document's request is first seen and never used again;
 * the current document changes when the browser commits the next one.
 *
 * @module
 */
import { forgetOldest, rememberLatest } from "./remember.ts";
import type { NavigationMark } from "./shapes.ts";

/** How many documents stay marked. */
export const MAX_MARKS = 5;

/** How many navigations are remembered: a page may ask for documents without end and show none. */
const MAX_KNOWN = 64;

/** What was seen in one document, kept or not. */
export interface Seen {
  /** Console lines and errors, `debug` ones not counted. */
  console: number;
  /** Requests, static ones included. */
  network: number;
  /** Errors, background included. */
  errors: number;
  /** Failed documents, fetches and XHRs, background included. */
  failed_requests: number;
  /** Static successes, which are not kept. */
  static: number;
  /** `debug` entries, which are not kept. */
  debug: number;
}

function nothingSeen(): Seen {
  return { console: 0, network: 0, errors: 0, failed_requests: 0, static: 0, debug: 0 };
}

/** The documents of the driven tab. */
export class Navigations {
  readonly #known = new Map<string, number>();
  readonly #seen = new Map<number, Seen>();
  readonly #serials = new Map<number, number>();
  #marks: NavigationMark[] = [];
  #last = 0;
  #current = 0;

  /** The last number that was taken. */
  get last(): number {
    return this.#last;
  }

  /**
   * Goes on behind a number that an earlier process took last. What comes before the first document has
   * a number of its own, because its requests are numbered from 1 again.
   */
  restore(last: number): void {
    this.#last = Math.max(this.#last, last);
    if (this.#last > this.#current) this.#current = ++this.#last;
  }

  /** The number of the current document; 0 before the first. */
  get current(): number {
    return this.#current;
  }

  /** The marked documents, newest first. */
  get marks(): readonly NavigationMark[] {
    return this.#marks;
  }

  /** The mark of the current document. */
  get mark(): NavigationMark | undefined {
    const newest = this.#marks[0];
    return newest?.nav === this.#current ? newest : undefined;
  }

  /** The number of a navigation that has begun; taken now when this is the first that is heard of it. */
  coming(navigation: string): number {
    const known = this.#known.get(navigation);
    if (known !== undefined) return known;
    const nav = ++this.#last;
    rememberLatest(this.#known, navigation, nav, MAX_KNOWN);
    return nav;
  }

  /** Whether this navigation is of the document that is shown now. */
  isCurrent(navigation: string): boolean {
    return this.#known.get(navigation) === this.#current;
  }

  /**
   * The browser shows this navigation's document now. Going back to a document that was never
   * unloaded is a visit of its own, with a number of its own. Answers whether the document changed.
   */
  commit(navigation: string | null, mark: Omit<NavigationMark, "nav">): boolean {
    const known = navigation === null ? undefined : this.#known.get(navigation);
    if (known !== undefined && known === this.#current) {
      this.rename(mark.url);
      return false;
    }
    const nav = known !== undefined && known > this.#current ? known : ++this.#last;
    if (navigation !== null) rememberLatest(this.#known, navigation, nav, MAX_KNOWN);
    this.#current = nav;
    this.#marks = [{ nav, ...mark }, ...this.#marks].slice(0, MAX_MARKS);
    for (const old of this.#seen.keys()) if (old < this.oldest) this.#seen.delete(old);
    return true;
  }

  /** The oldest document that is still marked; 0 when that is all there were. */
  get oldest(): number {
    return this.#marks.length < MAX_MARKS ? 0 : this.#marks[MAX_MARKS - 1]?.nav ?? 0;
  }

  /** The current document has another URL now, and is still the same one. */
  rename(url: string): void {
    const [newest, ...older] = this.#marks;
    if (newest?.nav === this.#current && newest.url !== url) {
      this.#marks = [{ ...newest, url }, ...older];
    }
  }

  /** An id for one more request of this document. */
  requestId(nav: number): string {
    const serial = (this.#serials.get(nav) ?? 0) + 1;
    this.#serials.set(nav, serial);
    if (this.#serials.size > MAX_KNOWN) forgetOldest(this.#serials, this.#current);
    return `${nav}.${serial}`;
  }

  /** What was seen of this document; to be added to. */
  seen(nav: number): Seen {
    let seen = this.#seen.get(nav);
    if (seen === undefined) {
      this.#seen.set(nav, seen = nothingSeen());
      if (this.#seen.size > MAX_KNOWN) forgetOldest(this.#seen, this.#current);
    }
    return seen;
  }

  /** What was seen from this document on. */
  seenSince(nav: number): Seen {
    const sum = nothingSeen();
    for (const [at, seen] of this.#seen) {
      if (at < nav) continue;
      sum.console += seen.console;
      sum.network += seen.network;
      sum.errors += seen.errors;
      sum.failed_requests += seen.failed_requests;
      sum.static += seen.static;
      sum.debug += seen.debug;
    }
    return sum;
  }

  /** Another browser: its navigation ids mean nothing any more. Numbers and marks stay. */
  forgetIds(): void {
    this.#known.clear();
  }

  /** What was kept has expired: only the current document stays marked, with nothing seen in it. */
  expire(): void {
    const mark = this.mark;
    this.#marks = mark === undefined ? [] : [mark];
    this.#seen.clear();
  }
}
