/** Masks the start of a text of any length at a bounded cost. @module */
import { type CutText, cutText } from "./sanitize.ts";

/** UTF-16 code units beyond what is wanted that are looked at: a value is known only when it is whole. */
const BEYOND = 16_384;

/** By it a masker knows the beginning of a bound value, however long that is. */
const CUT = "…";

/**
 * At most `wanted` UTF-16 code units of a text, masked. A text that is not much longer is masked whole, then cut. A
 * longer one is masked up to two ends, of which the second is beyond whatever the first may cut through: what both
 * agree on is neither the beginning of a secret nor what only an end made of it.
 *
 * @param mask Masks one text; in time that is proportional to its length, so is this to `wanted`.
 */
export function maskStart(text: string, wanted: number, mask: (text: string) => string): CutText {
  if (text.length <= wanted + BEYOND) return cutText(mask(text), wanted);
  const far = mask(cutText(text, wanted + BEYOND).text + CUT);
  const near = cutText(text, wanted);
  const agreed = commonStart(far, mask(near.text + CUT));
  const { text: start } = cutText(far, Math.min(agreed, wanted));
  return { text: start.endsWith(CUT) ? start.slice(0, -1) : start, cut: near.cut };
}

function commonStart(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) if (one[at] !== other[at]) return at;
  return length;
}
