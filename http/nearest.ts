/**
 * What a misspelt word was meant to be.
 *
 * @module
 */
import { near } from "../actors/near.ts";

/** The word that takes the fewest changes to reach, or null when none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  return near(word, known)[0] ?? null;
}
