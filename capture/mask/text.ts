/**
 * Free text: console lines, error messages, titles, page text. What it shows by shape is masked: members of JSON, of
 * objects and of forms, credentials, URLs, tokens and keys. One pass, and no stretch is looked at more than a bounded
 * number of times.
 *
 * @module
 */

import { maskCookies } from "./cookies.ts";
import { maskValue } from "./fields.ts";
import { decodePercent, encodePercent } from "./percent.ts";
import { quoteAt, quotedEnd, quotedNameAt } from "./quotes.ts";
import { isDistinct, MASK, MAX_DEPTH, type Rules } from "./rules.ts";
import { jwtAt, type Patch, pemAt } from "./shapes.ts";

const SPACE = 0x20;
const AMPERSAND = 0x26;
const HASH = 0x23;
const DASH = 0x2d;
const PERCENT = 0x25;
const COLON = 0x3a;
const EQUALS = 0x3d;
const LOWER_E = 0x65;

/** The characters at which there may be something to mask. */
const LAST_SIGN = 0x7f;
const SIGNS = new Uint8Array(LAST_SIGN + 1);
for (const sign of [SPACE, DASH, PERCENT, COLON, EQUALS, LOWER_E]) SIGNS[sign] = 1;

/** How far back a name may reach, and how many spaces may stand around a sign, in characters. */
const MAX_NAME = 80;
const MAX_SPACES = 8;

const SCHEME_NAME = /[a-z][a-z0-9+.-]*$/i;
const MAX_SCHEME = 32;

/** What ends a URL or a run of encoded text, and what after it is the sentence's. */
const URL_END = /[\s"'`<>\\^{}|]/g;
const TRAILING = "),.;:!?]}";

/** What ends a value that is not quoted. */
const VALUE_END = /[\s"'`<>&\\]/g;
const LINE_END = /[\r\n"'`]/g;

/** What encoded text outside a URL stands between, white space besides: quotes, brackets, signs that are not encoded. */
const RUN_ENDS: ReadonlySet<number> = new Set(
  [..."\"'`<>&\\=:,;(){}|"].map((sign) => sign.charCodeAt(0)),
);

/** The authority of a URL whose slashes JSON escaped. */
const ESCAPED_AUTHORITY = /:\\\/\\\/([^/\\?#\s"'`<>]*)@/y;

/** How far a member's value is searched for the next member's sign. */
const MAX_FIELD = 256;

/** A sign that may be a member's, itself encoded. */
const ENCODED_SIGN = /%(?:25){0,2}(?:3[aAdD]|22|40)/y;

/** Schemes whose credential is masked wherever it stands, when it is nothing like a word. */
const SCHEMES: ReadonlySet<string> = new Set(["bearer", "basic", "dpop", "negotiate"]);
const LONGEST_SCHEME = 9;
const SCHEME_ENDS: ReadonlySet<number> = new Set(
  [...SCHEMES].map((name) => endingAt(name, name.length)),
);

/** Schemes that are also words, and so count only in the header; and those that have parameters, on the whole line. */
const HEADER_SCHEME = /^(?:bearer|basic|dpop|negotiate|ntlm|token|api-?key)$/i;
const PARAMETER_SCHEME = /^(?:digest|aws4-\S+|oauth|mac|hawk|signature|scram-\S+)$/i;
const CREDENTIAL = /[A-Za-z0-9._~+/=•-]+/y;

const NUMBER = /^-?[0-9.]+(?:[eE][+-]?[0-9]+)?$/;
const CREDENTIAL_HEADER = /^(?:proxy-)?authorization$/i;
const COOKIE_HEADER = /^(?:set-)?cookie$/i;

/** The text with what it shows by shape masked; the same string when that is nothing. */
export function maskText(text: string, rules: Rules, depth: number): string {
  return new TextScan(text, rules, depth).mask();
}

class TextScan {
  readonly #text: string;
  readonly #rules: Rules;
  readonly #depth: number;
  #out = "";
  /** Where what is not in `#out` yet begins. */
  #last = 0;
  /** Up to where runs of encoded text, and what is no token, have been looked at. */
  #runs = 0;
  #tokens = 0;
  /** The line last looked up, and the next `=` in the text: many names may ask on one line. */
  #line = { from: 0, to: -1 };
  #equals = -1;

  constructor(text: string, rules: Rules, depth: number) {
    this.#text = text;
    this.#rules = rules;
    this.#depth = depth;
  }

  mask(): string {
    const text = this.#text;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit > LAST_SIGN || SIGNS[unit] === 0) continue;
      const patch = this.#patchAt(unit, at);
      if (patch === null) continue;
      at = patch.to - 1;
      this.#runs = patch.to;
      if (patch.text === text.slice(patch.from, patch.to)) continue;
      this.#out += text.slice(this.#last, patch.from) + patch.text;
      this.#last = patch.to;
    }
    return this.#last === 0 ? text : this.#out + text.slice(this.#last);
  }

  #patchAt(unit: number, at: number): Patch | null {
    switch (unit) {
      case COLON:
        return this.#text.startsWith("//", at + 1)
          ? this.#url(at)
          : this.#escapedUserinfo(at) ?? this.#member(at, false);
      case EQUALS:
        return this.#member(at, true);
      case PERCENT:
        return this.#encoded(at);
      case SPACE:
        return this.#credential(at);
      case LOWER_E:
        return this.#text.startsWith("yJ", at + 1) ? this.#jwt(at) : null;
      case DASH:
        return this.#text.startsWith("-----BEGIN", at) ? pemAt(this.#text, at) : null;
      default:
        return null;
    }
  }

  #jwt(at: number): Patch | null {
    if (at < this.#tokens) return null;
    const { to, token } = jwtAt(this.#text, at);
    this.#tokens = to;
    return token ? { from: at, to, text: MASK } : null;
  }

  #escapedUserinfo(colon: number): Patch | null {
    ESCAPED_AUTHORITY.lastIndex = colon;
    const info = ESCAPED_AUTHORITY.exec(this.#text)?.[1];
    const from = colon + 5;
    return info === undefined ? null : this.#masked(from, from + info.length);
  }

  #url(colon: number): Patch | null {
    const before = this.#text.slice(Math.max(this.#last, colon - MAX_SCHEME), colon);
    const scheme = SCHEME_NAME.exec(before)?.[0];
    if (scheme === undefined) return null;
    const from = colon - scheme.length;
    const url = this.#until(URL_END, from, true);
    return { from, to: from + url.length, text: this.#rules.url(url, this.#depth) };
  }

  /** Encoded text outside any URL; the whole run is decoded, masked and encoded again. */
  #encoded(at: number): Patch | null {
    ENCODED_SIGN.lastIndex = at;
    if (this.#depth >= MAX_DEPTH || !ENCODED_SIGN.test(this.#text)) return null;
    let from = at;
    const first = Math.max(this.#last, this.#runs);
    while (from > first && !isRunEnd(this.#text.charCodeAt(from - 1))) from--;
    let to = at;
    while (to < this.#text.length && !isRunEnd(this.#text.charCodeAt(to))) to++;
    const run = this.#text.slice(from, to);
    const decoded = decodePercent(run);
    const masked = maskValue(decoded, this.#rules, this.#depth + 1);
    return { from, to, text: masked === decoded ? run : encodePercent(masked) };
  }

  /** `Bearer ...` and its kind, wherever it stands. */
  #credential(space: number): Patch | null {
    if (!SCHEME_ENDS.has(endingAt(this.#text, space))) return null;
    const from = Math.max(this.#last, space - LONGEST_SCHEME);
    const word = /[A-Za-z]+$/.exec(this.#text.slice(from, space))?.[0];
    if (word === undefined || !SCHEMES.has(word.toLowerCase())) return null;
    CREDENTIAL.lastIndex = space + 1;
    const credential = trimmed(CREDENTIAL.exec(this.#text)?.[0] ?? "");
    if (!isDistinct(credential) || credential.includes(MASK)) return null;
    return { from: space + 1, to: space + 1 + credential.length, text: MASK };
  }

  /** `name=value`, `name: value` and `"name":"value"`, with the sign at `at`. */
  #member(at: number, equals: boolean): Patch | null {
    const text = this.#text;
    let end = at;
    while (end > this.#last && at - end < MAX_SPACES && text.charCodeAt(end - 1) === SPACE) end--;
    const quoted = quotedNameAt(text, this.#last, end, MAX_NAME);
    const from = quoted === null ? this.#nameStart(end) : end;
    const name = quoted ?? text.slice(from, end);
    if (name === "") return null;
    const kind = this.#rules.names.member(name.includes("%") ? decodePercent(name) : name);
    if (kind === "plain") return null;
    let value = at + 1;
    while (value - at <= MAX_SPACES && text.charCodeAt(value) === SPACE) value++;
    if (kind === "field" && !(equals && value === at + 1 && this.#isField(from, value))) {
      return null;
    }
    const quote = quoteAt(text, value);
    if (quote !== null) {
      const open = value + quote.length;
      return this.#masked(open, quotedEnd(text, open, quote));
    }
    if (equals) return value === at + 1 ? this.#formValue(from, value) : null;
    return this.#headerValue(name, value, quoted !== null);
  }

  #nameStart(end: number): number {
    let from = end;
    const first = Math.max(this.#last, end - MAX_NAME);
    while (from > first && isNameUnit(this.#text.charCodeAt(from - 1))) from--;
    return from;
  }

  /** Whether a member stands in a URL or a form: after its sign, or before the next one's. */
  #isField(name: number, value: number): boolean {
    if (isFieldSign(this.#text.charCodeAt(name - 1))) return true;
    const rest = this.#text.slice(value, value + MAX_FIELD);
    return rest[rest.search(VALUE_END)] === "&";
  }

  #formValue(name: number, from: number): Patch | null {
    const first = this.#text[from];
    if (first === "=" || first === ">") return null;
    let value = this.#until(VALUE_END, from, true);
    if (isFieldSign(this.#text.charCodeAt(name - 1))) value = value.replace(/#.*$/s, "");
    return this.#masked(from, from + value.length);
  }

  /** After a colon and without quotes stands a header's value, or an ordinary sentence. */
  #headerValue(name: string, from: number, quoted: boolean): Patch | null {
    if (this.#text.startsWith(MASK, from)) return null;
    if (COOKIE_HEADER.test(name)) return this.#cookies(from);
    const value = this.#until(VALUE_END, from, true);
    if (CREDENTIAL_HEADER.test(name)) return this.#authorization(from, value);
    if (!isDistinct(value) || (quoted && NUMBER.test(value))) return null;
    return this.#masked(from, from + value.length);
  }

  #cookies(from: number): Patch | null {
    const to = this.#lineEnd(from);
    if (this.#equals < from) {
      const next = this.#text.indexOf("=", from);
      this.#equals = next < 0 ? this.#text.length : next;
    }
    if (this.#equals >= to) return null;
    const line = this.#text.slice(from, to);
    return this.#patch(from, line, maskCookies(line));
  }

  /** A scheme with its credential; a scheme with parameters has the rest of the line. */
  #authorization(from: number, first: string): Patch | null {
    if (PARAMETER_SCHEME.test(first)) return this.#masked(from, this.#lineEnd(from));
    let credential = from + first.length;
    if (!HEADER_SCHEME.test(first)) return this.#masked(from, credential);
    while (this.#text.charCodeAt(credential) === SPACE) credential++;
    const value = this.#until(VALUE_END, credential, true);
    return this.#masked(from, value === "" ? from + first.length : credential + value.length);
  }

  #lineEnd(from: number): number {
    if (from < this.#line.from || from > this.#line.to) {
      LINE_END.lastIndex = from;
      this.#line = { from, to: LINE_END.exec(this.#text)?.index ?? this.#text.length };
    }
    return this.#line.to;
  }

  #masked(from: number, to: number): Patch | null {
    return this.#patch(from, this.#text.slice(from, to), MASK);
  }

  #patch(from: number, value: string, masked: string): Patch | null {
    return value === "" || value === masked
      ? null
      : { from, to: from + value.length, text: masked };
  }

  #until(ends: RegExp, from: number, trim: boolean): string {
    ends.lastIndex = from;
    const end = ends.exec(this.#text)?.index ?? this.#text.length;
    const run = this.#text.slice(from, end);
    return trim ? trimmed(run) : run;
  }
}

/** The two letters before `end`, in either case: what tells most words from a scheme without making a string of them. */
function endingAt(text: string, end: number): number {
  return ((text.charCodeAt(end - 2) | 0x20) << 8) | (text.charCodeAt(end - 1) | 0x20);
}

function trimmed(run: string): string {
  let end = run.length;
  while (end > 0 && TRAILING.includes(run.charAt(end - 1))) end--;
  return run.slice(0, end);
}

function isNameUnit(unit: number): boolean {
  const lower = unit | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === DASH ||
    unit === 0x5f || unit === 0x2e || unit === 0x24 || unit === PERCENT || unit === 0x5b ||
    unit === 0x5d;
}

/** `?`, `&`, `#` and `;` stand before a member of a URL or a form. */
function isFieldSign(unit: number): boolean {
  return unit === 0x3f || unit === AMPERSAND || unit === HASH || unit === 0x3b;
}

function isRunEnd(unit: number): boolean {
  return unit <= SPACE || RUN_ENDS.has(unit);
}
