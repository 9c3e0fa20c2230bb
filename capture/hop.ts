/**
 * Fills in an exchange's hop from an event. Secrets are learned from an event's headers before anything of
 * the exchange is masked, and headers are masked once: events repeat them.
 *
 * @module
 */
import type { BeforeRequestSent, NetworkBase, ResponseData } from "../bidi/protocol.ts";
import type { Exchange, Hop } from "./exchange.ts";
import { fingerprint, type HeaderMask, maskHeaders, plainHeaders } from "./headers.ts";
import type { Mask } from "./mask.ts";
import { maskStart } from "./mask_start.ts";
import type { HeaderShape } from "./shapes.ts";
import { sanitize } from "./sanitize.ts";

/** What masks an exchange. */
export type NetworkMask = Mask & HeaderMask;

/** Characters kept of a URL. */
const MAX_URL = 8_192;

/** Characters kept of a method, a status text, a MIME type. */
const MAX_TOKEN = 256;

/** What the browsers say of an answer that named no type. */
const NO_TYPE: ReadonlySet<string> = new Set(["", "application/x-unknown-content-type"]);

/** A hop as its first event describes it. */
export function beginHop(params: NetworkBase, mask: NetworkMask): Hop {
  const request = params.request;
  const headers = plainHeaders(request.headers);
  mask.learnHeaders(headers);
  return {
    count: params.redirectCount,
    method: token(request.method, mask),
    url: keptUrl(request.url, mask),
    bodySize: request.bodySize ?? null,
    status: null,
    statusText: null,
    mime: null,
    charset: null,
    size: null,
    fromCache: false,
    requestHeaders: maskHeaders(headers, mask),
    responseHeaders: [],
    requestPrint: fingerprint(request.headers, request.headersSize),
    responsePrint: "",
    timing: null,
  };
}

/** Takes the request's headers as a later event gives them, when they are others. */
export function resendHop(hop: Hop, params: NetworkBase, mask: NetworkMask): void {
  const request = params.request;
  const print = fingerprint(request.headers, request.headersSize);
  if (print === hop.requestPrint) return;
  const headers = plainHeaders(request.headers);
  if (headers.length === 0) return;
  mask.learnHeaders(headers);
  hop.requestHeaders = maskHeaders(headers, mask);
  hop.requestPrint = print;
}

/** Takes the answer. */
export function answerHop(hop: Hop, response: ResponseData, mask: NetworkMask): void {
  const print = fingerprint(response.headers, response.headersSize);
  if (print !== hop.responsePrint) {
    hop.responseHeaders = answerHeaders(response, mask);
    hop.responsePrint = print;
  }
  hop.status = response.status;
  hop.statusText =
    maskStart(response.statusText ?? "", MAX_TOKEN, (start) => mask.text(sanitize(start))).text;
  const [mime = "", ...parameters] = (response.mimeType ?? "").split(";");
  hop.mime = NO_TYPE.has(mime.trim()) ? null : token(mime.trim(), mask).toLowerCase();
  const charset = charsetOf(parameters) ?? charsetOf(contentType(hop).split(";"));
  hop.charset = charset && token(charset, mask).toLowerCase();
  hop.fromCache = response.fromCache === true;
}

/** The headers of an answer as they are kept. */
export function answerHeaders(response: ResponseData, mask: NetworkMask): HeaderShape[] {
  const headers = plainHeaders(response.headers);
  mask.learnHeaders(headers);
  return maskHeaders(headers, mask);
}

/** Takes what asked for the exchange: the frame on top of its stack, where the browser tells one. */
export function describeInitiator(
  exchange: Exchange,
  params: BeforeRequestSent,
  mask: NetworkMask,
): void {
  const initiator = params.initiator;
  if (initiator === undefined || exchange.hop.count > 0) return;
  const frame = initiator.stackTrace?.callFrames[0];
  const place = params.request["goog:resourceInitiator"];
  const url = frame?.url ?? place?.url ?? null;
  const line = frame?.lineNumber ?? place?.lineNumber ?? initiator.lineNumber ?? null;
  exchange.initiator = {
    type: token(initiator.type ?? "other", mask),
    url: url === null || url === "" ? null : keptUrl(url, mask),
    line: line === null ? null : line + 1,
  };
  if (frame !== undefined) {
    exchange.frame = `${exchange.initiator.url}:${frame.lineNumber}:${frame.columnNumber}`;
  }
}

/** A request's URL as it is kept: masked, and of at most 8 192 characters. */
export function keptUrl(url: string, mask: Mask): string {
  return maskStart(url, MAX_URL, (start) => mask.url(sanitize(start))).text;
}

function token(text: string, mask: NetworkMask): string {
  return maskStart(text, MAX_TOKEN, (start) => mask.token(start)).text;
}

function contentType(hop: Hop): string {
  return hop.responseHeaders.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";
}

function charsetOf(parameters: readonly string[]): string | null {
  for (const parameter of parameters) {
    const match = /^\s*charset\s*=\s*"?([\w.:-]+)/i.exec(parameter);
    if (match?.[1] !== undefined) return match[1];
  }
  return null;
}
