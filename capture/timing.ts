/**
 * Where a request's time went. Chrome counts milliseconds from `timeOrigin` and ends with the
 * headers; Firefox gives absolute times and ends with the body; 0 means "not known" in both.
 *
 * @module
 */
import type { FetchTimingInfo, NetworkBase, ResponseData } from "../bidi/protocol.ts";
import type { BrowserKind } from "./entry_kind.ts";
import type { RequestDetail } from "./shapes.ts";

/** When the browser began with a request, in epoch milliseconds. */
export function beganAt(event: NetworkBase, browser: BrowserKind): number {
  const requested = event.request.timings?.requestTime;
  return browser === "firefox" && requested > 0 ? requested : event.timestamp;
}

/** How long an exchange took to its end from when it began, in milliseconds. */
export function tookMs(
  began: number,
  timings: FetchTimingInfo | undefined,
  now: number,
  browser: BrowserKind,
): number {
  const end = browser === "firefox" && timings !== undefined && timings.responseEnd > 0
    ? timings.responseEnd
    : now;
  return Math.max(0, Math.round(end - began));
}

/**
 * The bytes of a body as it was sent, or null when the browser does not say. Chrome counts what it
 * received, mostly with the headers and, in HTTP/1, with the status line and the empty line that its `headersSize` leaves
 * out; now and then the body alone, which is then smaller than the headers can be.
 */
export function encodedSize(response: ResponseData, browser: BrowserKind): number | null {
  if (browser === "firefox") return response.bodySize;
  if (response.fromCache || response.status === 304) return 0;
  const line = response.protocol.startsWith("http/1")
    ? response.protocol.length + ` ${response.status} ${response.statusText}`.length + 4
    : 0;
  const head = (response.headersSize ?? 0) + line;
  const received = Math.max(0, response.bytesReceived);
  return received >= head ? received - head : received;
}

/** The parts of a request's time; null when nothing of it is known. */
export function timingOf(
  timings: FetchTimingInfo | undefined,
  took: number | null,
  browser: BrowserKind,
): RequestDetail["timing"] {
  if (timings === undefined) return null;
  const firefox = browser === "firefox";
  const answered = timings.responseStart > 0 ? timings.responseStart : timings.responseEnd;
  const headersEnd = timings.responseEnd;
  const tlsEnd = timings.tlsEnd ?? timings.connectEnd;
  const wait = span(timings.requestStart, answered);
  if (wait === null) return null;
  return {
    dns: span(timings.dnsStart, timings.dnsEnd),
    connect: span(timings.connectStart, timings.connectEnd),
    tls: span(timings.tlsStart, tlsEnd),
    wait,
    receive: firefox
      ? span(answered, timings.responseEnd)
      : took === null
      ? null
      : Math.max(0, Math.round(took - headersEnd)),
  };
}

function span(from: number, to: number): number | null {
  return from > 0 && to >= from ? Math.round(to - from) : null;
}
