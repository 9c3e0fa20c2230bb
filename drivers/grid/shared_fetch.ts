/**
 * One answer for all who ask for the same at about the same time.
 *
 * @module
 */

/** Something fetched. */
export interface Fetched<T> {
  /** Which fetch it was, counted from 1 in the order they began. */
  readonly number: number;
  /** When the fetch began, in milliseconds of the clock: the value is no older. */
  readonly at: number;
  /** What came. */
  readonly value: T;
}

/** Fetches when what there is has become too old. */
export class SharedFetch<T> {
  readonly #fetch: () => Promise<T>;
  readonly #now: () => number;
  #count = 0;
  #last: Fetched<T> | null = null;
  #coming: { readonly at: number; readonly fetched: Promise<Fetched<T>> } | null = null;

  /** Makes one around a fetch that is bounded and never throws. */
  constructor(fetch: () => Promise<T>, now: () => number) {
    this.#fetch = fetch;
    this.#now = now;
  }

  /** The newest there is when it is at most `maxAgeMs` old, else one that comes. */
  get(maxAgeMs: number): Promise<Fetched<T>> {
    const now = this.#now();
    if (this.#last !== null && now - this.#last.at <= maxAgeMs) return Promise.resolve(this.#last);
    if (this.#coming !== null && now - this.#coming.at <= maxAgeMs) return this.#coming.fetched;
    const coming = { at: now, fetched: this.#begin(now) };
    this.#coming = coming;
    coming.fetched.then(() => {
      if (this.#coming === coming) this.#coming = null;
    });
    return coming.fetched;
  }

  async #begin(at: number): Promise<Fetched<T>> {
    const number = ++this.#count;
    const fetched = { number, at, value: await this.#fetch() };
    if (this.#last === null || this.#last.number < number) this.#last = fetched;
    return fetched;
  }
}
