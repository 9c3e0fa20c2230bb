/**
 * Which of a browser's replayed entries were seen before. A replay is the end of one stream, and so is
 * what was seen; they are laid over each other in order, because equal entries of one millisecond
 * cannot be told apart by anything but their number and their place.
 *
 * @module
 */

/** What is known of the two streams besides their entries. */
export interface Overlap {
  /** Entries may be missing in what was seen. */
  readonly holed: boolean;
  /** What was seen reaches beyond the beginning of the replay, by the entries' own times. */
  readonly certain: boolean;
}

/**
 * Whether each entry of `replay` was seen, as the end of `seen` or within it.
 *
 * Without a hole the longest end of `seen` that the replay begins with is the overlap, and everything
 * behind it is new. With one, the longest sequence common to both was seen, ending as early in the replay
 * as it can: what is between was lost the first time and is as new as what follows.
 */
export function alignment(
  seen: readonly number[],
  replay: readonly number[],
  { holed, certain }: Overlap,
): boolean[] {
  const whole = holed ? 0 : overlap(seen, replay);
  if (whole > 0 || !(holed || certain)) return replay.map((_, at) => at < whole);
  return commonSequence(seen, replay);
}

function overlap(seen: readonly number[], replay: readonly number[]): number {
  let length = Math.min(seen.length, replay.length);
  for (; length > 0; length--) {
    const from = seen.length - length;
    let at = 0;
    while (at < length && seen[from + at] === replay[at]) at++;
    if (at === length) return length;
  }
  return 0;
}

function commonSequence(seen: readonly number[], replay: readonly number[]): boolean[] {
  const width = replay.length + 1;
  const lengths = new Uint16Array((seen.length + 1) * width);
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = 1; i <= seen.length; i++) {
    for (let j = 1; j <= replay.length; j++) {
      lengths[i * width + j] = seen[i - 1] === replay[j - 1]
        ? lengthAt(i - 1, j - 1) + 1
        : Math.max(lengthAt(i - 1, j), lengthAt(i, j - 1));
    }
  }
  const common = replay.map(() => false);
  let i = seen.length;
  let j = 0;
  while (lengthAt(i, j) < lengthAt(i, replay.length)) j++;
  while (i > 0 && j > 0) {
    if (seen[i - 1] === replay[j - 1]) {
      common[j - 1] = true;
      i--;
      j--;
    } else if (lengthAt(i - 1, j) >= lengthAt(i, j - 1)) i--;
    else j--;
  }
  return common;
}
