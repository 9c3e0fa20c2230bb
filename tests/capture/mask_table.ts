/** Tables of what a masker is given and what it makes of it. */
import { assertEquals } from "@std/assert";
import { MASK, Masker } from "../../capture/masker.ts";

/** `•` in a table stands for the mask, to keep the tables readable. */
function expected(text: string): string {
  return text.replaceAll("•", MASK);
}

/** Masks each text of a table with a masker of its own, and once more: masking twice is masking once. */
export function each(
  table: readonly (readonly [string, string])[],
  mask: (masker: Masker, text: string) => string,
): void {
  for (const [given, wanted] of table) {
    const masker = new Masker();
    const once = mask(masker, given);
    assertEquals(once, expected(wanted), given);
    assertEquals(mask(masker, once), once, `twice: ${given}`);
  }
}

/** A table of texts that are left as they are. */
export const same = (texts: readonly string[]) => texts.map((text) => [text, text] as const);
