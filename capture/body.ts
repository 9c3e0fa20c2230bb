/**
 * From the bytes a browser hands out to the body a caller reads: decoded by its charset, masked, then
 * cut; no more is masked than what is shown needs. A binary body is told by its type and size only.
 *
 * @module
 */
import type { BytesValue } from "../bidi/protocol.ts";
import { maskStart } from "./mask_start.ts";
import type { Masker } from "./masker.ts";
import type { Body } from "./shapes.ts";
import { requestUri } from "./uri.ts";

/** UTF-8 bytes of text a body shows at most. */
export const MAX_BODY_TEXT = 100_000;

/** What a body is made from. */
export interface BodyInput {
  /** The request, as `network` lists it. */
  readonly id: string;
  /** Which body of the two. */
  readonly side: "request" | "response";
  /** Bytes of the request's body by its own event; null for a response, whose size is not that exact. */
  readonly sent: number | null;
  /** The media type with its parameters, or null when none was sent. */
  readonly mime: string | null;
  /** What the browser handed out. */
  readonly bytes: BytesValue;
  /** Which browser: Firefox hands out text that it has re-encoded. */
  readonly browser: "chrome" | "firefox";
  /** What knows the secrets of the workspace. */
  readonly masker: Masker;
}

const TEXTUAL =
  /^(text\/|multipart\/form-data|application\/(.*[+])?(json|xml|javascript|ecmascript|x-javascript|x-www-form-urlencoded|graphql|x-ndjson|yaml|x-yaml|manifest\+json|reports\+json|csp-report)|image\/svg\+xml)/i;

/** Makes the body that is shown. */
export function bodyShape(input: BodyInput): Body {
  const { id, side, mime, browser, masker } = input;
  const bytes = truly(input);
  const { text, size } = decode(bytes, mime);
  const shape = { id, uri: requestUri(id), side, mime, size };
  if (text === null) return { ...shape, binary: true, text: null, truncated: false };
  // No character takes less than a byte: what is looked at is enough for what is shown.
  const masked = maskStart(text, MAX_BODY_TEXT, (start) => masker.body(start, mime));
  const cut = cutUtf8(masked.text, MAX_BODY_TEXT);
  const lossy = browser === "firefox" && bytes.type === "string" && otherCharset(mime);
  return {
    ...shape,
    binary: false,
    text: cut.text,
    truncated: cut.truncated || masked.cut > 0,
    ...(lossy && {
      why: `re-encoded by the browser from ${charsetOf(mime)}: some characters may be lost`,
    }),
  };
}

/** Chrome hands out a request's bytes that are no text in base64, and calls that a string. */
function truly({ bytes, browser, sent }: BodyInput): BytesValue {
  if (browser !== "chrome" || sent === null || bytes.type !== "string") return bytes;
  if (utf8Length(bytes.value) === sent) return bytes;
  return base64Length(bytes.value) === sent ? { ...bytes, type: "base64" } : bytes;
}

/** Bytes that a whole text in base64 stands for; null for a text that is none. */
function base64Length(text: string): number | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return text.length / 4 * 3 - padding;
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

function decode(bytes: BytesValue, mime: string | null): { text: string | null; size: number } {
  if (bytes.type === "string") {
    const text = stripBom(bytes.value);
    return { text: isText(text, mime) ? text : null, size: utf8Length(bytes.value) };
  }
  const raw = Uint8Array.fromBase64(bytes.value);
  if (mime !== null && !TEXTUAL.test(mime)) return { text: null, size: raw.length };
  const text = decodeAs(raw, charsetOf(mime) ?? "utf-8") ?? decodeAs(raw, "windows-1252");
  return { text: text !== null && isText(text, mime) ? text : null, size: raw.length };
}

/** Strict for UTF-8, so that bytes of another charset are not shown as replacement characters. */
function decodeAs(raw: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: /^utf-?8$/i.test(charset) }).decode(raw);
  } catch {
    return null;
  }
}

function isText(text: string, mime: string | null): boolean {
  if (mime !== null && !TEXTUAL.test(mime)) return false;
  // A type that promises text, or none at all, may still carry bytes.
  return !text.slice(0, 4_096).includes("\u0000");
}

function charsetOf(mime: string | null): string | null {
  return /;\s*charset="?([^";\s]+)/i.exec(mime ?? "")?.[1] ?? null;
}

function otherCharset(mime: string | null): boolean {
  const charset = charsetOf(mime);
  return charset !== null && !/^(utf-?8|us-ascii)$/i.test(charset);
}

function stripBom(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

function cutUtf8(text: string, max: number): { text: string; truncated: boolean } {
  // No character takes less than a byte or, in UTF-16, more than three bytes a unit.
  if (text.length * 3 <= max) return { text, truncated: false };
  const target = new Uint8Array(max);
  const { read, written } = new TextEncoder().encodeInto(text, target);
  if (read === text.length && written <= max) return { text, truncated: false };
  return { text: text.slice(0, read), truncated: true };
}
