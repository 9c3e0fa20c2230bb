/**
 * What was seen last in each browsing context, kept or not, as signs: so that a browser's replay of
 * its last entries can be aligned with it.
 *
 * @module
 */
import type { EntrySign } from "./entry_sign.ts";
import { rememberLatest } from "./remember.ts";

/** Entries remembered of a context; the browsers replay 100. A power of two. */
const REMEMBERED = 128;

/** Contexts remembered, the ones least recently heard of forgotten first. */
const MAX_CONTEXTS = 256;

/** The last entries of one context. */
export class Tail {
  /** Two integers an entry, as a ring. */
  readonly #signs = new Int32Array(2 * REMEMBERED);
  #seen = 0;
  #holeAt = -Infinity;
  #newestAt = -Infinity;

  /** When the newest entry was logged, by the browser's clock; `-Infinity` before the first. */
  get newestAt(): number {
    return this.#newestAt;
  }

  /** Whether entries may be missing among those that are remembered. */
  get holed(): boolean {
    return this.#seen - this.#holeAt < REMEMBERED;
  }

  /** The signs that are remembered, oldest first. */
  get signs(): number[] {
    const signs: number[] = [];
    for (let at = Math.max(0, this.#seen - REMEMBERED); at < this.#seen; at++) {
      const place = 2 * (at % REMEMBERED);
      signs.push(joined(this.#signs[place] ?? 0, this.#signs[place + 1] ?? 0));
    }
    return signs;
  }

  /** One more entry was seen. */
  push({ realmKey, frameCheck }: Pick<EntrySign, "realmKey" | "frameCheck">, at: number): void {
    const place = 2 * (this.#seen++ & REMEMBERED - 1);
    this.#signs[place] = realmKey;
    this.#signs[place + 1] = frameCheck;
    if (at > this.#newestAt) this.#newestAt = at;
  }

  /** Entries were lost here. */
  hole(): void {
    this.#holeAt = this.#seen;
  }
}

/** The sign of an entry as one number. */
export function joined(realmKey: number, frameCheck: number): number {
  return (realmKey & 0x7fffff) * 2 ** 30 + frameCheck;
}

/** The last entries of every context. */
export class Tails {
  readonly #tails = new Map<string | null, Tail>();
  /** The one that was pushed to last: a flood is of one context. */
  #newest: { readonly context: string | null; readonly tail: Tail } | null = null;

  /** The tail of a context; a new one when nothing was seen there. */
  of(context: string | null): Tail {
    const newest = this.#newest;
    if (newest !== null && newest.context === context) return newest.tail;
    const tail = this.#tails.get(context) ?? new Tail();
    rememberLatest(this.#tails, context, tail, MAX_CONTEXTS);
    this.#newest = { context, tail };
    return tail;
  }

  /** Entries were lost, of which contexts is not known. */
  hole(): void {
    for (const tail of this.#tails.values()) tail.hole();
  }

  /** Forgets everything. */
  clear(): void {
    this.#tails.clear();
    this.#newest = null;
  }
}
