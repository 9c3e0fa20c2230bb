/**
 * Both browsers send a page's old log entries again when they restore it from their back-forward
 * cache. Such a replay is older than the context's last commit and equal to one that came before;
 * equal ones are counted, so that a line logged twice may come back twice and no more.
 *
 * @module
 */
import type { LogEntry } from "../bidi/protocol.ts";
import type { BrowsingContext } from "./contexts.ts";

/** Entries remembered at least, twice as many at most; the browsers replay 100 a context. */
const REMEMBERED = 1_000;

/** Characters of a text that tell it from others logged in the same millisecond. */
const TOLD_BY = 200;

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

  /** Whether this entry came before; when not, it is remembered. */
  isReplay(entry: LogEntry, context: BrowsingContext): boolean {
    const { key, check } = signOf(entry, context);
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
    if (entry.timestamp < context.committedAt && logged.replayed < logged.before) {
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

/**
 * 60 bits over what makes two entries equal, in two small integers, which a Map finds sooner than a big
 * one. The text itself is not kept: it is not masked here.
 */
function signOf(entry: LogEntry, context: BrowsingContext): { key: number; check: number } {
  const text = entry.text ?? "";
  const kind = entry.method ?? entry.type;
  const level = entry.level.charCodeAt(0);
  let low = 0x811c9dc5 ^ context.order ^ text.length << 8;
  let high = 0x9e3779b9 ^ entry.timestamp ^ kind.length << 16 ^ kind.charCodeAt(0) << 24 ^ level;
  const length = Math.min(text.length, TOLD_BY);
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b) ^ high >>> 13;
  }
  return { key: low >>> 2, check: high >>> 2 };
}
