/**
 * A URL by a part of it, or by a glob. Runs in the page.
 *
 * @module
 */

/**
 * Whether a URL contains `wanted`, or, where that has a `*`, is like it from end to end, and from the path on
 * when it begins with `/`. Read part by part: a pattern of many stars would keep a regular expression, and the
 * page with it, busy for as long as whoever wrote it likes. Self-contained: it is sent to the browser as text.
 */
export function urlLike(wanted: string, url: string): boolean {
  if (!wanted.includes("*")) return url.includes(wanted);
  const parts = wanted.split(/\*+/);
  const origin = wanted.startsWith("/") ? /^[a-z][a-z\d+.-]*:\/\/[^/]*/i.exec(url)?.[0] : "";
  if (origin === undefined) return false;
  const text = url.slice(origin.length);
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
