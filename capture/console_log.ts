/**
 * Takes log entries: tells replays from new ones, counts what is not kept, folds what repeats, and
 * says whose an error is.
 *
 * @module
 */
import type { LogEntry, RemoteValue } from "../bidi/protocol.ts";
import { errorSignature } from "./background.ts";
import { entryText } from "./console_text.ts";
import type { BrowserClock } from "./browser_clock.ts";
import type { BrowsingContext, Contexts } from "./contexts.ts";
import { disown, type Effects } from "./effects.ts";
import { type BrowserKind, entryLevel, entryType } from "./entry_kind.ts";
import { EntrySign } from "./entry_sign.ts";
import { type ChangingMask, FrameUrls } from "./frame_urls.ts";
import { frameSign, framesOf, type LogRecord, recordBytes } from "./log_record.ts";
import type { Navigations } from "./navigations.ts";
import { Burst, type Landing, type Unheard } from "./burst.ts";
import { Replays } from "./replays.ts";
import { Ring } from "./ring.ts";
import { Tails } from "./tails.ts";
import type { Tap } from "./tap.ts";
import { NOBODY, type Owner, type Windows } from "./windows.ts";

/** Entries kept, oldest evicted. */
export const MAX_ENTRIES = 1_000;

/** Characters of a line that is compared with the next; a longer one is never held for it. */
const MAX_COMPARED = 4_096;

/** What the console log shares with the rest of capture. */
export interface ConsoleParts {
  /** Masks what is kept. */
  readonly mask: ChangingMask;
  /** Which tabs and frames there are. */
  readonly contexts: Contexts;
  /** The documents of the driven tab, and what was seen of each. */
  readonly navigations: Navigations;
  /** Whose an entry is. */
  readonly windows: Windows;
  /** Counts errors, and tells background ones. */
  readonly effects: Effects;
  /** When something happened, by our clock. */
  readonly clock: BrowserClock;
  /** Tells whoever watches. */
  readonly tap: Tap;
  /** The next number of the workspace. */
  nextSeq(): number;
  /** Firefox withheld the answer of this URL from its page, and tells it in an entry only. */
  corsBlocked(url: string, now: number): void;
}

/** Firefox's words for a request that failed because its page went away; nobody's error. */
const LEAVING = /^(?:TypeError: )?NetworkError when attempting to fetch resource/;

const CORS_BLOCKED = /^Cross-Origin Request Blocked: .*? resource at (\S+?)\.? \(/;

/** The entries of a workspace. */
export class ConsoleLog {
  readonly #parts: ConsoleParts;
  readonly #records = new Ring<LogRecord>(MAX_ENTRIES);
  readonly #replays = new Replays();
  readonly #tails = new Tails();
  readonly #sign = new EntrySign();
  readonly #urls: FrameUrls;
  /** What is replayed to a new socket, until all of it is there. */
  #burst: Burst | null = null;
  /** The document that was shown when nothing was heard any more. */
  #left = 0;
  #browser: BrowserKind = "chrome";
  /** The newest entry, and whose it was taken for when it came. */
  #last:
    | { readonly raw: LogEntry; readonly record: LogRecord; readonly owner: Owner }
    | null = null;
  #bytes = 0;
  #dropped = 0;

  /** Empty, and for Chrome until a session is attached. */
  constructor(parts: ConsoleParts) {
    this.#parts = parts;
    this.#urls = new FrameUrls(parts.mask);
  }

  /** Estimate of the bytes held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Entries that had to go. */
  get dropped(): number {
    return this.#dropped;
  }

  /** What is kept, oldest first. */
  get records(): readonly LogRecord[] {
    return this.#records.items;
  }

  /** The oldest of what is kept. */
  get oldest(): LogRecord | undefined {
    return this.#records.oldest;
  }

  /** The entry with this number, or with one of an equal line that it has folded in. */
  find(seq: number): LogRecord | undefined {
    const record = this.#records.from(seq);
    return record !== undefined && record.firstSeq <= seq ? record : undefined;
  }

  /** A new session: what its browser replays was never seen before. */
  attach(browser: BrowserKind): void {
    this.#browser = browser;
    this.#replays.clear();
    this.#tails.clear();
    this.#burst = null;
    this.#last = null;
  }

  /** Takes one entry; answers whether it was new. */
  ingest(entry: LogEntry, now: number): boolean {
    const { contexts, clock, navigations, windows } = this.#parts;
    const context = entry.source.context ?? null;
    const home = contexts.get(context);
    this.#sign.read(entry, home?.order ?? 0);
    if (this.#burst !== null) {
      this.#burst.hold(entry, this.#sign);
      return false;
    }
    clock.heard(entry.timestamp, now);
    if (this.#browser === "chrome") this.#tails.of(context).push(this.#sign, entry.timestamp);
    if (this.#isReplay(entry, home)) return false;
    const sentAt = clock.toOurs(entry.timestamp, now);
    const owner = windows.ownerOfEntry(context, now, sentAt);
    this.#take(entry, navigations.current, owner, now);
    return true;
  }

  /** The same session is heard again: what its browser replays is held until {@linkcode replayed}. */
  resume(): void {
    this.#burst = this.#browser === "chrome" ? new Burst() : null;
  }

  /** Nothing is heard any more: what was held will be replayed again, or never. */
  interrupt(): void {
    this.#burst = null;
    this.#left = this.#parts.navigations.current;
  }

  /** Entries were lost on the way here. */
  lost(): void {
    this.#tails.hole();
    this.#burst?.hole();
  }

  /** All that is replayed has come: says what of it was never seen, to be landed in this order. */
  replayed(): Landing | null {
    const burst = this.#burst;
    this.#burst = null;
    return burst?.land(this.#tails) ?? null;
  }

  /**
   * Takes one entry that was logged while nothing was heard, unless it is a replay of another kind; answers whether
   * it was new.
   */
  land({ entry, known }: Unheard, now: number): boolean {
    const { contexts, clock, navigations, windows } = this.#parts;
    const context = entry.source.context ?? null;
    const home = contexts.get(context);
    this.#sign.read(entry, home?.order ?? 0);
    if (this.#isReplay(entry, home)) return false;
    const sentAt = clock.known(entry.timestamp, now);
    const owner = sentAt === null ? NOBODY : windows.ownerOfUnheard(context, sentAt);
    this.#take(entry, known ? this.#left : navigations.current, owner, sentAt ?? now);
    return true;
  }

  /** Drops the oldest entry; answers false when there is none. */
  evictOldest(): boolean {
    const oldest = this.#records.shift();
    if (oldest !== undefined) this.#evict(oldest);
    return oldest !== undefined;
  }

  /** Forgets what is kept. */
  clear(): void {
    this.#records.clear();
    this.#last = null;
    this.#bytes = 0;
    this.#dropped = 0;
  }

  #isReplay(entry: LogEntry, home: BrowsingContext | undefined): boolean {
    return home !== undefined && this.#replays.isReplay(this.#sign, entry.timestamp, home);
  }

  #take(entry: LogEntry, nav: number, owner: Owner, at: number): void {
    const seen = this.#parts.navigations.seen(nav);
    const level = entryLevel(entry);
    const { tap } = this.#parts;
    if (level === "debug") {
      seen.debug++;
      if (tap.watcher !== null) {
        tap.entry(this.#recordOf(entry, { level: "info", nav, owner, seq: 0 }), level);
      }
      return;
    }
    seen.console++;
    const record = this.#repeated(entry, nav, owner) ?? this.#keep(entry, level, nav, owner);
    if (level === "error") this.#judge(entry, record, at);
    tap.entry(record);
  }

  #keep(entry: LogEntry, level: LogRecord["level"], nav: number, owner: Owner): LogRecord {
    const record = this.#recordOf(entry, { level, nav, owner, seq: this.#parts.nextSeq() });
    this.#last = (entry.text?.length ?? 0) > MAX_COMPARED ? null : { raw: entry, record, owner };
    this.#bytes += record.bytes;
    const evicted = this.#records.add(record);
    if (evicted !== undefined) this.#evict(evicted);
    return record;
  }

  #recordOf(
    entry: LogEntry,
    { level, nav, owner, seq }: Pick<LogRecord, "level" | "nav" | "seq"> & { owner: Owner },
  ): LogRecord {
    const { mask, contexts } = this.#parts;
    const context = entry.source.context ?? null;
    const stack = framesOf(entry.stackTrace?.callFrames, this.#urls, mask);
    const { text, cut, args } = entryText(entry, this.#browser, mask);
    return {
      seq,
      firstSeq: seq,
      nav,
      call: owner.call,
      cause: owner.cause,
      at: entry.timestamp,
      level,
      type: entryType(entry, this.#browser),
      text,
      cut,
      context,
      tab: contexts.tabOf(context),
      stack,
      args,
      repeat: 1,
      background: false,
      bytes: recordBytes(text, stack, args),
    };
  }

  /** The record before, when this entry only repeats it; told without putting it into words. */
  #repeated(entry: LogEntry, nav: number, { call, cause }: Owner): LogRecord | null {
    const last = this.#last;
    if (last === null || last.record.nav !== nav) return null;
    if (last.owner.call !== call || last.owner.cause !== cause) return null;
    if (!repeats(last.raw, entry)) return null;
    last.record.repeat++;
    last.record.seq = this.#parts.nextSeq();
    last.record.at = entry.timestamp;
    return last.record;
  }

  #judge(entry: LogEntry, record: LogRecord, now: number): void {
    const text = entry.text ?? "";
    const firefox = this.#browser === "firefox" && entry.type === "javascript" &&
      entry.stackTrace === undefined;
    if (firefox && LEAVING.test(text) && this.#isLeaving(entry)) {
      disown(record);
      return;
    }
    const blocked = firefox ? CORS_BLOCKED.exec(text)?.[1] : undefined;
    if (blocked !== undefined) this.#parts.corsBlocked(blocked, now);
    const signature = errorSignature(record.text, frameSign(record.stack));
    this.#parts.effects.fail(record, {
      signature,
      way: record.type,
      at: this.#parts.clock.toOurs(entry.timestamp, now),
      effect: "errors",
    }, now);
  }

  #isLeaving(entry: LogEntry): boolean {
    return this.#parts.contexts.get(entry.source.context)?.navigating === true;
  }

  #evict(record: LogRecord): void {
    this.#dropped += record.repeat;
    this.#bytes -= record.bytes;
    if (this.#last?.record === record) this.#last = null;
  }
}

function repeats(before: LogEntry, after: LogEntry): boolean {
  return before.text === after.text && before.level === after.level &&
    before.type === after.type && before.method === after.method &&
    before.source.context === after.source.context && sameFrame(before, after) &&
    sameArgs(before.args, after.args);
}

function sameFrame(before: LogEntry, after: LogEntry): boolean {
  const one = before.stackTrace?.callFrames[0];
  const other = after.stackTrace?.callFrames[0];
  return one?.lineNumber === other?.lineNumber && one?.columnNumber === other?.columnNumber &&
    one?.url === other?.url;
}

/** Objects are not compared: what looks the same may be another. */
function sameArgs(before: RemoteValue[] | undefined, after: RemoteValue[] | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  if (before.length !== after.length) return false;
  return before.every((value, at) => {
    const other = after[at];
    return other !== undefined && value.type === other.type && value.value === other.value &&
      typeof value.value !== "object" && isPrimitive(value.type);
  });
}

const PRIMITIVES: ReadonlySet<string> = new Set([
  "string",
  "number",
  "boolean",
  "bigint",
  "undefined",
  "null",
]);

function isPrimitive(type: string): boolean {
  return PRIMITIVES.has(type);
}
