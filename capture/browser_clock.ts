/**
 * The browser's clock against ours. An event carries the time at which something happened there and
 * arrives a little later here; the least that any took is what the clocks differ by, and a browser on another
 * machine may differ by much.
 *
 * @module
 */

/** One browser's clock. */
export class BrowserClock {
  #least = Infinity;

  /** Another browser, another clock. */
  reset(): void {
    this.#least = Infinity;
  }

  /** Learns from an event that happened at `timestamp` there and arrived at `now` here. */
  heard(timestamp: number, now: number): void {
    this.#least = Math.min(this.#least, now - timestamp);
  }

  /** As {@linkcode toOurs}; null while no event has told how the clocks differ. */
  known(timestamp: number, now: number): number | null {
    return this.#least === Infinity ? null : this.toOurs(timestamp, now);
  }

  /** When `timestamp` was by our clock; never later than `now`. */
  toOurs(timestamp: number, now: number): number {
    return this.#least === Infinity ? now : Math.min(now, timestamp + this.#least);
  }
}
