/** Reads `workspace://` URIs. @module */
import { decodePart, Query, quote } from "./query.ts";
import { UriError } from "./uri_error.ts";
import {
  CONSOLE_TEMPLATE,
  CONSOLE_URI,
  CURRENT_URI,
  ENTRY_TEMPLATE,
  FILE_TEMPLATE,
  FILES_URI,
  NETWORK_TEMPLATE,
  NETWORK_URI,
  REQUEST_TEMPLATE,
  SITE_DATA_URI,
} from "./uris.ts";

export { UriError } from "./uri_error.ts";
export {
  CONSOLE_TEMPLATE,
  CONSOLE_URI,
  consoleSee,
  CURRENT_URI,
  ENTRY_TEMPLATE,
  entryUri,
  fileUri,
  NETWORK_TEMPLATE,
  NETWORK_URI,
  networkSee,
  REQUEST_TEMPLATE,
  requestUri,
} from "./uris.ts";

/** Entries or requests listed when a URI does not say how many. */
export const DEFAULT_LIMIT = 50;

/** Entries or requests listed at most. */
export const MAX_LIMIT = 1_000;

/** Documents that a list tells of, and that `pages` counts. */
export const MAX_PAGES = 5;

/** What console and network queries have in common. */
export interface ListQuery {
  /**
   * The documents looked at, those shown last, 1 to 5, or `all` that anything is kept of: 1 unless said
   * otherwise, `all` with `call`.
   */
  readonly pages: number | "all";
  /** Only what this call caused. */
  readonly call?: number;
  /** 1 to 1 000. */
  readonly limit: number;
  /** Only what is older than this `seq`. */
  readonly before?: number;
  /** Only what is newer than this `seq`. */
  readonly after?: number;
}

/** Which console entries are asked for. */
export interface ConsoleQuery extends ListQuery {
  /** `warn` means warnings and errors. */
  readonly level: "all" | "error" | "warn";
  /** Only texts that contain it, in any case. */
  readonly text?: string;
}

/** A class of HTTP statuses. */
export type StatusClass = "1xx" | "2xx" | "3xx" | "4xx" | "5xx";

/** Which requests are asked for. */
export interface NetworkQuery extends ListQuery {
  /** `xhr` means fetch and XMLHttpRequest. */
  readonly filter: "all" | "failed" | "xhr";
  /** Only URLs that contain it, in any case. */
  readonly url?: string;
  /** In upper case. */
  readonly method?: string;
  /** One status, 100 to 599, or a class of them. */
  readonly status?: number | StatusClass;
}

/** What a URI names. */
export type ParsedUri =
  | { readonly kind: "current" }
  | { readonly kind: "console"; readonly query: ConsoleQuery }
  | { readonly kind: "entry"; readonly seq: number }
  | { readonly kind: "files" }
  | { readonly kind: "site-data" }
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: "network"; readonly query: NetworkQuery }
  | { readonly kind: "request"; readonly id: string };

/** What `level` may be. */
export const CONSOLE_LEVELS = ["all", "error", "warn"] as const;

/** What `filter` may be. */
export const NETWORK_FILTERS = ["all", "failed", "xhr"] as const;

/** UTF-16 code units of a URI at most. */
const MAX_URI = 8_192;

/**
 * Reads a URI. Parameters may come in any order and each may be left out.
 *
 * @throws {UriError} status 404 when it names no resource; 400 when an id or a parameter is bad,
 * repeated or unknown, with the allowed ones named
 */
export function parseUri(uri: string): ParsedUri {
  if (uri.length > MAX_URI) {
    throw new UriError(400, `Cannot read a URI of ${uri.length} characters: at most ${MAX_URI}`);
  }
  if (uri.includes("#")) {
    throw new UriError(
      400,
      `Cannot read ${quote(uri)}: a URI here has no fragment, write # as %23`,
    );
  }
  const at = uri.indexOf("?");
  const name = at < 0 ? uri : uri.slice(0, at);
  const query = at < 0 ? "" : uri.slice(at + 1);
  switch (name) {
    case CURRENT_URI:
      refuseQuery(name, query);
      return { kind: "current" };
    case FILES_URI:
      refuseQuery(name, query);
      return { kind: "files" };
    case SITE_DATA_URI:
      refuseQuery(name, query);
      return { kind: "site-data" };
    case CONSOLE_URI:
      return { kind: "console", query: consoleQuery(new Query(query, names(CONSOLE_TEMPLATE))) };
    case NETWORK_URI:
      return { kind: "network", query: networkQuery(new Query(query, names(NETWORK_TEMPLATE))) };
  }
  const parsed = parseItem(name);
  refuseQuery(name, query);
  return parsed;
}

function parseItem(name: string): ParsedUri {
  if (name.startsWith(`${CONSOLE_URI}/`)) {
    const seq = decodePart(name.slice(CONSOLE_URI.length + 1));
    if (/^\d{1,15}$/.test(seq)) return { kind: "entry", seq: Number(seq) };
    throw new UriError(400, `Bad entry ${quote(seq)}: it must be the seq of an entry, such as 12`);
  }
  if (name.startsWith(`${NETWORK_URI}/`)) {
    const id = decodePart(name.slice(NETWORK_URI.length + 1));
    if (/^\d{1,15}\.\d{1,15}$/.test(id)) return { kind: "request", id };
    throw new UriError(
      400,
      `Bad request ${quote(id)}: it must be the id of a request, such as 3.7`,
    );
  }
  if (name.startsWith(`${FILES_URI}/`)) {
    return { kind: "file", name: decodePart(name.slice(FILES_URI.length + 1)) };
  }
  throw new UriError(
    404,
    `No resource ${quote(name)}: read ${CURRENT_URI}, ${CONSOLE_TEMPLATE}, ${ENTRY_TEMPLATE}, ` +
      `${NETWORK_TEMPLATE}, ${REQUEST_TEMPLATE}, ${FILES_URI}, ${FILE_TEMPLATE} or ${SITE_DATA_URI}`,
  );
}

function refuseQuery(name: string, query: string): void {
  if (query !== "") throw new UriError(400, `${quote(name)} takes no parameters: remove them`);
}

/** The parameters a template names: they are what is allowed. */
function names(template: string): string[] {
  return template.slice(template.indexOf("{?") + 2, -1).split(",");
}

function consoleQuery(query: Query): ConsoleQuery {
  const text = query.text("text");
  return {
    level: query.word("level", CONSOLE_LEVELS, "all"),
    ...listQuery(query),
    ...(text === undefined ? {} : { text }),
  };
}

function networkQuery(query: Query): NetworkQuery {
  const url = query.text("url");
  const token = /^[\w!#$%&'*+.^`|~-]{1,64}$/;
  const method = query.matching("method", token, "an HTTP method, such as GET")?.toUpperCase();
  const status = statusOf(query);
  return {
    filter: query.word("filter", NETWORK_FILTERS, "all"),
    ...listQuery(query),
    ...(url === undefined ? {} : { url }),
    ...(method === undefined ? {} : { method }),
    ...(status === undefined ? {} : { status }),
  };
}

function statusOf(query: Query): number | StatusClass | undefined {
  const what = "a status from 100 to 599, or a class of them: 1xx, 2xx, 3xx, 4xx or 5xx";
  const value = query.matching("status", /^[1-5](?:\d\d|xx)$/i, what)?.toLowerCase();
  if (value === undefined) return undefined;
  return isStatusClass(value) ? value : Number(value);
}

function isStatusClass(value: string): value is StatusClass {
  return value.endsWith("xx");
}

function pagesOf(query: Query): number | "all" | undefined {
  const what = `a whole number from 1 to ${MAX_PAGES}, or all`;
  const value = query.matching("pages", new RegExp(`^(?:[1-${MAX_PAGES}]|all)$`), what);
  return value === undefined || value === "all" ? value : Number(value);
}

function listQuery(query: Query): ListQuery {
  const call = query.whole("call", 1);
  const before = query.whole("before", 1);
  const after = query.whole("after", 0);
  return {
    pages: pagesOf(query) ?? (call === undefined ? 1 : "all"),
    limit: query.whole("limit", 1, MAX_LIMIT) ?? DEFAULT_LIMIT,
    ...(call === undefined ? {} : { call }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}
