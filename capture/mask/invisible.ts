/**
 * What stands in a text and is not seen: a page that puts it between the characters of a value shows the value.
 *
 * @module
 */

import { Decoded } from "./decode.ts";

/** What is drawn as nothing (joiners, marks of direction, soft hyphens), controls, and halves of characters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cs}\ufffd]|[^\P{Cc}\t\n\r]/u;
const EACH_INVISIBLE = new RegExp(INVISIBLE, "gu");

/** A text without what is not seen, to find values in; null when all of it is. */
export function visible(text: string): Decoded | null {
  if (!INVISIBLE.test(text)) return null;
  const at: number[] = [];
  let out = "";
  let last = 0;
  for (const { 0: found, index } of text.matchAll(EACH_INVISIBLE)) {
    out += text.slice(last, index);
    at.push(out.length, index, 0, found.length);
    last = index + found.length;
  }
  return new Decoded(out + text.slice(last), at);
}
