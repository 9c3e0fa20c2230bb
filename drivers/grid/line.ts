/**
 * The line before a Grid. A Grid serves the requests in its own queue in no order, so while it is full
 * only one of ours stands there; the others wait here, and leave in the order they came, as many at a
 * time as the Grid has places free.
 *
 * @module
 */
import type { Time } from "./time.ts";

/** Most that wait at once. */
export const MAX_WAITING = 512;

/** Milliseconds between two looks for places while somebody waits. */
const LOOK_MS = 500;

/** A place in the line, or a turn taken. */
export interface Place {
  /** Resolves when it is this one's turn; rejects with the signal's reason, and then it has left. */
  turn(signal: AbortSignal): Promise<void>;
  /** How many are served before it: those in line and those whose turn has come; null once it is its turn. */
  readonly ahead: number | null;
  /** Ends the turn, or the wait. Safe twice. */
  leave(): void;
}

/** First come, first served. */
export class Line {
  readonly #free: () => Promise<number>;
  readonly #time: Time;
  readonly #waiting: Waiter[] = [];
  #away = 0;
  #serving = false;
  #nap: AbortController | null = null;
  /** Whether a turn has ended since the last look began. */
  #due = false;

  /** Makes an empty one. `free` looks how many places there are now; it is bounded and never throws. */
  constructor(free: () => Promise<number>, time: Time) {
    this.#free = free;
    this.#time = time;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Stands in line; null when it is full. */
  join(): Place | null {
    if (this.#waiting.length >= MAX_WAITING) return null;
    const waiter: Waiter = new Waiter(
      () => this.#aheadOf(waiter),
      () => this.#gone(waiter),
    );
    this.#waiting.push(waiter);
    this.#serve();
    return waiter;
  }

  #aheadOf(waiter: Waiter): number | null {
    const index = this.#waiting.indexOf(waiter);
    return index < 0 ? null : index + this.#away;
  }

  #gone(waiter: Waiter): void {
    const index = this.#waiting.indexOf(waiter);
    if (index >= 0) {
      this.#waiting.splice(index, 1);
    } else {
      this.#away--;
      this.#due = true;
    }
    this.#nap?.abort();
  }

  async #serve(): Promise<void> {
    if (this.#serving) return;
    this.#serving = true;
    while (this.#waiting.length > 0) {
      if (this.#away === 0) this.#call(1);
      if (this.#waiting.length === 0) break;
      // The look may show none of these as taken yet, not even one that ends before it does.
      const away = this.#away;
      this.#due = false;
      this.#call(await this.#free() - away);
      if (this.#waiting.length > 0 && !this.#due) await this.#rest();
    }
    this.#serving = false;
  }

  /** Gives the next `count` their turn. */
  #call(count: number): void {
    for (const waiter of this.#waiting.splice(0, Math.max(0, count))) {
      this.#away++;
      waiter.called();
    }
  }

  /** Waits for a turn to end, or for the time of the next look. */
  async #rest(): Promise<void> {
    this.#nap = new AbortController();
    await this.#time.sleep(LOOK_MS, this.#nap.signal).catch(() => {});
    this.#nap = null;
  }
}

class Waiter implements Place {
  readonly #turn = Promise.withResolvers<void>();
  readonly #ahead: () => number | null;
  readonly #gone: () => void;
  #left = false;

  constructor(ahead: () => number | null, gone: () => void) {
    this.#ahead = ahead;
    this.#gone = gone;
  }

  get ahead(): number | null {
    return this.#left ? null : this.#ahead();
  }

  called(): void {
    this.#turn.resolve();
  }

  async turn(signal: AbortSignal): Promise<void> {
    const abort = () => {
      this.leave();
      this.#turn.reject(signal.reason);
    };
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    try {
      await this.#turn.promise;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  leave(): void {
    if (this.#left) return;
    this.#left = true;
    this.#gone();
  }
}
