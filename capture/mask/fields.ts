/**
 * `a=b&c=d`, as in queries, fragments and forms.
 *
 * @module
 */

import { decodePercent, encodePercent } from "./percent.ts";
import { MASK, MAX_DEPTH, type Rules } from "./rules.ts";

/** What may show a secret of its own inside a value: a member, a URL, JSON, a token, a key. */
const TELLING = /[%=:"'@{[]|eyJ|-----BEGIN|[Bb]earer/;

/** `a=b&c=d` with the values of sensitive names masked, and the others looked into. */
export function maskFields(text: string, rules: Rules, depth: number): string {
  let out = "";
  let last = 0;
  for (let from = 0; from <= text.length;) {
    const next = text.indexOf("&", from);
    const to = next < 0 ? text.length : next;
    const pair = text.slice(from, to);
    const masked = maskField(pair, rules, depth);
    if (masked !== pair) {
      out += text.slice(last, from) + masked;
      last = to;
    }
    from = to + 1;
  }
  return last === 0 ? text : out + text.slice(last);
}

function maskField(pair: string, rules: Rules, depth: number): string {
  const equals = pair.indexOf("=");
  if (equals < 0) return maskEncoded(pair, rules, depth);
  const name = pair.slice(0, equals);
  const value = pair.slice(equals + 1);
  const kind = rules.names.member(plain(name).trim());
  if (kind === "plain") return name + "=" + maskEncoded(value, rules, depth);
  if (value === "" || value === MASK) return pair;
  if (kind === "secret") rules.learn(plain(value));
  return `${name}=${MASK}`;
}

/** A value that may be encoded, masked as what it is when decoded; as it was when that masks nothing. */
export function maskEncoded(value: string, rules: Rules, depth: number): string {
  if (depth >= MAX_DEPTH || !TELLING.test(value)) return value;
  const decoded = plain(value);
  const masked = maskValue(decoded, rules, depth + 1);
  if (masked === decoded) return value;
  return decoded === value ? masked : encodePercent(masked);
}

/** A value, masked as what it looks like: JSON, a URL, members, or text. */
export function maskValue(value: string, rules: Rules, depth: number): string {
  if (/^\s*[{["]/.test(value)) return rules.json(value, depth);
  if (/\s/.test(value)) return rules.text(value, depth);
  if (/[?#]|:\/\/|^\/\//.test(value)) return rules.url(value, depth);
  return value.includes("=") ? rules.fields(value, depth) : rules.text(value, depth);
}

function plain(value: string): string {
  return decodePercent(value.includes("+") ? value.replaceAll("+", " ") : value);
}
