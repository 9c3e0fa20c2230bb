/**
 * What was meant by a selector that is not written as one.
 *
 * @module
 */
import { isRecord } from "./record.ts";
import { SELECTOR_MEMBERS } from "./selector.ts";

/** As `outline` hands them out: `e12`, and in another tab or a frame with a prefix. */
const REF = /^(?:[a-z]\d+)*e[1-9]\d*$/;
/** What names of elements and words on a page do not begin with or have in them. */
const CSS = /^[#.[*:]|^[a-z][\w-]*(?:[#.[:]\S|\s*>)/;
const LONGEST = 200;

/** A text given where a selector must be, as a selector: `{"css":"#far"}`. */
export function textAsSelector(text: string): string | null {
  if (text === "" || text.length > LONGEST) return null;
  if (REF.test(text)) return JSON.stringify({ ref: text });
  if (/^\(*\.?\//.test(text)) return JSON.stringify({ xpath: text });
  return JSON.stringify(CSS.test(text) ? { css: text } : { text });
}

/** The members of a selector that were given beside it, as a selector; null for none. */
export function looseSelector(given: unknown): string | null {
  if (!isRecord(given)) return null;
  const members = SELECTOR_MEMBERS.filter((member) =>
    typeof given[member] === "string" && given[member] !== ""
  );
  if (members.length === 0) return null;
  const text = JSON.stringify(Object.fromEntries(members.map((member) => [member, given[member]])));
  return text.length > LONGEST ? null : text;
}
