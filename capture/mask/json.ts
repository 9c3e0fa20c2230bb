/**
 * JSON, and what is not quite JSON: several documents in a row, keys without quotes, a prefix against inclusion, a text
 * that ends early. What is valid stays valid, with the same structure.
 *
 * @module
 */

import { MASK, MAX_DEPTH, type Rules } from "./rules.ts";
import { maskShapes } from "./shapes.ts";

/** How deep a document may nest; a deeper one is masked as text. */
const MAX_NESTING = 1_000;

const PLAIN = /^(?:-?[0-9][0-9.eE+-]*|true|false|null)$/;
const COLON = /\s*:/y;
const TOKEN = /[^\s,:{}[\]]+|[,:{}[\]]/g;
const DOCUMENT = /^\s*[{[]/;

/** JSON with the strings of sensitive members masked, also in arrays of them, and every other string looked into. */
export function maskJson(text: string, rules: Rules, depth: number): string {
  const scan = new JsonScan(text, rules, depth);
  const masked = scan.mask();
  return scan.valid ? masked : rules.text(masked, depth);
}

class JsonScan {
  /** Whether nothing was met that JSON does not have; else what was made of it is not to be relied on. */
  valid = true;
  readonly #text: string;
  readonly #rules: Rules;
  readonly #depth: number;
  /** For each open object or array, whether it is an array of a sensitive member's. */
  readonly #open: boolean[] = [];
  /** Whether the value that comes is a sensitive member's. */
  #sensitive = false;

  constructor(text: string, rules: Rules, depth: number) {
    this.#text = text;
    this.#rules = rules;
    this.#depth = depth;
  }

  mask(): string {
    const text = this.#text;
    let out = "";
    let at = 0;
    while (at < text.length) {
      const quote = text.indexOf('"', at);
      const from = quote < 0 ? text.length : quote;
      out += this.#between(text.slice(at, from));
      if (quote < 0) break;
      const to = closing(text, from + 1);
      if (to === text.length) this.valid = false;
      out += '"' + this.#string(text.slice(from + 1, to), to + 1) + (to < text.length ? '"' : "");
      at = to + 1;
    }
    return out;
  }

  /** What stands between two strings: signs, numbers, and whatever is no JSON. */
  #between(text: string): string {
    let out = "";
    let last = 0;
    let word = "";
    for (const found of text.matchAll(TOKEN)) {
      const token = found[0];
      this.#token(token, word);
      word = token;
      if (token.length < 4 || !PLAIN.test(token) || this.#rules.values(token) === token) continue;
      out += text.slice(last, found.index) + `"${MASK}"`;
      last = found.index + token.length;
    }
    return last === 0 ? text : out + text.slice(last);
  }

  #token(token: string, before: string): void {
    switch (token) {
      case "{":
      case "[":
        if (this.#open.length >= MAX_NESTING) this.valid = false;
        else this.#open.push(token === "[" && (this.#sensitive || this.#inList()));
        this.#sensitive = false;
        break;
      case "}":
      case "]":
        this.#open.pop();
        this.#sensitive = false;
        break;
      case ",":
        this.#sensitive = false;
        break;
      case ":":
        if (/[A-Za-z]/.test(before)) this.#sensitive = this.#isSecret(before);
        break;
      default:
        if (!PLAIN.test(token)) this.valid = false;
    }
  }

  #inList(): boolean {
    return this.#open.at(-1) ?? false;
  }

  #isSecret(name: string): boolean {
    return this.#rules.names.member(name) === "secret";
  }

  #string(raw: string, after: number): string {
    const value = this.#unescaped(raw);
    COLON.lastIndex = after;
    const isName = COLON.test(this.#text);
    if (isName) this.#sensitive = this.#isSecret(value);
    const masked = isName ? maskShapes(this.#rules.values(value)) : this.#value(value);
    if (!isName) this.#sensitive = false;
    return masked === value ? raw : JSON.stringify(masked).slice(1, -1);
  }

  #unescaped(raw: string): string {
    if (!raw.includes("\\")) return raw;
    try {
      return String(JSON.parse(`"${raw}"`));
    } catch {
      this.valid = false;
      return raw;
    }
  }

  #value(value: string): string {
    if (this.#sensitive || this.#inList()) {
      if (value === "" || value === MASK) return value;
      this.#rules.learn(value);
      return MASK;
    }
    const masked = this.#rules.values(value);
    if (this.#depth < MAX_DEPTH && DOCUMENT.test(masked)) {
      return this.#rules.json(masked, this.#depth + 1);
    }
    return this.#rules.text(masked, this.#depth);
  }
}

/** Where the string that was opened before `from` closes; the end of the text when it does not. */
function closing(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (at - backslashes > from && text[at - backslashes - 1] === "\\") backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}
