/**
 * The requests as HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), masked as they are kept. What is
 * not known is -1, as the format has it, or in a comment where it takes no -1; bodies stay in the browser and are
 * left out.
 *
 * @module
 */
import type { HeaderShape, Kept, NavigationMark, RequestDetail } from "../../capture/shapes.ts";

/** What a HAR says of where it comes from. */
export interface HarSource {
  /** The browser; null when that is not known. */
  readonly browser: string | null;
  /** The version of pagetap. */
  readonly version: string;
}

const UNKNOWN = -1;
const COMMENT =
  "Masked by pagetap (•••); bodies are not kept, successful static requests only counted";

/** The log of all that is kept. */
export function harOf({ pages, requests }: Kept, { browser, version }: HarSource): object {
  const known = new Set(pages.map(({ nav }) => nav));
  return {
    log: {
      version: "1.2",
      creator: { name: "pagetap", version },
      ...(browser !== null && { browser: { name: browser, version: "" } }),
      pages: pages.toReversed().map(page),
      entries: requests.toSorted((a, b) => a.at - b.at).map((request) => entry(request, known)),
      comment: COMMENT,
    },
  };
}

function page({ nav, url, at }: NavigationMark): object {
  return { id: `page_${nav}`, startedDateTime: time(at), title: url, pageTimings: {} };
}

function entry(request: RequestDetail, pages: ReadonlySet<number>): object {
  const { nav, at, error, initiator, redirects = [] } = request;
  const comments = [
    ...(error === null ? [] : [error]),
    ...(redirects.length === 0
      ? []
      : [`redirected from ${redirects.map(redirectWords).join(", ")}`]),
    ...(request.state === "pending" ? ["not answered yet"] : []),
    ...(request.took_ms === null && request.timing === null ? ["its time is not known"] : []),
  ];
  const timings = timingsOf(request);
  return {
    ...(pages.has(nav) && { pageref: `page_${nav}` }),
    startedDateTime: time(at),
    time: total(timings),
    request: sent(request),
    response: received(request),
    cache: {},
    timings,
    ...(comments.length > 0 && { comment: comments.join("; ") }),
    ...(initiator !== null && { _initiator: initiatorOf(initiator) }),
    _resourceType: request.type,
    _call: request.call,
  };
}

/** The method where it is not the request's own. */
function redirectWords({ method, url }: { method?: string; url: string }): string {
  return method === undefined ? url : `${method} ${url}`;
}

/** As DevTools has it: lines count from 0. */
function initiatorOf({ type, url, line }: NonNullable<RequestDetail["initiator"]>): object {
  return { type, ...(url !== null && { url }), ...(line !== null && { lineNumber: line - 1 }) };
}

/** Where the time went; what no part is known of was spent waiting to begin. */
function timingsOf({ timing, took_ms }: RequestDetail): Readonly<Record<string, number>> {
  if (timing === null) return { send: 0, wait: Math.max(0, took_ms ?? 0), receive: 0 };
  const known = {
    dns: timing.dns ?? UNKNOWN,
    connect: timing.connect ?? UNKNOWN,
    ssl: timing.tls ?? UNKNOWN,
    send: 0,
    wait: timing.wait ?? 0,
    receive: timing.receive ?? 0,
  };
  const blocked = (took_ms ?? 0) - total(known);
  return { blocked: blocked > 0 ? blocked : UNKNOWN, ...known };
}

/** A connection's time holds that of its handshake. */
function total(timings: Readonly<Record<string, number>>): number {
  return Object.entries(timings)
    .filter(([part, ms]) => part !== "ssl" && ms > 0)
    .reduce((sum, [, ms]) => sum + ms, 0);
}

function sent({ method, url, request_headers }: RequestDetail): object {
  return {
    method,
    url,
    httpVersion: "",
    cookies: [],
    headers: request_headers,
    queryString: queryOf(url),
    headersSize: UNKNOWN,
    bodySize: UNKNOWN,
  };
}

function received(request: RequestDetail): object {
  const { status, status_text, mime, size, response_headers, error } = request;
  return {
    status: status ?? 0,
    statusText: status_text ?? "",
    httpVersion: "",
    cookies: [],
    headers: response_headers,
    content: { size: size ?? UNKNOWN, mimeType: mime ?? "x-unknown" },
    redirectURL: valueOf(response_headers, "location"),
    headersSize: UNKNOWN,
    bodySize: size ?? UNKNOWN,
    ...(error !== null && { _error: error }),
  };
}

function valueOf(headers: readonly HeaderShape[], name: string): string {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? "";
}

/** Masked values are no percent-encoding; what cannot be read is left out. */
function queryOf(url: string): object[] {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}

function time(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
