/** Puts what is kept into the shapes that are read. Reading changes nothing. @module */
import { type BodySource, bodySourceOf } from "./body_source.ts";
import type { ConsoleLog } from "./console_log.ts";
import { type Exchange, requestDetail, rowOf } from "./exchange.ts";
import type { Exchanges } from "./exchanges.ts";
import type { Gaps } from "./gaps.ts";
import { entryDetail, entryOf } from "./log_record.ts";
import type { Navigations } from "./navigations.ts";
import type { StripOf } from "./older_pages.ts";
import { RequestSearch, type RequestWish, type Since } from "./request_search.ts";
import type {
  Captured,
  ConsoleList,
  EntryDetail,
  Kept,
  NavigationMark,
  NetworkList,
  RequestDetail,
} from "./shapes.ts";
import type { ConsoleQuery, NetworkQuery } from "./uri.ts";
import { consoleList, type Head, networkList } from "./views.ts";

/** What is read. */
export interface ReaderParts {
  /** Takes queries off URLs of older documents. */
  readonly strip: StripOf;
  /** The documents of the driven tab, and what was seen of each. */
  readonly navigations: Navigations;
  /** The entries. */
  readonly log: ConsoleLog;
  /** The requests. */
  readonly exchanges: Exchanges;
  /** What may have been missed. */
  readonly gaps: Gaps;
}

/** Whether capture goes on, as every list says it. */
export type State = Pick<Head, "capturing" | "paused" | "since">;

/** Reads what one workspace keeps. */
export class Reader {
  readonly #parts: ReaderParts;

  /** Reads these. */
  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** The console entries that match, newest first. */
  consoleList(query: ConsoleQuery, state: State): ConsoleList {
    const { log, navigations } = this.#parts;
    const entries = log.records.map((record) => entryOf(record, this.#parts.strip(record.nav)));
    const { debug } = navigations.seenOn(query.pages);
    const head = this.#head(log.dropped, state);
    return consoleList(entries, query, { ...head, not_kept: { debug } });
  }

  /** One console entry in full, or undefined when none with this number is kept. */
  entry(seq: number): EntryDetail | undefined {
    const record = this.#parts.log.find(seq);
    return record === undefined ? undefined : entryDetail(record, this.#parts.strip(record.nav));
  }

  /** The requests that match, newest first. */
  networkList(query: NetworkQuery, state: State): NetworkList {
    const { exchanges, navigations } = this.#parts;
    const rows = exchanges.shown.map((exchange) =>
      rowOf(exchange, this.#parts.strip(exchange.nav))
    );
    const seen = navigations.seenOn(query.pages);
    const head = this.#head(exchanges.dropped, state);
    return networkList(rows, query, { ...head, not_kept: { static: seen.static } });
  }

  /** One request in full, or undefined when none with this id is kept. */
  request(id: string): RequestDetail | undefined {
    const exchange = this.#exchange(id);
    return exchange === undefined
      ? undefined
      : requestDetail(exchange, this.#parts.strip(exchange.nav));
  }

  /** Looks for a request among those that began since a call. */
  search(wish: RequestWish, since: Since): RequestSearch {
    const { exchanges, strip } = this.#parts;
    return new RequestSearch({ exchanges, strip }, wish, since);
  }

  /** Where the bodies of a request can be had, or undefined when it is not kept. */
  bodySource(id: string): BodySource | undefined {
    const exchange = this.#exchange(id);
    return exchange === undefined ? undefined : bodySourceOf(exchange);
  }

  /** What was seen since the last navigation of the driven tab. */
  captured(): Captured {
    const seen = this.#parts.navigations.seenOn(1);
    return {
      console: seen.console,
      network: seen.network,
      errors: seen.errors,
      failed_requests: seen.failed_requests,
    };
  }

  /** All that is kept, in full. */
  kept(): Kept {
    const { log, exchanges } = this.#parts;
    return {
      pages: this.#marks(),
      entries: log.records.map((record) => entryDetail(record, this.#parts.strip(record.nav))),
      requests: exchanges.shown.map((each) => requestDetail(each, this.#parts.strip(each.nav))),
    };
  }

  #exchange(id: string): Exchange | undefined {
    return this.#parts.exchanges.shown.findLast((exchange) => exchange.id === id);
  }

  #marks(): NavigationMark[] {
    return this.#parts.navigations.marks.map((mark) => ({
      ...mark,
      url: this.#parts.strip(mark.nav)?.(mark.url) ?? mark.url,
    }));
  }

  #head(evicted: number, { capturing, since, paused }: State): Head {
    const { gaps, navigations } = this.#parts;
    return {
      capture: true,
      capturing,
      since,
      paused,
      pages: this.#marks(),
      dropped: evicted + gaps.lost,
      gaps: gaps.list,
      evicted,
      pageOf: (nav) => navigations.pageOf(nav),
    };
  }
}
