/**
 * Both browsers send a page's old log entries again when they restore it from their back-forward
 * cache. Such a replay is older than the context's last commit and equal to one that came before;
 * equal ones are counted, so that a line logged twice may come back twice and no more.
 *
 * @module
 */
import type { LogEntry } from "../bidi/protocol.ts";
import type { BrowsingContext } from "./contexts.ts";
import { remember } from "./remember.ts";

/** Entries remembered; the browsers replay at most 100 a context. */
const MAX_REMEMBERED = 2_000;

/** Characters of a text that tell it from others logged in the same millisecond. */
const TOLD_BY = 200;

interface Logged {
  /** The context's epoch the counts below are of. */
  epoch: number;
  /** How often it had come in earlier epochs, how often in this one, and how often it was replayed. */
  before: number;
  now: number;
  replayed: number;
}

/** The entries that came, as far as is needed to know one again. */
export class Replays {
  readonly #logged = new Map<number, Logged>();

  /** Whether this entry came before; when not, it is remembered. */
  isReplay(entry: LogEntry, context: BrowsingContext): boolean {
    const key = keyOf(entry, context.id);
    const logged = this.#logged.get(key);
    if (logged === undefined) {
      const first = { epoch: context.epoch, before: 0, now: 1, replayed: 0 };
      remember(this.#logged, key, first, MAX_REMEMBERED);
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
    this.#logged.clear();
  }
}

/** 52 bits over what makes two entries equal; the text itself is not kept, it is not masked here. */
function keyOf(entry: LogEntry, context: string): number {
  const text = entry.text ?? "";
  let low = 0x811c9dc5 ^ text.length;
  let high = 0x9e3779b9;
  const mix = (part: string) => {
    const length = Math.min(part.length, TOLD_BY);
    for (let i = 0; i < length; i++) {
      const code = part.charCodeAt(i);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high ^ code, 0x85ebca6b) ^ high >>> 13;
    }
  };
  mix(context);
  mix(entry.type);
  mix(entry.level);
  mix(entry.method ?? "");
  mix(String(entry.timestamp));
  mix(text);
  return (high >>> 12) * 0x1_0000_0000 + (low >>> 0);
}
