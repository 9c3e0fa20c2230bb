/**
 * Time, injected: everything that waits or stamps takes a `Clock`, so a test moves time by hand.
 *
 * @module
 */

/** A timer that can be called off; safe after it fired. */
export interface Timer {
  /** Calls it off. Safe twice. */
  cancel(): void;
}

/** Wall time and timers. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once, after `ms` milliseconds. */
  after(ms: number, task: () => void): Timer;
}
