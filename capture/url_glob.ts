/**
 * A URL by a part of it, or by a glob. Read part by part: a pattern of many stars would keep a regular
 * expression busy for as long as whoever wrote it likes.
 *
 * @module
 */

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/]*/i;

/**
 * Whether a URL is what `wanted` says: contains it, or, where that has a `*`, is like it from end to end, and
 * from the path on when it begins with `/`.
 */
export function urlMatcher(wanted: string): (url: string) => boolean {
  if (!wanted.includes("*")) return (url) => url.includes(wanted);
  const parts = wanted.split(/\*+/);
  if (!wanted.startsWith("/")) return (url) => isLike(url, parts);
  return (url) => ORIGIN.test(url) && isLike(url.replace(ORIGIN, ""), parts);
}

/** Whether `text` is the parts in their order, with anything between them. */
function isLike(text: string, parts: readonly string[]): boolean {
  const first = parts[0] ?? "";
  const last = parts.at(-1) ?? "";
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at + last.length <= text.length;
}
