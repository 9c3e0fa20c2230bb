/**
 * What two log entries are told to be equal by, without keeping either: their texts are not masked
 * here. It is computed once an entry, in small integers that no object has to be made for.
 *
 * @module
 */
import type { LogEntry } from "../bidi/protocol.ts";
import { isShimFrame } from "./console_shim.ts";
import { hash } from "./hash.ts";

/** Characters of a text that tell it from others logged in the same millisecond. */
const TOLD_BY = 200;

/** Characters of a realm or a URL that tell it from others. */
const NAME_TOLD_BY = 400;

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
  readonly #realm = new Name();
  readonly #url = new Name();

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
    const frames = entry.stackTrace?.callFrames;
    const first = frames?.[0];
    const frame = first !== undefined && isShimFrame(first) ? frames?.[1] : first;
    if (frame !== undefined) {
      const place = frame.lineNumber << 12 ^ frame.columnNumber;
      high = Math.imul(high ^ place, 0x85ebca6b) ^ this.#url.hash(frame.url);
    }
    this.realmKey = Math.imul(low ^ this.#realm.hash(entry.source.realm), 0x01000193) >>> 2;
    this.frameCheck = high >>> 2;
  }
}

/** A name that mostly is the one before: hashed once. */
class Name {
  #text = "";
  #hash = 0;

  hash(text: string): number {
    if (text !== this.#text) {
      this.#text = text;
      this.#hash = hash(text, NAME_TOLD_BY);
    }
    return this.#hash;
  }
}
