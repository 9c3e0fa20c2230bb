/**
 * One request as it is kept: the row and what is needed to merge further events into it. All its
 * texts are masked.
 *
 * @module
 */
import type {
  FailureClass,
  HeaderShape,
  RequestDetail,
  RequestState,
  RequestType,
  Row,
} from "./shapes.ts";
import { shownTab } from "./shown_tab.ts";
import { requestUri } from "./uris.ts";
import type { Cause } from "./windows.ts";

/** One attempt of an exchange: the first request, or what a redirect made of it. */
export interface Hop {
  /** How many redirects led to it. */
  readonly count: number;
  /** The HTTP method. */
  readonly method: string;
  /** Masked, as all texts are. */
  readonly url: string;
  /** Bytes of the request's body, or null when they are not known. */
  readonly bodySize: number | null;
  /** The HTTP status; null before it came. */
  status: number | null;
  /** The words after the status. */
  statusText: string | null;
  /** The media type without its parameters, in lower case. */
  mime: string | null;
  /** The charset of the answer, in lower case. */
  charset: string | null;
  /** Bytes of the answer's body as it was sent. */
  size: number | null;
  /** Whether a cache answered. */
  fromCache: boolean;
  /** The request's headers, masked and cut. */
  requestHeaders: HeaderShape[];
  /** The answer's headers, masked and cut. */
  responseHeaders: HeaderShape[];
  /** Fingerprints of the headers as they came, so that the same are not masked again. */
  requestPrint: string;
  /** As `requestPrint`, of the answer. */
  responsePrint: string;
  /** Where the time went. */
  timing: RequestDetail["timing"];
}

/** A hop that led elsewhere. */
export interface Redirect {
  /** How many redirects led to it. */
  readonly count: number;
  /** How it had been asked for. */
  readonly method: string;
  /** Where it had been asked for, masked. */
  readonly url: string;
  /** Its status; 0 until it is known. */
  status: number;
  /** The answer's headers, masked and cut; empty until they are known, or when there is no room. */
  responseHeaders: readonly HeaderShape[];
}

/** One request. */
export interface Exchange {
  /** Its number among all that the workspace keeps. */
  readonly seq: number;
  /** Its id: the document's number and its own in it. */
  readonly id: string;
  /** The document it is of. */
  readonly nav: number;
  /** The browser's id of it, and of which session. */
  readonly request: string;
  /** The session that made it. */
  readonly generation: number;
  /** Where it was made; null outside of any page. */
  readonly context: string | null;
  /** The tab that is in; null where that is not known. */
  readonly tab: string | null;
  /** The navigation that loads it, when it is a document. */
  readonly navigation: string | null;
  /** The call it is of; null for nobody's. */
  call: number | null;
  /** How it came about. */
  readonly cause: Cause;
  /** When it was sent, in epoch milliseconds. */
  at: number;
  /** When the browser began it, which Firefox does some time before it is sent. */
  began: number;
  /** What it is for. */
  type: RequestType;
  /** The newest hop. */
  hop: Hop;
  /** The hop before, as long as nothing shows that this one was really sent. */
  previous: Hop | null;
  /** The hops before this one, in order; a status is 0 until it is known. */
  readonly redirects: Redirect[];
  /** How far it got. */
  state: RequestState;
  /** Milliseconds from its beginning to its end; null before. */
  tookMs: number | null;
  /** Whether it failed, by its status or without one. */
  failed: boolean;
  /** What the browser said of its end, when that was no success. */
  error: string | null;
  /** What its failure is. */
  class: FailureClass | null;
  /** What asked for it. */
  initiator: RequestDetail["initiator"];
  /** The frame that made it, as its signature needs it. */
  frame: string;
  /** Whether it became a download. */
  download: boolean;
  /** Whether it is background, and nobody's. */
  background: boolean;
  /** Whether it was judged as a failure. */
  judged: boolean;
  /** Whether its success was counted instead of kept. */
  countedAsStatic: boolean;
  /** Why its bodies are for nobody, masked; null when they are not. Where one hop may not be read, no hop may. */
  barred: string | null;
  /** Estimate of what it holds. */
  bytes: number;
}

/** What is known of an exchange when it begins. */
export type Beginning = Pick<
  Exchange,
  | "seq"
  | "id"
  | "nav"
  | "request"
  | "generation"
  | "context"
  | "tab"
  | "navigation"
  | "call"
  | "cause"
  | "at"
  | "began"
  | "type"
  | "hop"
>;

/** An exchange that has just begun. */
export function newExchange(beginning: Beginning): Exchange {
  return {
    ...beginning,
    previous: null,
    redirects: [],
    state: "pending",
    tookMs: null,
    failed: false,
    error: null,
    class: null,
    initiator: null,
    frame: "",
    download: false,
    background: false,
    judged: false,
    countedAsStatic: false,
    barred: null,
    bytes: 0,
  };
}

/** Redirects kept of an exchange; browsers give up after as many. */
export const MAX_REDIRECTS = 20;

/** Headers kept of all redirects of an exchange together. */
const MAX_REDIRECT_HEADERS = 64;

/** What is kept of a redirect's headers beside those of the others. */
export function redirectHeaders(
  redirects: readonly Redirect[],
  headers: readonly HeaderShape[],
): readonly HeaderShape[] {
  const kept = redirects.reduce((sum, { responseHeaders }) => sum + responseHeaders.length, 0);
  return headers.slice(0, Math.max(0, MAX_REDIRECT_HEADERS - kept));
}

/** Bytes an exchange takes beside its texts. */
const FIXED_BYTES = 1_000;

/** Whether a status sends the browser elsewhere. */
export function isRedirect(status: number | null): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** Headers that carry URLs. */
const URL_HEADERS: ReadonlySet<string> = new Set(["referer", "location", "content-location"]);

/** Takes query and fragment off a URL; null while its document is the newest, whose URLs stay whole. */
export type Strip = ((url: string) => string) | null;

/** The row of a list. */
export function rowOf(exchange: Exchange, strip: Strip): Row {
  const hop = exchange.hop;
  const url = (url: string) => strip?.(url) ?? url;
  return {
    id: exchange.id,
    seq: exchange.seq,
    nav: exchange.nav,
    call: exchange.background ? null : exchange.call,
    at: exchange.at,
    method: hop.method,
    url: url(hop.url),
    status: hop.status,
    status_text: hop.statusText,
    type: exchange.type,
    mime: hop.mime,
    size: hop.size,
    took_ms: exchange.tookMs,
    state: exchange.state,
    failed: exchange.failed,
    error: exchange.error,
    class: exchange.class,
    from_cache: hop.fromCache,
    context: exchange.context,
    ...shownTab(exchange.tab),
    navigation: exchange.navigation !== null,
    ...(exchange.redirects.length === 0 ? {} : {
      redirects: exchange.redirects.map(({ method, url: from, status }) => ({
        ...(method === hop.method ? {} : { method }),
        url: url(from),
        status,
      })),
    }),
    ...(exchange.background ? { background: true as const } : {}),
  };
}

/** The request in full. */
export function requestDetail(exchange: Exchange, strip: Strip): RequestDetail {
  const { hop, initiator } = exchange;
  const headers = (list: readonly HeaderShape[]) =>
    list.map(({ name, value }) => ({
      name,
      value: strip !== null && URL_HEADERS.has(name.toLowerCase()) ? strip(value) : value,
    }));
  const { redirects, ...row } = rowOf(exchange, strip);
  return {
    ...row,
    ...(redirects === undefined ? {} : {
      redirects: redirects.map((redirect, at) => ({
        ...redirect,
        response_headers: headers(exchange.redirects[at]?.responseHeaders ?? []),
      })),
    }),
    request_headers: headers(hop.requestHeaders),
    response_headers: headers(hop.responseHeaders),
    initiator: initiator &&
      { ...initiator, url: initiator.url && (strip?.(initiator.url) ?? initiator.url) },
    timing: hop.timing,
    uri: requestUri(exchange.id),
  };
}

/** Estimates what an exchange holds, two bytes a character. */
export function bytesOf(exchange: Exchange): number {
  let characters = exchange.hop.url.length + (exchange.error?.length ?? 0);
  const sides: (readonly HeaderShape[])[] = [
    exchange.hop.requestHeaders,
    exchange.hop.responseHeaders,
  ];
  for (const { url, responseHeaders } of exchange.redirects) {
    characters += url.length;
    sides.push(responseHeaders);
  }
  for (const side of sides) {
    for (const { name, value } of side) characters += name.length + value.length + 32;
  }
  return FIXED_BYTES + 2 * characters;
}
