/**
 * The numbers of top-level documents of the driven tab, the marks of those shown last, and what was
 * seen of each. A number is taken when its document's request is first seen and never used again;
 * the current document changes when the browser commits the next one, or another tab is driven, whose
 * document keeps the number it has.
 *
 * @module
 */
import { forgetOldest, remember, rememberLatest } from "./remember.ts";
import type { NavigationMark } from "./shapes.ts";

/** How many documents stay marked. */
export const MAX_MARKS = 5;

/** How many documents are remembered: a page may ask for them without end and show none. */
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
  /** The numbers of documents that were not shown yet, each with the document that asked for it. */
  readonly #coming = new Map<number, number>();
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

  /** The marked documents, the one shown last first. */
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
    remember(this.#coming, nav, this.#current, MAX_KNOWN);
    return nav;
  }

  /** The number of a navigation; null where none was taken. */
  numberOf(navigation: string | null): number | null {
    return navigation === null ? null : this.#known.get(navigation) ?? null;
  }

  /** Whether the document of this number was not shown yet. */
  isComing(nav: number): boolean {
    return this.#coming.has(nav);
  }

  /** The document that what has this number is of: one that was not shown is of the one that asked for it. */
  documentOf(nav: number): number {
    return this.#coming.get(nav) ?? nav;
  }

  /**
   * The place of a number's document among the marked ones, 0 for the one shown last; behind them all for one
   * that is not marked.
   */
  pageOf(nav: number): number {
    const document = this.documentOf(nav);
    const page = this.#marks.findIndex((mark) => mark.nav === document);
    return page < 0 ? this.#marks.length : page;
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
    const nav = known !== undefined && this.#coming.has(known) ? known : ++this.#last;
    if (navigation !== null) rememberLatest(this.#known, navigation, nav, MAX_KNOWN);
    this.#turnTo({ nav, ...mark });
    return true;
  }

  /**
   * The tab that is driven now shows this document, which has a number already. Answers false when it was
   * forgotten since, and would need a new one.
   */
  show(mark: NavigationMark): boolean {
    if (!this.#serials.has(mark.nav)) return false;
    if (mark.nav !== this.#current) this.#turnTo(mark);
    return true;
  }

  /** The document of this number, the current one unless said otherwise, has another URL and is the same one. */
  rename(url: string, nav: number = this.#current): void {
    this.#marks = this.#marks.map((mark) => mark.nav === nav ? { ...mark, url } : mark);
  }

  /** An id for one more request of this document. */
  requestId(nav: number): string {
    const serial = (this.#serials.get(nav) ?? 0) + 1;
    this.#count(nav, serial);
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

  /** What was seen on the newest `pages`, or of all documents that are remembered. */
  seenOn(pages: number | "all"): Seen {
    const sum = nothingSeen();
    for (const [nav, seen] of this.#seen) {
      if (pages !== "all" && this.pageOf(nav) >= pages) continue;
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

  #turnTo(mark: NavigationMark): void {
    const { nav } = mark;
    this.#current = nav;
    this.#coming.delete(nav);
    this.#count(nav, this.#serials.get(nav) ?? 0);
    const others = this.#marks.filter((other) => other.nav !== nav);
    this.#marks = [mark, ...others].slice(0, MAX_MARKS);
  }

  /** A document is remembered as long as its requests are counted: their ids are never given twice. */
  #count(nav: number, serial: number): void {
    this.#serials.set(nav, serial);
    if (this.#serials.size > MAX_KNOWN) forgetOldest(this.#serials, this.#current);
  }
}
