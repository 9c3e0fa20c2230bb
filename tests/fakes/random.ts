/**
 * Random numbers that are the same for the same seed, so that a failing try can be run again.
 *
 * @module
 */

/** Makes a function that answers whole numbers of 0 to below its argument (mulberry32). */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor(((t ^ (t >>> 14)) >>> 0) / 2 ** 32 * below);
  };
}
