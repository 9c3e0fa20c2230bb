/**
 * Whether events are taken, since when, and for how long what came of them is kept.
 *
 * @module
 */

/** What is heard of a session. */
export class Hearing {
  /** Milliseconds that what is kept outlives the last of it. */
  ttlMs: number;
  /** When the last entry or request arrived, in epoch milliseconds; 0 before the first. */
  fedAt = 0;
  #capturing = false;
  #paused: string | null = "no browser has been captured yet";
  #since: number | null = null;
  #interrupted = false;

  /** Nothing is heard yet. */
  constructor(ttlMs: number) {
    this.ttlMs = ttlMs;
  }

  /** Whether events are taken now. */
  get capturing(): boolean {
    return this.#capturing;
  }

  /** Why no events are taken, or null while they are. */
  get paused(): string | null {
    return this.#paused;
  }

  /** When capture began, in epoch milliseconds; null before it did. */
  get since(): number | null {
    return this.#since;
  }

  /** Whether nothing is heard of a session that may go on. */
  get interrupted(): boolean {
    return this.#interrupted;
  }

  /** Events are taken from now on, in epoch milliseconds. */
  begin(now: number): void {
    this.#since ??= now;
    this.#capturing = true;
    this.#interrupted = false;
    this.#paused = null;
  }

  /** No events are taken any more; `goesOn` says whether the session may. */
  pause(why: string, goesOn: boolean): void {
    this.#capturing = false;
    this.#interrupted = goesOn;
    this.#paused = why;
  }

  /** Whether what is kept has outlived its time. */
  hasExpired(now: number): boolean {
    return this.#since !== null && now - Math.max(this.fedAt, this.#since) > this.ttlMs;
  }

  /** What was kept is gone: what is said of it begins anew. */
  restart(now: number): void {
    this.#since = now;
  }
}
