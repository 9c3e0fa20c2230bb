/**
 * What a misspelt word was meant to be.
 *
 * @module
 */

/** Changes between two words that are near. */
const NEAR = 3;

/** The word that takes the fewest changes to reach, or null when none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  const [best] = known
    .map((each) => ({ each, far: distance(word, each) }))
    .sort((a, b) => a.far - b.far);
  return best === undefined || best.far > NEAR ? null : best.each;
}

/** Levenshtein's distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, left] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, right] of [...b].entries()) {
      next.push(Math.min(
        (next[j] ?? 0) + 1,
        (row[j + 1] ?? 0) + 1,
        (row[j] ?? 0) + (left === right ? 0 : 1),
      ));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
