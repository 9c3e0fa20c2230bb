/**
 * Whether a session on a Grid still runs, by what the Grid lists. A held socket is a channel and no sign of
 * life: a Grid may end a session and leave its socket open and silent.
 *
 * @module
 */
import type { Lease, Listing } from "../drivers/driver.ts";
import type { Clock } from "./core/clock.ts";
import { sleep } from "./core/wait.ts";

/** Milliseconds between two looks; all sessions look at once, so that one listing does for all. */
export const LOOK_MS = 30_000;
/** Milliseconds old at most is a listing that another session fetched for the same look. */
const MAX_AGE_MS = 5_000;
/** Listings in a row that show a node and not the session. */
const ABSENT = 2;

/** What a {@linkcode Monitor} needs. */
export interface MonitorOptions {
  /** The session it looks after. */
  readonly lease: Lease;
  /** What its looks go by. */
  readonly clock: Clock;
  /** Told once, when the session has ended. */
  readonly gone: (why: string) => void;
}

/** Looks after one session. */
export class Monitor {
  readonly #options: MonitorOptions;
  #number = -1;
  #absent = 0;
  #unknownSince: number | null = null;

  /** Looks at nothing before `watch`. */
  constructor(options: MonitorOptions) {
    this.#options = options;
  }

  /** Looks at every full {@linkcode LOOK_MS} of the clock, until the session has ended or `signal` aborts. Never throws. */
  async watch(signal: AbortSignal): Promise<void> {
    const { lease, clock, gone } = this.#options;
    try {
      while (true) {
        await sleep(clock, LOOK_MS - clock.now() % LOOK_MS, signal);
        const why = this.take(await lease.listing(MAX_AGE_MS, signal));
        if (why !== null && !signal.aborted) return gone(why);
      }
    } catch {
      // Nobody asks any more.
    }
  }

  /**
   * Takes a listing; answers why the session has ended, or null. A failed or empty one says nothing until
   * that has lasted longer than the session could have.
   */
  take(listing: Listing): string | null {
    const { lease, clock } = this.#options;
    switch (listing.kind) {
      case "listed":
        this.#absent = 0;
        this.#unknownSince = null;
        break;
      case "absent":
        this.#unknownSince = null;
        if (listing.number !== this.#number) this.#absent++;
        break;
      case "unknown": {
        this.#unknownSince ??= clock.now();
        const silentMs = clock.now() - this.#unknownSince;
        if (silentMs > lease.timeoutMs + LOOK_MS) {
          const why = listing.why === undefined ? "" : ` (${listing.why})`;
          return `the Grid has told nothing of it for ${Math.round(silentMs / 1000)} s${why}`;
        }
      }
    }
    this.#number = listing.number;
    return this.#absent >= ABSENT ? "the Grid ended it" : null;
  }
}
