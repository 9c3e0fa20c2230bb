/**
 * Where a body can be had, or why there is none: a question to the browser that has no answer may
 * take 5 seconds, and Firefox never answers some.
 *
 * @module
 */
import { type Exchange, isRedirect } from "./exchange.ts";
import type { RequestState } from "./shapes.ts";

/** What is needed to ask the browser for the bodies of a request. */
export interface BodySource {
  /** The id that lists show. */
  readonly id: string;
  /** The browser's own id of the request. */
  readonly request: string;
  /** The session it was made in, as {@linkcode Capture.attach} numbered it. */
  readonly generation: number;
  /** The media type of the response with its charset, or null when it has none. */
  readonly mime: string | null;
  /** The media type of the request's body, or null when none was sent. */
  readonly requestMime: string | null;
  /** Bytes of the response as they were sent, or null when they are not known. */
  readonly size: number | null;
  /** Bytes of the request's body as the browser counts them, 0 for none; null when it did not say. */
  readonly requestSize: number | null;
  /** How far the request got. */
  readonly state: RequestState;
  /** Why neither body is for anybody, in one sentence, or null when they are not barred. */
  readonly barred: string | null;
  /** Why no response body can be had, in one sentence, or null when it can. */
  readonly unavailable: string | null;
}

/** The source of the bodies of an exchange. */
export function bodySourceOf(exchange: Exchange): BodySource {
  const { hop, state } = exchange;
  const charset = hop.charset === null ? "" : `;charset=${hop.charset}`;
  const sent = hop.requestHeaders.find(({ name }) => name.toLowerCase() === "content-type");
  return {
    id: exchange.id,
    request: exchange.request,
    generation: exchange.generation,
    mime: hop.mime === null ? null : hop.mime + charset,
    requestMime: sent?.value ?? null,
    size: hop.size,
    requestSize: hop.bodySize,
    state,
    barred: exchange.barred,
    unavailable: unavailable(exchange),
  };
}

function unavailable({ hop, state, error, type, context }: Exchange): string | null {
  if (state === "pending") {
    return error === null
      ? "the request has not ended: ask again when its state is complete"
      : `the request is not known to have ended: ${error}`;
  }
  if (state === "cancelled") return `the request was cancelled (${error}): no body was kept`;
  if (hop.status === null) return `the request failed (${error}): there was no answer`;
  if (hop.method === "HEAD") return "an answer to HEAD has no body";
  if (hop.status === 101) return "the connection became a WebSocket: there is no body";
  if (hop.status === 204 || hop.status === 205) {
    return `an answer with status ${hop.status} has no body`;
  }
  if (isRedirect(hop.status)) return "the browser keeps no body of a redirect";
  if (type === "download") return "a download is saved, and its body is not kept by the browser";
  if (context !== null && isOpaque(hop.requestHeaders)) {
    return "the answer is opaque (no-cors): the browser gives its body to nobody";
  }
  return null;
}

/** A request across origins that asked for no CORS; for scripts, images and their kind that is usual. */
function isOpaque(headers: Exchange["hop"]["requestHeaders"]): boolean {
  const value = (name: string) =>
    headers.find((header) => header.name.toLowerCase() === name)?.value;
  return value("sec-fetch-mode") === "no-cors" && value("sec-fetch-dest") === "empty" &&
    value("sec-fetch-site") !== "same-origin";
}
