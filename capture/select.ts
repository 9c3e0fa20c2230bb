/**
 * Chooses from what is kept: newest first, on the pages, past the filters, between the cursors,
 * within a limit and a number of bytes, equal neighbours as one.
 *
 * @module
 */
import { jsonBytes } from "./json_bytes.ts";
import { type ListQuery, MAX_PAGES } from "./uri.ts";

/** What is needed of a kept thing. */
export interface Kept {
  /** Its number; grows with time. */
  readonly seq: number;
  /** The number of its navigation. */
  readonly nav: number;
}

/** How things of one kind are chosen and shown. */
export interface Selector<T extends Kept, S> {
  /** The pages, the cursors and the limit. */
  readonly query: ListQuery;
  /** The place of a navigation's document among those shown last, from 0. */
  pageOf(nav: number): number;
  /** Bytes of JSON that the shown things may take together. */
  readonly bytes: number;
  /** Whether the thing passes the filters. */
  matches(item: T): boolean;
  /** Whether two neighbours are shown as one; they must match alike. */
  equal(newer: T, older: T): boolean;
  /** How many lines the thing stands for. */
  lines(item: T): number;
  /** How a run of `lines` equal things is shown, by its newest. */
  show(item: T, lines: number): S;
}

/** What is kept of pages that were not asked for. */
export interface Earlier {
  /** Lines on them. */
  readonly total: number;
  /** Lines on them that pass the filters. */
  readonly matched: number;
  /** What `pages` would have to be for a list of all these matches. */
  readonly pages: number | "all";
}

/** What was chosen, and of how much. */
export interface Selection<S> {
  /** What is shown, the newest first. */
  readonly items: S[];
  /** How many items there are. */
  readonly count: number;
  /** Lines on the pages that pass the filters, cursors and limit aside. */
  readonly matched: number;
  /** Lines on the pages. */
  readonly total: number;
  /** What is kept of other pages than those asked for. */
  readonly earlier: Earlier;
  /** Whether there are matches older than the last item that had no room. */
  readonly more: boolean;
}

/**
 * Chooses from `kept`, the newest last.
 *
 * A run has the `seq` of its newest member. So a reader who goes on with `before` never meets the
 * rest of a run again, and one who asks `after` hears only of the members that are new.
 */
export function select<T extends Kept, S>(
  kept: readonly T[],
  selector: Selector<T, S>,
): Selection<S> {
  const { query } = selector;
  const { before = Infinity, after = -1 } = query;
  const pages = query.pages === "all" ? Infinity : query.pages;
  const page = new Page(selector);
  const earlier = { total: 0, matched: 0, pages: MAX_PAGES as number | "all" };
  let total = 0;
  let matched = 0;
  let newest: T | null = null;
  let previous: T | null = null;
  let lines = 0;
  for (let index = kept.length - 1; index >= 0; index -= 1) {
    const item = kept[index];
    if (item === undefined) continue;
    const weight = selector.lines(item);
    const place = selector.pageOf(item.nav);
    if (place >= pages) {
      earlier.total += weight;
      if (!selector.matches(item)) continue;
      earlier.matched += weight;
      if (place >= MAX_PAGES) earlier.pages = "all";
      continue;
    }
    total += weight;
    if (!selector.matches(item)) {
      previous = null;
      continue;
    }
    matched += weight;
    if (previous === null || !selector.equal(previous, item)) {
      if (newest !== null) page.add(newest, lines);
      newest = item.seq < before ? item : null;
      lines = 0;
    }
    previous = item;
    if (item.seq > after) lines += weight;
  }
  if (newest !== null) page.add(newest, lines);
  return { items: page.items, count: page.items.length, matched, total, earlier, more: page.more };
}

/** The items shown so far; full once one had to be left out, so that none is skipped. */
class Page<T extends Kept, S> {
  readonly items: S[] = [];
  more = false;
  readonly #selector: Selector<T, S>;
  #bytes: number;

  constructor(selector: Selector<T, S>) {
    this.#selector = selector;
    this.#bytes = selector.bytes;
  }

  add(item: T, lines: number): void {
    if (lines === 0 || this.more) return;
    if (this.items.length >= this.#selector.query.limit) {
      this.more = true;
      return;
    }
    const shown = this.#selector.show(item, lines);
    const bytes = jsonBytes(shown) + 1;
    if (bytes > this.#bytes) {
      this.more = true;
      return;
    }
    this.#bytes -= bytes;
    this.items.push(shown);
  }
}
