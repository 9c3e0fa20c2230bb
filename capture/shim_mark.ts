/**
 * How the console shim marks what it has formatted, and how that is read back. An invisible
 * separator is used, so that a person who looks at the browser's own console is not disturbed; a
 * page that logs one itself only changes how its own line is quoted.
 *
 * @module
 */

/**
 * First argument of a call the shim has formatted: the others are the line's pieces. Also the start
 * of a value inside another that it has put in words, and the name of its note on members left out.
 */
export const SHIM_MARK = "\u2063";

/** First argument of a call of which the shim has replaced arguments: the others are they. */
export const SHIM_LIST: string = SHIM_MARK + SHIM_MARK;

/** A string as the shim sends it. */
export interface ShimString {
  /** The string without marks. */
  readonly text: string;
  /** UTF-16 code units the shim left out at its end. */
  readonly more: number;
  /** Whether the text is words about a value, and not a string of the page's. */
  readonly words: boolean;
}

/** Reads the marks off a string. */
export function readShimString(value: string): ShimString {
  const words = value.startsWith(SHIM_MARK);
  const end = value.lastIndexOf(SHIM_MARK);
  const count = end > 0 ? value.slice(end + 1) : "";
  if (!/^\d{1,10}$/.test(count)) return { text: words ? value.slice(1) : value, more: 0, words };
  return { text: value.slice(words ? 1 : 0, end), more: Number(count), words };
}
