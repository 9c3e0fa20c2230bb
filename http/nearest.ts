/**
 * What a misspelt word was meant to be.
 *
 * @module
 */

/** The word that takes the fewest changes to reach, or null when none is near: a third of `word` may be wrong. */
export function nearest(word: string, known: readonly string[]): string | null {
  const [best] = known
    .map((each) => ({ each, far: distance(word, each) }))
    .sort((a, b) => a.far - b.far);
  return best === undefined || best.far > word.length / 3 ? null : best.each;
}

/** How many letters are added, left out, changed, or swapped with the next one. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
        ? at(i - 2, j - 2) + 1
        : changed;
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, swapped));
    }
  }
  return at(a.length, b.length);
}
