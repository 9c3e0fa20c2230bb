/**
 * One layer of encoding taken off a text, with the way back: percent (as UTF-8, else as Latin-1, and `%uXXXX`), the
 * backslash escapes of JSON and JavaScript, and HTML's character references, in any mixture.
 *
 * @module
 */

const PERCENT = 0x25;
const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;

const ESCAPED: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

const NAMED: readonly (readonly [string, string])[] = [
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
  ["&nbsp;", "\u00a0"],
];

/** A text with one layer of encoding taken off. */
export class Decoded {
  /** For each escape: where what it stands for begins in `text` and in the source, how long each is. */
  readonly #at: readonly number[];

  /** `at` holds four numbers an escape, ordered by place. */
  constructor(readonly text: string, at: readonly number[]) {
    this.#at = at;
  }

  /** Where in the source the character at `offset` of the decoded text begins. */
  start(offset: number): number {
    return this.#map(offset, false);
  }

  /** Where in the source the character before `offset` of the decoded text ends. */
  end(offset: number): number {
    return offset === 0 ? 0 : this.#map(offset - 1, true);
  }

  #map(offset: number, end: boolean): number {
    const at = this.#at;
    let low = 0;
    let high = at.length / 4;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numberAt(at, middle * 4) <= offset) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return end ? offset + 1 : offset;
    const escape = (low - 1) * 4;
    const inside = offset - numberAt(at, escape);
    const from = numberAt(at, escape + 1);
    const length = numberAt(at, escape + 3);
    if (inside < numberAt(at, escape + 2)) return end ? from + length : from;
    const after = from + length + inside - numberAt(at, escape + 2);
    return end ? after + 1 : after;
  }
}

function numberAt(numbers: readonly number[], index: number): number {
  return numbers[index] ?? 0;
}

/** Takes one layer of encoding off; null when there is none. */
export function decode(text: string): Decoded | null {
  let percent = text.indexOf("%");
  let backslash = text.indexOf("\\");
  let ampersand = text.indexOf("&");
  const at: number[] = [];
  let out = "";
  let last = 0;
  while (true) {
    const next = earliest(percent, earliest(backslash, ampersand));
    if (next < 0) break;
    let end = next + 1;
    if (next >= last) {
      const found = escapeAt(text, next);
      if (found !== null) {
        out += text.slice(last, next);
        at.push(out.length, next, found.stands.length, found.length);
        out += found.stands;
        end = last = next + found.length;
      }
    }
    if (percent >= 0 && percent < end) percent = text.indexOf("%", end);
    if (backslash >= 0 && backslash < end) backslash = text.indexOf("\\", end);
    if (ampersand >= 0 && ampersand < end) ampersand = text.indexOf("&", end);
  }
  return at.length === 0 ? null : new Decoded(out + text.slice(last), at);
}

function earliest(a: number, b: number): number {
  if (a < 0) return b;
  return b < 0 || a < b ? a : b;
}

interface Escape {
  readonly stands: string;
  readonly length: number;
}

function escapeAt(text: string, at: number): Escape | null {
  switch (text.charCodeAt(at)) {
    case PERCENT:
      return percentAt(text, at);
    case BACKSLASH:
      return backslashAt(text, at);
    case AMPERSAND:
      return referenceAt(text, at);
    default:
      return null;
  }
}

function percentAt(text: string, at: number): Escape | null {
  const lead = byteAt(text, at);
  if (lead < 0) {
    const unit = text[at + 1] === "u" || text[at + 1] === "U" ? hexAt(text, at + 2, 4) : -1;
    return unit < 0 ? null : { stands: String.fromCharCode(unit), length: 6 };
  }
  const more = lead >= 0xf0 && lead <= 0xf4 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc2 ? 1 : 0;
  let point = lead & (0x3f >> more);
  for (let byte = 1; byte <= more; byte++) {
    const next = byteAt(text, at + 3 * byte);
    if ((next & 0xc0) !== 0x80 || lead > 0xf4) return latin(lead);
    point = (point << 6) | (next & 0x3f);
  }
  if (more === 0 || point > 0x10ffff) return latin(lead);
  return { stands: String.fromCodePoint(point), length: 3 * (more + 1) };
}

function latin(byte: number): Escape {
  return { stands: String.fromCharCode(byte), length: 3 };
}

function byteAt(text: string, at: number): number {
  return text.charCodeAt(at) === PERCENT ? hexAt(text, at + 1, 2) : -1;
}

function backslashAt(text: string, at: number): Escape | null {
  const next = text[at + 1] ?? "";
  const stands = ESCAPED[next];
  if (stands !== undefined) return { stands, length: 2 };
  if (next === "x") {
    const unit = hexAt(text, at + 2, 2);
    return unit < 0 ? null : { stands: String.fromCharCode(unit), length: 4 };
  }
  if (next !== "u") return null;
  const unit = hexAt(text, at + 2, 4);
  if (unit >= 0) return { stands: String.fromCharCode(unit), length: 6 };
  const braced = /^\{([0-9a-fA-F]{1,6})\}/.exec(text.slice(at + 2, at + 10));
  return braced === null ? null : character(parseInt(braced[1] ?? "", 16), 2 + braced[0].length);
}

function referenceAt(text: string, at: number): Escape | null {
  if (text[at + 1] !== "#") {
    for (const [name, stands] of NAMED) {
      if (text.startsWith(name, at)) return { stands, length: name.length };
    }
    return null;
  }
  const found = /^&#(?:[xX]([0-9a-fA-F]{1,8})|([0-9]{1,8}));?/.exec(text.slice(at, at + 12));
  if (found === null) return null;
  const point = found[1] === undefined ? parseInt(found[2] ?? "", 10) : parseInt(found[1], 16);
  return character(point, found[0].length);
}

function character(point: number, length: number): Escape | null {
  return point > 0x10ffff ? null : { stands: String.fromCodePoint(point), length };
}

/** The number that `count` hexadecimal digits at `at` write, or -1. */
function hexAt(text: string, at: number, count: number): number {
  let value = 0;
  for (let digit = 0; digit < count; digit++) {
    const unit = text.charCodeAt(at + digit);
    const lower = unit | 0x20;
    if (unit >= 0x30 && unit <= 0x39) value = value * 16 + unit - 0x30;
    else if (lower >= 0x61 && lower <= 0x66) value = value * 16 + lower - 0x57;
    else return -1;
  }
  return value;
}
