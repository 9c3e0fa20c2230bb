/**
 * The two cookie headers: names and attributes stay, values go.
 *
 * @module
 */

import { decodePercent } from "./percent.ts";
import { MASK } from "./rules.ts";

/** The values of a `cookie` header, or of the cookies of a `set-cookie` header joined with line feeds. */
export function cookieValues(value: string, kind: "cookie" | "set-cookie"): string[] {
  const values: string[] = [];
  for (const cookie of value.split(kind === "cookie" ? /[;\n]/ : "\n")) {
    const pair = kind === "cookie" ? cookie : firstPart(cookie);
    const raw = pair.slice(pair.indexOf("=") + 1).trim();
    const bare = /^".*"$/s.test(raw) ? raw.slice(1, -1) : raw;
    values.push(raw);
    if (bare !== raw) values.push(bare);
    const decoded = decodePercent(bare);
    if (decoded !== bare) values.push(decoded);
  }
  return values;
}

/** `a=1; b=2` as `a=•••; b=•••`. */
export function maskCookies(value: string): string {
  return value.split("\n").map((line) => line.split(";").map(maskPair).join(";")).join("\n");
}

/** `a=1; Path=/` as `a=•••; Path=/`, for each line. */
export function maskSetCookies(value: string): string {
  return value.split("\n").map((line) => {
    const pair = firstPart(line);
    return maskPair(pair) + line.slice(pair.length);
  }).join("\n");
}

function firstPart(cookie: string): string {
  const end = cookie.indexOf(";");
  return end < 0 ? cookie : cookie.slice(0, end);
}

/** A cookie without `=` is a value without a name. */
function maskPair(pair: string): string {
  const from = pair.indexOf("=") + 1;
  const value = pair.slice(from).trim();
  if (value === "") return pair;
  const space = from === 0 && pair.startsWith(" ") ? " " : "";
  return pair.slice(0, from) + space + MASK;
}
