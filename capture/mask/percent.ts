/**
 * Percent encoding of a whole value, tolerant of what is not quite so encoded.
 *
 * @module
 */

import { MASK } from "./rules.ts";

const RUN = /(?:%[0-9a-fA-F]{2})+/g;
const ENCODED_MASK = encodeURIComponent(MASK);

/** The text decoded; runs that are no UTF-8 stay as they are. */
export function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(RUN, (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        return run;
      }
    });
  }
}

/** The text encoded as a value of a query or a form is, with masks left readable. */
export function encodePercent(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(ENCODED_MASK, MASK);
}
