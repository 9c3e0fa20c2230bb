/**
 * The greatest of the last few numbers: what was usual a moment ago, spikes included.
 *
 * @module
 */

/** Remembers the last numbers, and the greatest of them. */
export class RecentMax {
  readonly #kept: number[];
  #next = 0;

  /**
   * Remembers none yet.
   *
   * @param size how many numbers are remembered, more than 0
   */
  constructor(size: number) {
    this.#kept = new Array(size).fill(0);
  }

  /** The greatest remembered; 0 before the first. */
  get max(): number {
    return Math.max(...this.#kept);
  }

  /** Remembers a number for the oldest. */
  add(value: number): void {
    this.#kept[this.#next] = value;
    this.#next = (this.#next + 1) % this.#kept.length;
  }
}
