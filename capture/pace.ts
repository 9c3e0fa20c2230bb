/**
 * Tells a page that fails at a pace of its own from one that fails at the pace of the calls. What input causes
 * begins at about the same time after each input, however the inputs come; what a timer causes begins at about the
 * same time after the one before it, whenever the inputs come.
 *
 * @module
 */

/** The opening of a call that may cause something: sends input, navigates or runs a script. */
export interface Input {
  /** When, in epoch milliseconds by our clock. */
  readonly at: number;
  /** Its number among all of them. */
  readonly number: number;
}

/** When a failure began, and after what. */
export interface Begun {
  /** When it began, in epoch milliseconds by our clock. */
  readonly at: number;
  /** The last input before; null for none. */
  readonly input: Input | null;
  /** Whether it is the first of its kind since then. */
  readonly first: boolean;
}

/** Failures that show a pace. */
const ENOUGH = 6;

/** Failures for each input at the least, so that one for each is never a pace of the page's own. */
const EACH = 1.5;

/** Inputs after which the page failed on, so that it is not one of them that does it, and tries again. */
const INPUTS = 3;

/** Share of the mean interval by which intervals may differ, and by which the times after the inputs must. */
const SHARE = 0.5;

/** Milliseconds by which the time from a call to what its input causes may differ, on a busy machine. */
const JITTER_MS = 100;

/** The newest of some failures, the newest last, when they came at a pace of the page's own; none otherwise. */
export function steady<T extends Begun>(failures: readonly T[]): readonly T[] {
  const newest = longestSteady(failures);
  if (newest.length < ENOUGH || newest.length - 1 < EACH * inputsDuring(newest)) return [];
  const offsets = newest.flatMap(({ at, input, first }) =>
    first && input !== null ? at - input.at : []
  );
  if (offsets.length < INPUTS) return [];
  const apart = Math.max(JITTER_MS, SHARE * meanInterval(newest));
  return spread(offsets) > apart ? newest : [];
}

function inputsDuring(failures: readonly Begun[]): number {
  return (failures.at(-1)?.input?.number ?? 0) - (failures[0]?.input?.number ?? 0);
}

/** The newest failures between which the intervals are about the same. */
function longestSteady<T extends Begun>(failures: readonly T[]): readonly T[] {
  let from = failures.length - 1;
  let least = Infinity;
  let most = 0;
  for (; from > 0; from--) {
    const [before, after] = [failures[from - 1], failures[from]];
    if (before === undefined || after === undefined) break;
    const interval = after.at - before.at;
    least = Math.min(least, interval);
    most = Math.max(most, interval);
    if (most - least > SHARE * (most + least) / 2) break;
  }
  return failures.slice(Math.max(0, from));
}

function meanInterval(failures: readonly Begun[]): number {
  const first = failures[0]?.at ?? 0;
  const last = failures.at(-1)?.at ?? 0;
  return (last - first) / (failures.length - 1);
}

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}
