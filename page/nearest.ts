/**
 * How near one word is to another, for what was misspelt.
 *
 * @module
 */

/** Characters of a word that is compared. */
const LONGEST = 40;

/** The words of which a third of `word` is not wrong, nearest first. */
export function near(word: string, known: readonly string[]): string[] {
  if (word.length > LONGEST) return [];
  return known.map((each) => ({ each, far: distance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ far }) => far <= word.length / 3)
    .sort((a, b) => a.far - b.far)
    .map(({ each }) => each);
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
