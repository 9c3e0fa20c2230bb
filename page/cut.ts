/**
 * How a text is cut that came from a page, or may have: the one place for it, since a text that is cut before it
 * is masked must show that it was.
 *
 * @module
 */

/** What stands where a text was cut. A masker knows the beginning of a secret by it. */
const CUT = "…";

/**
 * The first `max` UTF-16 code units of a text, well-formed, with `…` after them when there were more. No character
 * is cut in two: what stood in its place would be no beginning of anything. In the page, it is `cut` of `Dom`.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text.toWellFormed();
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, "").toWellFormed() + CUT;
}
