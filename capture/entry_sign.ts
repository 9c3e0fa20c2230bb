/**
 * What two log entries are told to be equal by, without keeping either: their texts are not masked
 * here. It is computed once an entry, in small integers that no object has to be made for.
 *
 * @module
 */
import type { LogEntry, StackFrame } from "../bidi/protocol.ts";

/** Characters of a text that tell it from others logged in the same millisecond. */
const TOLD_BY = 200;

/** Characters at the end of a realm's id that tell it from others: it is random. */
const TOLD_BY_END = 8;

/** The sign of the entry that was read last; every member has 30 bits. */
export class EntrySign {
  /** Where equal entries of a context are found: over time, text, level and kind. */
  key = 0;
  /** Tells it from another entry with the same key. */
  check = 0;
  /** As `key`, over the realm as well, which a browser changes when it restores a page. */
  realmKey = 0;
  /** As `check`, over the first frame as well. */
  frameCheck = 0;

  /** Reads an entry of the context with this number; 0 for a context that is not known. */
  read(entry: LogEntry, order: number): void {
    const text = entry.text ?? "";
    const kind = entry.method ?? entry.type;
    const level = entry.level.charCodeAt(0);
    let low = 0x811c9dc5 ^ order ^ text.length << 8;
    let high = 0x9e3779b9 ^ entry.timestamp ^ kind.length << 16 ^ kind.charCodeAt(0) << 24 ^ level;
    const length = Math.min(text.length, TOLD_BY);
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high ^ code, 0x85ebca6b) ^ high >>> 13;
    }
    this.key = low >>> 2;
    this.check = high >>> 2;
    const realm = entry.source.realm;
    const frames = entry.stackTrace?.callFrames;
    this.realmKey = Math.imul(low ^ endOf(realm), 0x01000193) >>> 2;
    // The first frame may be our own script's, the same for every line of the console.
    const places = Math.imul(placeOf(frames?.[0]), 0x85ebca6b) ^ placeOf(frames?.[1]);
    this.frameCheck = (high ^ places) >>> 2;
  }
}

function endOf(realm: string): number {
  let end = 0;
  for (let at = Math.max(0, realm.length - TOLD_BY_END); at < realm.length; at++) {
    end = end << 4 ^ realm.charCodeAt(at);
  }
  return end;
}

function placeOf(frame: StackFrame | undefined): number {
  if (frame === undefined) return 0;
  return frame.url.length << 20 ^ frame.lineNumber << 10 ^ frame.columnNumber;
}
