/**
 * How often something may be done: a bucket that fills at a steady rate, and holds what is saved up for a
 * burst (RFC 2697 calls it a token bucket).
 *
 * @module
 */

/** What a {@linkcode RateLimit} is made from. */
export interface RateLimitOptions {
  /** How often in a minute, in the long run; more than 0. */
  readonly perMinute: number;
  /** How often at once, after a rest; at least 1. */
  readonly burst: number;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

/** One bucket; full at first. */
export class RateLimit {
  readonly #options: RateLimitOptions;
  #left: number;
  #at: number;

  /** Fills it. */
  constructor(options: RateLimitOptions) {
    this.#options = options;
    this.#left = options.burst;
    this.#at = options.now();
  }

  /** Takes one when there is one, and says in how many milliseconds there will be; 0: taken. */
  take(): number {
    const { perMinute, burst } = this.#options;
    const now = this.#options.now();
    const perMs = perMinute / 60_000;
    this.#left = Math.min(burst, this.#left + (now - this.#at) * perMs);
    this.#at = now;
    // What fractions add up to may miss 1 by a rounding error, for ever.
    if (this.#left < 1 - 1e-9) return (1 - this.#left) / perMs;
    this.#left -= 1;
    return 0;
  }
}
