/**
 * Headers of one side of an exchange as they are kept: learned from first, then masked, then cut.
 *
 * @module
 */
import type { Header } from "../bidi/protocol.ts";
import { maskStart } from "./mask_start.ts";
import { sanitize } from "./sanitize.ts";
import type { HeaderShape } from "./shapes.ts";

/** Headers of a side that are read, which is more than any server takes. */
const MAX_READ = 1_000;

/** Headers kept of a side. */
const MAX_HEADERS = 32;

/** Characters kept of a value. */
const MAX_VALUE = 4_096;

/** Characters kept of a name. */
const MAX_NAME = 256;

/** What masks headers, as they are kept. */
export interface HeaderMask {
  /** Remembers the secrets among these, so that they are masked wherever they appear after. */
  learnHeaders(headers: readonly HeaderShape[]): void;
  /** A token of HTTP (the name of a header, a method, a type) with the known secrets in it hidden. */
  token(token: string): string;
  /** The value of this header with its secrets hidden. */
  header(name: string, value: string): string;
}

/**
 * The headers as plain texts. Both browsers join several cookies of an answer into one value with a
 * line feed; each becomes a header again. Chrome gives some of a request's twice, once as planned
 * and once as sent: what is equal is one.
 */
export function plainHeaders(headers: readonly Header[] | undefined): HeaderShape[] {
  const plain: HeaderShape[] = [];
  if (!Array.isArray(headers)) return plain;
  for (const header of headers.slice(0, MAX_READ)) {
    const name = header?.name;
    const value = textOf(header?.value);
    if (typeof name !== "string" || value === null) continue;
    if (value.includes("\n")) {
      for (const line of value.split("\n", MAX_READ)) plain.push({ name, value: line });
    } else if (!holds(plain, name, value)) plain.push({ name, value });
  }
  return plain.slice(0, MAX_READ);
}

/** What is kept of plain headers. */
export function maskHeaders(headers: readonly HeaderShape[], mask: HeaderMask): HeaderShape[] {
  return headers.slice(0, MAX_HEADERS).map(({ name, value }) => ({
    name: maskStart(name, MAX_NAME, (start) => mask.token(sanitize(start))).text,
    value: maskStart(value, MAX_VALUE, (start) => mask.header(name, sanitize(start))).text,
  }));
}

/** The value of the first header with this lower-case name. */
export function findHeader(headers: readonly Header[] | undefined, name: string): string | null {
  if (!Array.isArray(headers)) return null;
  for (const header of headers) {
    if (header?.name?.toLowerCase() === name) return textOf(header.value);
  }
  return null;
}

/** Tells two sends of the same headers from different ones, without reading them. */
export function fingerprint(headers: readonly Header[] | undefined, size: number | null): string {
  return `${headers?.length ?? 0}:${size ?? 0}`;
}

function holds(headers: readonly HeaderShape[], name: string, value: string): boolean {
  return headers.some((header) =>
    header.value === value && header.name.length === name.length &&
    header.name.toLowerCase() === name.toLowerCase()
  );
}

function textOf(value: Header["value"] | undefined): string | null {
  if (typeof value?.value !== "string") return null;
  if (value.type === "string") return value.value;
  try {
    return atob(value.value);
  } catch {
    return value.value;
  }
}
