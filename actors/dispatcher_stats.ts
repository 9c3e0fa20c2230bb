/**
 * How events fare between the socket and their handlers, over all subscribers and connections of a
 * server: one object that all of them tell, and that names none of them.
 *
 * Telling it costs a handful of comparisons and no allocation; it is told of every event.
 *
 * @module
 */

/**
 * Upper bounds of the buckets that lags (received to handled) are counted in, milliseconds, ascending;
 * what is above the last goes into one bucket more.
 */
export const LAG_BOUNDS_MS: readonly number[] = [
  1,
  2,
  5,
  10,
  25,
  50,
  100,
  250,
  500,
  1_000,
  2_500,
  5_000,
  10_000,
];
/** Lags kept one by one. */
const RECENT_LAGS = 1_000;

/** What a {@linkcode DispatcherStats} knows at one moment. */
export interface DispatcherSnapshot {
  /** Lags of all events handled so far. */
  readonly lags: {
    /** How many were within each bound of {@linkcode LAG_BOUNDS_MS} and none before; the last: above all. */
    readonly counts: readonly number[];
    /** Their sum, milliseconds. */
    readonly sumMs: number;
  };
  /** The last 1 000 lags, milliseconds, oldest first. */
  readonly recentMs: readonly number[];
  /** Messages one subscriber held at most, ever. */
  readonly peak: number;
  /** Events lost: to a full queue, or because their subscriber ended before they were handled. */
  readonly dropped: number;
  /** Frames that nobody had asked for, and such as were no message of BiDi. */
  readonly unsolicited: number;
}

/** Counts what subscribers and connections tell it. */
export class DispatcherStats {
  readonly #counts = new Float64Array(LAG_BOUNDS_MS.length + 1);
  readonly #recent = new Float64Array(RECENT_LAGS);
  #handled = 0;
  #sumMs = 0;
  #peak = 0;
  #dropped = 0;
  #unsolicited = 0;

  /** An event was handled `ms` after it was received; a clock set back makes that 0. */
  handled(ms: number): void {
    const lag = ms > 0 ? ms : 0;
    let bucket = 0;
    while (bucket < LAG_BOUNDS_MS.length && lag > (LAG_BOUNDS_MS[bucket] ?? 0)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#recent[this.#handled++ % RECENT_LAGS] = lag;
    this.#sumMs += lag;
  }

  /** A subscriber has held `depth` messages at once. */
  held(depth: number): void {
    if (depth > this.#peak) this.#peak = depth;
  }

  /** A subscriber lost one event, to a full queue or because it ended. */
  dropped(): void {
    this.#dropped++;
  }

  /** A connection received a frame that nobody had asked for, or that was no message of BiDi. */
  unsolicited(): void {
    this.#unsolicited++;
  }

  /** What is known now; does not change afterwards. */
  snapshot(): DispatcherSnapshot {
    const kept = Math.min(this.#handled, RECENT_LAGS);
    const from = this.#handled - kept;
    return {
      lags: { counts: [...this.#counts], sumMs: this.#sumMs },
      recentMs: Array.from({ length: kept }, (_, i) => this.#recent[(from + i) % RECENT_LAGS] ?? 0),
      peak: this.#peak,
      dropped: this.#dropped,
      unsolicited: this.#unsolicited,
    };
  }
}
