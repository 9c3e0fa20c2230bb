/**
 * Both browsers send a page's old log entries again when they restore it from their back-forward
 * cache. Such a replay is older than the context's last commit and equal to one that came before;
 * equal ones are counted, so that a line logged twice may come back twice and no more.
 *
 * @module
 */
import type { BrowsingContext } from "./contexts.ts";
import type { EntrySign } from "./entry_sign.ts";

/** Entries remembered; the browsers replay 100 a context. A power of two. */
const REMEMBERED = 1_024;

/** Numbers that are remembered of an entry: its sign, its context's epoch, and whether it was a replay. */
const NUMBERS = 4;

/** The entries that came, as far as is needed to know one again. */
export class Replays {
  /** A ring: most entries are newer than the commit, and cannot be replays, so they are only written down. */
  readonly #came = new Int32Array(NUMBERS * REMEMBERED);
  #count = 0;

  /** Whether an entry with this sign and time came before; it is remembered. */
  isReplay(sign: EntrySign, timestamp: number, context: BrowsingContext): boolean {
    const replay = timestamp < context.committedAt && this.#isKnown(sign, context.epoch);
    const place = NUMBERS * (this.#count++ & REMEMBERED - 1);
    this.#came[place] = sign.key;
    this.#came[place + 1] = sign.check;
    this.#came[place + 2] = context.epoch;
    this.#came[place + 3] = replay ? 1 : 0;
    return replay;
  }

  /** Forgets everything. */
  clear(): void {
    this.#count = 0;
  }

  /** Whether it came more often in earlier epochs than it was replayed in this one. */
  #isKnown({ key, check }: EntrySign, epoch: number): boolean {
    const came = this.#came;
    const end = NUMBERS * Math.min(this.#count, REMEMBERED);
    let left = 0;
    for (let at = 0; at < end; at += NUMBERS) {
      if (came[at] !== key || came[at + 1] !== check) continue;
      const replayed = came[at + 3] === 1;
      if (came[at + 2] !== epoch) left += replayed ? 0 : 1;
      else if (replayed) left--;
    }
    return left > 0;
  }
}
