/** Cleans and masks texts of any length at a bounded cost. @module */
import type { Mask } from "./mask.ts";
import { type CutText, cutText, sanitize } from "./sanitize.ts";

/** UTF-16 code units that are looked at of one text. */
export const MAX_LOOKED_AT = 65_536;

/** UTF-16 code units before an edge that may hold the start of a secret. */
const EDGE = 4_096;

/**
 * A text sanitized and masked, of which only the first {@linkcode MAX_LOOKED_AT} code units are
 * looked at. A secret that an edge cuts through is not recognised, so what stands near the edge is
 * left out. `clipped` says that the text ends at an edge already.
 */
export function maskLong(text: string, mask: Mask, clipped = false): CutText {
  const head = cutText(text, MAX_LOOKED_AT);
  const masked = mask.text(sanitize(head.text));
  if (head.cut === 0 && !clipped) return { text: masked, cut: 0 };
  const safe = cutText(masked, Math.max(0, masked.length - EDGE));
  return { text: safe.text, cut: safe.cut + head.cut };
}
