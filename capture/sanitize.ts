/**
 * Makes a text of a page safe to store and to show: well-formed, without control characters, and
 * cut without splitting a character.
 *
 * @module
 */

// deno-lint-ignore no-control-regex -- finding control characters is what it is for
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

// deno-lint-ignore no-control-regex -- finding control characters is what it is for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** CSI (colours, cursor), OSC (titles, links; closed by BEL or ST) and two-character escapes. */
const ANSI =
  // deno-lint-ignore no-control-regex -- finding control characters is what it is for
  /[\u001b](?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\^_])|\u009b[0-?]*[ -/]*[@-~]/g;

/**
 * The text as well-formed Unicode, without ANSI sequences and control characters; line feeds and
 * tabs stay, and other line ends become line feeds.
 */
export function sanitize(text: string): string {
  const formed = text.isWellFormed() ? text : text.toWellFormed();
  if (!UNSAFE.test(formed)) return formed;
  return formed.replace(ANSI, "").replace(/\r\n?/g, "\n").replace(CONTROL, "");
}

/** A text and how many of its UTF-16 code units were left out at its end. */
export interface CutText {
  /** What is left. */
  readonly text: string;
  /** How much is not. */
  readonly cut: number;
}

/** At most `max` UTF-16 code units from the text's start; a surrogate pair is never split. */
export function cutText(text: string, max: number): CutText {
  if (text.length <= max) return { text, cut: 0 };
  const last = text.charCodeAt(max - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? max - 1 : max;
  return { text: text.slice(0, end), cut: text.length - end };
}
