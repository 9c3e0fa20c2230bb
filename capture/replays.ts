/**
 * Both browsers send a page's old log entries again when they restore it from their back-forward
 * cache. Such a replay is older than the context's last commit and equal to one that came before;
 * equal ones are counted, so that a line logged twice may come back twice and no more.
 *
 * @module
 */
import type { BrowsingContext } from "./contexts.ts";
import type { EntrySign } from "./entry_sign.ts";

/** Entries remembered at least, twice as many at most; the browsers replay 100 a context. */
const REMEMBERED = 1_000;

interface Logged {
  /** Tells it from another entry with the same key. */
  readonly check: number;
  /** The context's epoch the counts below are of. */
  epoch: number;
  /** How often it had come in earlier epochs, how often in this one, and how often it was replayed. */
  before: number;
  now: number;
  replayed: number;
}

/** The entries that came, as far as is needed to know one again. */
export class Replays {
  /** Two generations: forgetting the older at once costs less than forgetting one by one. */
  #recent = new Map<number, Logged>();
  #older = new Map<number, Logged>();

  /** Whether an entry with this sign and time came before; when not, it is remembered. */
  isReplay({ key, check }: EntrySign, timestamp: number, context: BrowsingContext): boolean {
    const logged = this.#recent.get(key) ?? this.#older.get(key);
    if (logged === undefined || logged.check !== check) {
      this.#remember(key, { check, epoch: context.epoch, before: 0, now: 1, replayed: 0 });
      return false;
    }
    if (logged.epoch !== context.epoch) {
      logged.epoch = context.epoch;
      logged.before += logged.now;
      logged.now = 0;
      logged.replayed = 0;
    }
    if (timestamp < context.committedAt && logged.replayed < logged.before) {
      logged.replayed++;
      return true;
    }
    logged.now++;
    return false;
  }

  /** Forgets everything. */
  clear(): void {
    this.#recent.clear();
    this.#older.clear();
  }

  #remember(key: number, logged: Logged): void {
    if (this.#recent.size >= REMEMBERED) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, logged);
  }
}
