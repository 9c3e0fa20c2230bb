/**
 * Secrets that show by their shape alone: JSON Web Tokens and PEM keys. Every scan goes over a text once.
 *
 * @module
 */

import { MASK } from "./rules.ts";

/** A stretch of a text and what stands there instead. */
export interface Patch {
  /** Its first character. */
  readonly from: number;
  /** One past its last character. */
  readonly to: number;
  /** What stands there instead. */
  readonly text: string;
}

/** A header of fewer characters holds no `alg`. */
const SHORTEST_HEADER = 8;

/** Signed tokens have three parts, encrypted ones five, of which some may be empty. */
const FEWEST_PARTS = 3;
const MOST_PARTS = 5;

const BEGIN = /^-----BEGIN((?:[ +]|%20)(?:[A-Z0-9 +]|%20){0,60}KEY(?:(?:[ +]|%20)BLOCK)?)-----/;
const BEGIN_LENGTH = 120;
const PEM_SIGNS = "+/= \t\r\n\\%:,•";

/**
 * The token that begins with the `eyJ` at `at`: `to` is where it ends, or, when it is none, where to look on; nothing
 * before that can be one.
 */
export function jwtAt(text: string, at: number): { readonly to: number; readonly token: boolean } {
  let to = runEnd(text, at);
  if (to - at < SHORTEST_HEADER || text[to] !== ".") return { to, token: false };
  let parts = 1;
  let filled = 0;
  while (parts < MOST_PARTS && text[to] === ".") {
    const end = runEnd(text, to + 1);
    // A full stop after the last part ends the sentence, not the token.
    if (parts >= FEWEST_PARTS && end === to + 1) break;
    if (end > to + 1) filled++;
    parts++;
    // A token may begin inside what turned out to be no part of one.
    if (parts < FEWEST_PARTS && text[end] !== ".") return { to: to + 1, token: false };
    to = end;
  }
  return { to, token: parts >= FEWEST_PARTS && filled > 0 };
}

function runEnd(text: string, at: number): number {
  while (at < text.length && isBase64Url(text.charCodeAt(at))) at++;
  return at;
}

function isBase64Url(unit: number): boolean {
  const lower = unit | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x2d ||
    unit === 0x5f;
}

/** The body of the PEM key whose `-----BEGIN` is at `at`, cut short or not; null when it is no key. */
export function pemAt(text: string, at: number): Patch | null {
  const begin = BEGIN.exec(text.slice(at, at + BEGIN_LENGTH));
  if (begin === null) return null;
  const from = at + begin[0].length;
  let to = from;
  while (to < text.length && isPemBody(text, to)) to++;
  return to === from || text.slice(from, from + MASK.length) === MASK
    ? null
    : { from, to, text: MASK };
}

/** A PEM key's body is base64, headers, and the escapes of JSON and percent; five dashes end it. */
function isPemBody(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === 0x2d) return !text.startsWith("-----", at);
  return isBase64Url(unit) || PEM_SIGNS.includes(text.charAt(at));
}

/** The text with every token and key in it masked. */
export function maskShapes(text: string): string {
  let out = "";
  let last = 0;
  let jwt = text.indexOf("eyJ");
  let pem = text.indexOf("-----BEGIN");
  while (jwt >= 0 || pem >= 0) {
    let to: number;
    if (pem < 0 || (jwt >= 0 && jwt < pem)) {
      const found = jwtAt(text, jwt);
      if (found.token) {
        out += text.slice(last, jwt) + MASK;
        last = found.to;
      }
      to = found.to;
    } else {
      const found = pemAt(text, pem);
      if (found !== null) {
        out += text.slice(last, found.from) + found.text;
        last = found.to;
      }
      to = found?.to ?? pem + 1;
    }
    if (jwt >= 0 && jwt < to) jwt = text.indexOf("eyJ", to);
    if (pem >= 0 && pem < to) pem = text.indexOf("-----BEGIN", to);
  }
  return last === 0 ? text : out + text.slice(last);
}
