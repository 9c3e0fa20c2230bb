/**
 * Quoted names and values in a text, at whatever depth of escaping: `"a"`, `\"a\"`, `&quot;a&quot;`.
 *
 * @module
 */

const QUOTES: readonly string[] = ['"', "'", "`"];
const REFERENCES: readonly string[] = ["&quot;", "&#34;", "&#39;", "&apos;"];
const MAX_BACKSLASHES = 16;

/** The opening quote at `at`, with the backslashes before it; null when there is none. */
export function quoteAt(text: string, at: number): string | null {
  let end = at;
  while (end - at < MAX_BACKSLASHES && text[end] === "\\") end++;
  if (QUOTES.includes(text.charAt(end))) return text.slice(at, end + 1);
  return REFERENCES.find((reference) => text.startsWith(reference, at)) ?? null;
}

/**
 * Where the value opened by `quote` ends: at a quote of the same depth, or at one of a lesser depth, which closes what is
 * around it; else at the end of the text.
 */
export function quotedEnd(text: string, from: number, quote: string): number {
  const sign = quote.startsWith("&") ? quote : quote.slice(-1);
  const depth = quote.length - sign.length;
  for (let at = text.indexOf(sign, from); at >= 0; at = text.indexOf(sign, at + 1)) {
    let backslashes = 0;
    while (at - backslashes > from && text[at - backslashes - 1] === "\\") backslashes++;
    // An escaped quote has an odd group of backslashes more than a closing one, an escaped backslash a whole group.
    const own = backslashes % (2 * (depth + 1));
    if (own === depth || backslashes < depth) return at - Math.min(own, depth);
  }
  return text.length;
}

/**
 * The quoted name that ends at `end`; null when what ends there is not quoted, or is longer than `longest` characters.
 */
export function quotedNameAt(
  text: string,
  first: number,
  end: number,
  longest: number,
): string | null {
  const sign = closingAt(text, end);
  if (sign === null) return null;
  let to = end - sign.length;
  while (to > first && text[to - 1] === "\\") to--;
  const least = Math.max(first, to - longest);
  const name = text.slice(least, to);
  const open = name.lastIndexOf(sign);
  return open < 0 ? null : name.slice(open + sign.length);
}

function closingAt(text: string, end: number): string | null {
  const last = text.charAt(end - 1);
  if (QUOTES.includes(last)) return last;
  if (last !== ";") return null;
  return REFERENCES.find((reference) => text.endsWith(reference, end)) ?? null;
}
