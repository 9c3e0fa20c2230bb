/**
 * The values HTML carries for scripts and forms: hidden inputs and `meta` elements.
 *
 * @module
 */

import { MASK, type Rules } from "./rules.ts";

const TAG = /<(?:input|meta)\b[^<>]*>/gi;
const ATTRIBUTE = /(?<![\w-])([a-z][a-z-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const NAMES: ReadonlySet<string> = new Set(["name", "id", "property", "itemprop"]);
const VALUES: ReadonlySet<string> = new Set(["value", "content"]);

/** HTML with the `value` and `content` of elements of sensitive names, and of password inputs, masked. */
export function maskHtml(html: string, rules: Rules): string {
  return html.replace(TAG, (tag) => isSensitive(tag, rules) ? maskTag(tag, rules) : tag);
}

function isSensitive(tag: string, rules: Rules): boolean {
  for (const [, attribute = "", double, single, bare] of tag.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? bare ?? "";
    const name = attribute.toLowerCase();
    if (name === "type" && value.toLowerCase() === "password") return true;
    if (NAMES.has(name) && rules.names.member(value) === "secret") return true;
  }
  return false;
}

function maskTag(tag: string, rules: Rules): string {
  return tag.replace(ATTRIBUTE, (whole, attribute: string, double, single, bare) => {
    const value = String(double ?? single ?? bare ?? "");
    if (!VALUES.has(attribute.toLowerCase()) || value === "" || value === MASK) return whole;
    rules.learn(value);
    const quote = single === undefined ? '"' : "'";
    return whole.slice(0, whole.indexOf("=") + 1) + quote + MASK + quote;
  });
}
