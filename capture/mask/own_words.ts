/**
 * What pagetap itself says, which no value that a page taught may hide: a page chooses its tokens, and could choose
 * the words of a result.
 *
 * @module
 */

import type { Stretch } from "./stretches.ts";

/**
 * What a ref, a selector, a call and a line of an outline have that hardly a secret has. White space and quotes are no
 * such signs: a passphrase has them, and is rather masked than a sentence kept.
 */
const SIGNS = /\[ref=|\{"|\w\(\w+=|(?:^|\n)- /;

/** Scheme, host and port of a URL that has no userinfo; what has an `@` behind it may be a name and a password. */
const ORIGIN =
  /\b(?:https?|wss?):\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?(?![\w.-]|[^\s/\\?#"'`<>]*@)/gi;

/** The URIs of resources, and the refs of elements, as results and errors name them. */
const REFERENCES = /\b(?:workspace|skill):\/\/[^\s"'`<>]*|\[ref=e[0-9]+\]/g;

const REF = /(\[ref=e[0-9]+\])/;

/** What pagetap says, with what stands between its refs masked by itself: no name of a page's reaches over one. */
export function betweenRefs(said: string, mask: (text: string) => string): string {
  if (!said.includes("[ref=")) return mask(said);
  return said.split(REF).map((part, at) => at % 2 === 0 ? mask(part) : part).join("");
}

/** Whether a value may be something that pagetap writes, rather than a secret. */
export function mayBeSaid(value: string): boolean {
  return SIGNS.test(value);
}

/** Where in a text the origins of URLs are. */
export function originsIn(text: string): Stretch[] {
  return stretchesOf(ORIGIN, text);
}

/** Where in what pagetap says the origins of URLs, URIs of resources and refs are. */
export function referencesIn(text: string): Stretch[] {
  return [...originsIn(text), ...stretchesOf(REFERENCES, text)];
}

function stretchesOf(pattern: RegExp, text: string): Stretch[] {
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => [index, index + found.length]);
}
