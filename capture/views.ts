/**
 * The lists of console and network: newest first, filtered, folded, and bounded in size whatever
 * the page did. Reading changes nothing.
 *
 * @module
 */
import { jsonBytes } from "./json_bytes.ts";
import { emptyNote } from "./note.ts";
import { cutText } from "./sanitize.ts";
import { select } from "./select.ts";
import type { ConsoleList, Entry, ListHead, NetworkList, Row } from "./shapes.ts";
import type { ConsoleQuery, NetworkQuery, StatusClass } from "./uri.ts";

/** UTF-16 code units of a text or a URL that a list shows. */
export const MAX_SHOWN = 500;

/** Bytes of a list as JSON; under 64 kB, so that a reply around it is too. */
export const MAX_LIST_BYTES = 60_000;

/** UTF-16 code units shown of what is short unless a page or a server makes it long. */
const MAX_WORD = 100;

/** UTF-16 code units shown of why there is a gap. */
const MAX_WHY = 300;

/** Gaps that a list tells of, the newest. */
const MAX_GAPS = 20;

/** Redirects of one request that a list shows; a browser follows no more. */
const MAX_REDIRECTS = 20;

/** Bytes kept free for the counts and the note. */
const COUNTS_BYTES = 1_000;

/** What a list says about itself besides its counts. */
export interface Head extends Omit<ListHead, "count" | "matched" | "total" | "more" | "note"> {
  /** How many kept things newer ones have evicted; used to explain an empty answer, not shown. */
  readonly evicted: number;
  /** The place of a navigation's document among those shown last, from 0. */
  readonly pageOf: (nav: number) => number;
}

/** The head of a console list. */
export interface ConsoleHead extends Head {
  /** What was counted and not kept. */
  readonly not_kept: ConsoleList["not_kept"];
}

/** The head of a network list. */
export interface NetworkHead extends Head {
  /** What was counted and not kept. */
  readonly not_kept: NetworkList["not_kept"];
}

/**
 * The entries that match, newest first, of `entries`, the newest last. `count` is the number of
 * items listed; `matched` and `total` count lines, of which equal neighbours are one item with
 * `repeat` and the newest one's `seq`.
 */
export function consoleList(
  entries: readonly Entry[],
  query: ConsoleQuery,
  head: ConsoleHead,
): ConsoleList {
  const facts = shownHead(head);
  const { items, earlier, ...counts } = select(entries, {
    query,
    pageOf: head.pageOf,
    bytes: MAX_LIST_BYTES - COUNTS_BYTES - jsonBytes(facts),
    matches: entryFilter(query),
    equal: isSameLine,
    lines: (entry) => entry.repeat ?? 1,
    show: showEntry,
  });
  const note = emptyNote({
    ...counts,
    query,
    since: head.since,
    capturing: head.capturing,
    paused: head.paused,
    evicted: head.evicted,
    earlier,
    things: "console entries",
    notKept: { count: head.not_kept.debug, things: "debug entries" },
  });
  return { ...facts, ...counts, ...note, not_kept: head.not_kept, entries: items };
}

/** The requests that match, newest first, of `rows`, the newest last. */
export function networkList(
  rows: readonly Row[],
  query: NetworkQuery,
  head: NetworkHead,
): NetworkList {
  const facts = shownHead(head);
  const { items, earlier, ...counts } = select(rows, {
    query,
    pageOf: head.pageOf,
    bytes: MAX_LIST_BYTES - COUNTS_BYTES - jsonBytes(facts),
    matches: rowFilter(query),
    equal: () => false,
    lines: () => 1,
    show: showRow,
  });
  const note = emptyNote({
    ...counts,
    query,
    since: head.since,
    capturing: head.capturing,
    paused: head.paused,
    evicted: head.evicted,
    earlier,
    things: "requests",
    notKept: { count: head.not_kept.static, things: "successful static requests" },
  });
  return { ...facts, ...counts, ...note, not_kept: head.not_kept, requests: items };
}

function shownHead(head: Head): Omit<ListHead, "count" | "matched" | "total" | "more" | "note"> {
  return {
    capture: true,
    capturing: head.capturing,
    since: head.since,
    paused: head.paused,
    pages: head.pages.map((mark) => ({ ...mark, url: shorten(mark.url, MAX_SHOWN) })),
    dropped: head.dropped,
    gaps: head.gaps.slice(-MAX_GAPS).map((gap) => ({ ...gap, why: shorten(gap.why, MAX_WHY) })),
  };
}

function entryFilter(query: ConsoleQuery): (entry: Entry) => boolean {
  const { level, call } = query;
  const text = query.text === undefined ? null : containing(query.text);
  return (entry) =>
    (level === "all" || entry.level === "error" || (level === "warn" && entry.level === "warn")) &&
    (call === undefined || entry.call === call) &&
    (text === null || text.test(entry.text));
}

function rowFilter(query: NetworkQuery): (row: Row) => boolean {
  const { filter, call, method, status } = query;
  const url = query.url === undefined ? null : containing(query.url);
  return (row) =>
    (filter === "all" || (filter === "failed" ? row.failed : isXhr(row))) &&
    (call === undefined || row.call === call) &&
    (method === undefined || hopsOf(row).some((hop) => hop.method.toUpperCase() === method)) &&
    (status === undefined || hopsOf(row).some((hop) => hasStatus(hop.status, status))) &&
    (url === null || hopsOf(row).some((hop) => url.test(hop.url)));
}

/** Where a request was asked for, one after the other: each is looked for, as if it were a row. */
function hopsOf(row: Row): Pick<Row, "method" | "url" | "status">[] {
  const { method, redirects = [] } = row;
  return [row, ...redirects.map((hop) => ({ method, ...hop }))];
}

function isXhr(row: Row): boolean {
  return row.type === "fetch" || row.type === "xhr";
}

function hasStatus(had: number | null, status: number | StatusClass): boolean {
  if (had === null) return false;
  if (typeof status === "number") return had === status;
  return Math.floor(had / 100) === Number(status.charAt(0));
}

/** Finds a text in any case, without a copy of what it is looked for in. */
function containing(text: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "iu");
}

/** Whether two neighbours are one line said twice. */
function isSameLine(newer: Entry, older: Entry): boolean {
  return newer.text === older.text && newer.cut === older.cut && newer.level === older.level &&
    newer.type === older.type && newer.nav === older.nav && newer.call === older.call &&
    newer.context === older.context && newer.background === older.background &&
    newer.source?.line === older.source?.line && newer.source?.column === older.source?.column &&
    newer.source?.url === older.source?.url;
}

/** An entry's members by name: what is kept of it besides is for its detail. */
export function showEntry(entry: Entry, lines: number): Entry {
  const { text, cut } = cutText(entry.text, MAX_SHOWN);
  const hidden = cut + (entry.cut ?? 0);
  const { source } = entry;
  return {
    seq: entry.seq,
    nav: entry.nav,
    call: entry.call,
    at: entry.at,
    level: entry.level,
    type: entry.type,
    text,
    ...(hidden > 0 ? { cut: hidden } : {}),
    source: source === null
      ? null
      : { url: shorten(source.url, MAX_SHOWN), line: source.line, column: source.column },
    context: entry.context,
    ...(entry.tab === undefined ? {} : { tab: entry.tab }),
    ...(lines > 1 ? { repeat: lines } : {}),
    ...(entry.background === true ? { background: true } : {}),
  };
}

/** A row's members by name: what is kept of it besides is for its detail. */
export function showRow(row: Row): Row {
  const { text: url, cut } = cutText(row.url, MAX_SHOWN);
  const hidden = cut + (row.cut ?? 0);
  return {
    id: row.id,
    seq: row.seq,
    nav: row.nav,
    call: row.call,
    at: row.at,
    method: shorten(row.method, MAX_WORD),
    url,
    ...(hidden > 0 ? { cut: hidden } : {}),
    status: row.status,
    status_text: shortenOrNull(row.status_text),
    type: row.type,
    mime: shortenOrNull(row.mime),
    size: row.size,
    took_ms: row.took_ms,
    state: row.state,
    failed: row.failed,
    error: row.error === null ? null : shorten(row.error, MAX_SHOWN),
    class: row.class,
    from_cache: row.from_cache,
    context: row.context,
    ...(row.tab === undefined ? {} : { tab: row.tab }),
    navigation: row.navigation,
    ...(row.redirects === undefined ? {} : { redirects: showRedirects(row.redirects) }),
    ...(row.background === true ? { background: true } : {}),
  };
}

function showRedirects(redirects: NonNullable<Row["redirects"]>): NonNullable<Row["redirects"]> {
  return redirects.slice(0, MAX_REDIRECTS).map(({ method, url, status }) => ({
    ...(method === undefined ? {} : { method: shorten(method, MAX_WORD) }),
    url: shorten(url, MAX_SHOWN),
    status,
  }));
}

/** A text with a sign of it when something was left out at its end. */
function shorten(text: string, max: number): string {
  const { text: shown, cut } = cutText(text, max);
  return cut > 0 ? `${shown}…` : text;
}

function shortenOrNull(text: string | null): string | null {
  return text === null ? null : shorten(text, MAX_WORD);
}
