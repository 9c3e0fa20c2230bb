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
    const masked = maskField(text.slice(from, to), rules, depth);
    if (masked !== null) {
      out += text.slice(last, from) + masked;
      last = to;
    }
    from = to + 1;
  }
  return last === 0 ? text : out + text.slice(last);
}

/** One `name=value`, or null when it stays as it is. */
function maskField(pair: string, rules: Rules, depth: number): string | null {
  const value = pair.indexOf("=") + 1;
  const name = pair.slice(0, Math.max(0, value - 1));
  const secret = pair.slice(value);
  const kind = rules.names.member(plain(name).trim());
  if (kind === "plain") {
    const masked = maskEncoded(secret, rules, depth);
    return masked === secret ? null : pair.slice(0, value) + masked;
  }
  if (secret === "" || secret === MASK) return null;
  if (kind === "secret") rules.learn(plain(secret));
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
