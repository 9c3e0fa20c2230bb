/**
 * What Chrome replays to a new subscriber: its last 100 entries of each context, in order, before the
 * subscription is answered. They are held until then, because only the whole tells which of them are new.
 *
 * @module
 */
import type { LogEntry } from "../bidi/protocol.ts";
import { alignment } from "./align.ts";
import type { EntrySign } from "./entry_sign.ts";
import { joined, type Tail, type Tails } from "./tails.ts";

/** Entries Chrome remembers of a context. */
const REPLAYED = 100;

/** Entries held at most, of all contexts together. */
const MAX_HELD = 20_000;

/** Bytes of text held at most, two a character, in `text` and again in `args`. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

interface Held {
  readonly realmKey: number;
  readonly frameCheck: number;
  readonly at: number;
  readonly realm: string;
  /** Whether it was seen before. */
  seen: boolean;
  /** Null when there was no room for it. */
  readonly entry: LogEntry | null;
}

/** An entry that was logged while nothing was heard. */
export interface Unheard {
  /** The entry. */
  readonly entry: LogEntry;
  /** Whether it is of a document, or a worker, that had been heard before. */
  readonly known: boolean;
}

/** What became of a burst. */
export interface Landing {
  /** The entries that were never seen, in the order of their arrival. */
  readonly entries: readonly Unheard[];
  /** How many more there were or may have been, that could not be held. */
  readonly lost: number;
  /** Whether the browser may have forgotten entries that were never seen. */
  readonly cut: boolean;
}

/** The entries held between a subscription and its answer. */
export class Burst {
  /** In the order of arrival, of all contexts. */
  readonly #held: Held[] = [];
  readonly #byContext = new Map<string | null, Held[]>();
  #bytes = 0;
  #refused = 0;
  #holed = false;

  /** Takes one entry, read by `sign`. */
  hold(entry: LogEntry, { realmKey, frameCheck }: EntrySign): void {
    if (this.#held.length === MAX_HELD) {
      this.#refused++;
      return;
    }
    const bytes = 4 * (entry.text?.length ?? 0);
    const fits = this.#bytes + bytes <= MAX_TEXT_BYTES;
    if (fits) this.#bytes += bytes;
    const held = {
      realmKey,
      frameCheck,
      at: entry.timestamp,
      realm: entry.source.realm,
      seen: false,
      entry: fits ? entry : null,
    };
    this.#held.push(held);
    const context = entry.source.context ?? null;
    const before = this.#byContext.get(context);
    if (before === undefined) this.#byContext.set(context, [held]);
    else before.push(held);
  }

  /** Entries were lost on the way here, perhaps of the replay. */
  hole(): void {
    this.#holed = true;
  }

  /** Aligns what is held with what was seen; from then on all of it was. */
  land(tails: Tails): Landing {
    let cut = false;
    for (const [context, held] of this.#byContext) {
      if (!align(held, tails.of(context))) cut = true;
    }
    if (this.#holed || this.#refused > 0) tails.hole();
    const realms = new Set(this.#held.filter(({ seen }) => seen).map(({ realm }) => realm));
    const unseen = this.#held.filter(({ seen }) => !seen);
    const entries = unseen.flatMap(({ entry, realm }) =>
      entry === null ? [] : { entry, known: realms.has(realm) }
    );
    return { entries, lost: this.#refused + unseen.length - entries.length, cut };
  }
}

/** Marks what was seen; answers whether the replay reaches back to it, or to the beginning. */
function align(held: readonly Held[], tail: Tail): boolean {
  const { signs, holed, newestAt } = tail;
  const replay = held.map(({ realmKey, frameCheck }) => joined(realmKey, frameCheck));
  const certain = newestAt > (held[0]?.at ?? Infinity);
  const seen = alignment(signs, replay, { holed, certain });
  for (const [at, one] of held.entries()) {
    one.seen = seen[at] ?? false;
    tail.push(one, one.at);
  }
  return seen.includes(true) || (signs.length === 0 && held.length < REPLAYED);
}
