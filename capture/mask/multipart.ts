/**
 * `multipart/form-data`.
 *
 * @module
 */

import { MASK, type Rules } from "./rules.ts";

const BOUNDARY = /;\s*boundary=(?:"([^"]{1,200})"|([^;\s"]{1,200}))/i;
const FIRST_LINE = /^--([^\r\n]{1,200})\r?\nContent-/i;
const NAME = /;\s*name\*?=(?:"([^"\r\n]*)"|([^;\s"]+))/i;
const CONTENT_TYPE = /^Content-Type:\s*([^\r\n]+)/im;
const HEADERS_END = /\r?\n\r?\n/g;
const MAX_HEADERS = 4_096;

/** The boundary a body is divided by, from its type or else from its first line; null when it is not divided. */
export function boundaryOf(text: string, mime: string | null): string | null {
  const named = mime === null ? null : BOUNDARY.exec(mime);
  const boundary = named?.[1] ?? named?.[2];
  if (boundary !== undefined && text.includes(`--${boundary}`)) return boundary;
  return FIRST_LINE.exec(text)?.[1] ?? null;
}

/**
 * The parts of sensitive names masked, and every other part as a body of its type.
 *
 * @param body Masks the content of one part.
 */
export function maskMultipart(
  text: string,
  boundary: string,
  rules: Rules,
  body: (text: string, mime: string | null) => string,
): string {
  const line = `--${boundary}`;
  return text.split(line).map((part) => maskPart(part, rules, body)).join(line);
}

function maskPart(
  part: string,
  rules: Rules,
  body: (text: string, mime: string | null) => string,
): string {
  HEADERS_END.lastIndex = 0;
  const start = part.slice(0, MAX_HEADERS);
  if (HEADERS_END.exec(start) === null) return rules.text(part, 0);
  const from = HEADERS_END.lastIndex;
  const headers = start.slice(0, from);
  const to = part.endsWith("\r\n")
    ? part.length - 2
    : part.endsWith("\n")
    ? part.length - 1
    : part.length;
  const content = part.slice(from, to);
  if (content.trim() === "" || content === MASK) return part;
  const name = NAME.exec(headers);
  const kind = rules.names.member(name?.[1] ?? name?.[2] ?? "");
  if (kind === "secret") rules.learn(content);
  const masked = kind === "plain" ? body(content, CONTENT_TYPE.exec(headers)?.[1] ?? null) : MASK;
  return headers + masked + part.slice(to);
}
