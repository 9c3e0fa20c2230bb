/**
 * URLs, absolute and relative, well formed or not.
 *
 * @module
 */

import { maskEncoded } from "./fields.ts";
import { decodePercent } from "./percent.ts";
import { MASK, type Rules } from "./rules.ts";
import { maskShapes } from "./shapes.ts";

/** A URL without any of these shows nothing but its path. */
const TELLING = /[?#@;=%"'{]|eyJ|-----BEGIN/;

/** What stands before an authority, for the parsers that take any number of slashes of either kind. */
const BEFORE_AUTHORITY = /^\s*(?:(?:https?|wss?|ftp):[\\/]*|[a-z][a-z0-9+.-]*:\/\/|[\\/]{2,})/i;

/** What parsers take for `host:port`. */
const HOST_AND_PORT = /^(?:\[[^\]]*\]|[^:]*)(?::[0-9]*)?$/;

const NOT_HIERARCHICAL = /^\s*(?:data|javascript|about|mailto|tel):/i;
const PATH_MEMBER = /([;/])([^;=/]+)=([^;/]*)/g;

/** The URL with userinfo and the values of sensitive members of path, query and fragment masked. */
export function maskUrl(url: string, rules: Rules, depth: number): string {
  if (!TELLING.test(url)) return url;
  const opaque = NOT_HIERARCHICAL.exec(url);
  if (opaque !== null) {
    const scheme = opaque[0];
    return scheme + maskShapes(maskEncoded(url.slice(scheme.length), rules, depth));
  }
  const info = userinfo(url);
  let head = "";
  let rest = url;
  if (info !== null) {
    head = url.slice(0, info.from) + MASK;
    rest = url.slice(info.to);
    learnPassword(url.slice(info.from, info.to), rules);
  }
  const hash = rest.indexOf("#");
  const whole = hash < 0 ? rest : rest.slice(0, hash);
  const question = whole.indexOf("?");
  const path = question < 0 ? whole : whole.slice(0, question);
  const query = question < 0 ? "" : "?" + rules.fields(whole.slice(question + 1), depth);
  const fragment = hash < 0 ? "" : "#" + maskFragment(rest.slice(hash + 1), rules, depth);
  return maskShapes(head + maskPath(path, rules, depth) + query + fragment);
}

/**
 * What may stay of the URL of an older page: no userinfo, no query, no fragment. Of a `data:` URL that is its type.
 */
export function stripUrl(url: string): string {
  const data = /^\s*data:[^,]*/i.exec(url);
  if (data !== null) return data[0];
  const info = userinfo(url);
  const bare = info === null ? url : url.slice(0, info.from) + url.slice(info.to + 1);
  return bare.replace(/[?#].*$/s, "");
}

/** Where the userinfo of a URL is, its `@` not included; null when it has none. */
function userinfo(url: string): { readonly from: number; readonly to: number } | null {
  if (!url.includes("@")) return null;
  const before = BEFORE_AUTHORITY.exec(url);
  if (before === null) return null;
  const from = before[0].length;
  const length = url.slice(from).search(/[/\\?#]/);
  const authority = length < 0 ? url.slice(from) : url.slice(from, from + length);
  const at = authority.lastIndexOf("@");
  if (at >= 0) return { from, to: from + at };
  if (HOST_AND_PORT.test(authority)) return null;
  // No parser takes this authority: a password holds a character that should have been encoded.
  const last = url.lastIndexOf("@");
  return last < from ? null : { from, to: last };
}

function learnPassword(info: string, rules: Rules): void {
  const colon = info.indexOf(":");
  const secret = decodePercent(colon < 0 ? info : info.slice(colon + 1));
  if (secret !== MASK) rules.learn(secret);
}

/** Matrix parameters (`;jsessionid=...`), and URLs and members encoded into a segment. */
function maskPath(path: string, rules: Rules, depth: number): string {
  let masked = path;
  if (masked.includes("=")) {
    masked = masked.replace(PATH_MEMBER, (whole, mark: string, name: string, value: string) => {
      if (value === "" || rules.names.member(decodePercent(name)) !== "secret") return whole;
      rules.learn(decodePercent(value));
      return `${mark}${name}=${MASK}`;
    });
  }
  if (!masked.includes("%")) return masked;
  return masked.split("/").map((part) => maskEncoded(part, rules, depth)).join("/");
}

/** A fragment is members, a route with a query of its own, or a name. */
function maskFragment(fragment: string, rules: Rules, depth: number): string {
  const question = fragment.indexOf("?");
  if (question < 0) return rules.fields(fragment, depth);
  return rules.fields(fragment.slice(0, question), depth) + "?" +
    rules.fields(fragment.slice(question + 1), depth);
}
