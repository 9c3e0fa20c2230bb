/**
 * Copies serialised values into plain JSON for an entry's detail: masked, bounded in depth, members
 * and bytes. What JSON has no word for is `{"type": ..., "value"?: ...}`, so that the string
 * `"undefined"` and undefined are told apart; what was left out is `{"type": "more", "count": n}`.
 *
 * @module
 */
import type { RemoteValue } from "../bidi/protocol.ts";
import { jsonBytes } from "./json_bytes.ts";
import { type Mask, MASKED } from "./mask.ts";
import { References } from "./references.ts";
import {
  type Container,
  containerOf,
  isSecretType,
  leafText,
  MAX_DEPTH,
  type Member,
} from "./remote_value.ts";
import { maskLong, MAX_LOOKED_AT } from "./mask_long.ts";
import { cutText } from "./sanitize.ts";
import { readShimString, SHIM_MARK } from "./shim_mark.ts";

/** UTF-16 code units of one string at most. */
const MAX_STRING = 4_096;

/** UTF-16 code units of all strings that are looked at, about. */
const MAX_LOOK = 16 * MAX_LOOKED_AT;

/** UTF-16 code units from which on a string's bytes are measured. */
const MEASURED = 256;

/** Words in which only a known value could be a secret, and that is found in the line as well. */
const PLAIN = /^[\w ,-]{0,64}$/;

/** Bytes of a value's brackets, commas and the like, at most. */
const OVERHEAD = 32;

/** The types of which more is known than their name. */
const VALUED: ReadonlySet<string> = new Set([
  "bigint",
  "date",
  "error",
  "node",
  "number",
  "regexp",
  "symbol",
]);

/** Copies the arguments of one entry into JSON within a number of bytes. */
export class RemoteJson {
  readonly #mask: Mask;
  readonly #references = new References();
  readonly #clean: string;
  #room: number;
  /** UTF-16 code units that may be looked at: what is masked may take no room any more. */
  #look = MAX_LOOK;

  /**
   * `room`: bytes of JSON at most, over all values. `clean`: a line that came out of the mask
   * unchanged and whole, so that plain words that stand in it hold no secret either.
   */
  constructor(mask: Mask, room: number, clean = "") {
    this.#mask = mask;
    this.#room = room;
    this.#clean = clean;
  }

  /** All arguments, then how many more there were. */
  list(values: readonly RemoteValue[]): unknown[] {
    const copies: unknown[] = [];
    for (const value of values) {
      if (this.#full) break;
      copies.push(this.#copy(value, 0, false));
    }
    if (copies.length < values.length) copies.push(more(values.length - copies.length));
    return copies;
  }

  get #full(): boolean {
    return this.#room <= 0 || this.#look <= 0;
  }

  #copy(value: RemoteValue, depth: number, hidden: boolean): unknown {
    this.#room -= OVERHEAD;
    if (hidden && isSecretType(value.type)) return MASKED;
    if (value.type === "string") return this.#string(leafText(value) ?? "");
    const leaf = leafText(value);
    if (leaf !== null) return this.#leaf(value, leaf);
    return this.#references.write(
      value,
      (target) => this.#container(target, depth, hidden),
      () => ({ type: "circular" }),
    );
  }

  #string(raw: string): string {
    if (PLAIN.test(raw) && this.#clean.includes(raw)) {
      this.#room -= raw.length;
      return raw;
    }
    const { text, more } = readShimString(raw);
    this.#look -= Math.min(text.length, MAX_LOOKED_AT);
    const masked = maskLong(text, this.#mask);
    const short = cutText(masked.text, Math.min(MAX_STRING, Math.max(0, this.#room)));
    const rest = short.cut + masked.cut + more;
    const copy = rest > 0 ? `${short.text}… ${rest} more` : short.text;
    // A code unit takes 3 bytes at most, so only a long text needs to be measured.
    this.#room -= copy.length > MEASURED ? jsonBytes(copy) : copy.length * 3;
    return copy;
  }

  #leaf(value: RemoteValue, text: string): unknown {
    if (value.type === "null") return null;
    if (value.type === "boolean") return value.value === true;
    if (value.type === "number" && typeof value.value === "number" && text !== "-0") {
      return this.#isSecret(text) ? MASKED : value.value;
    }
    return VALUED.has(value.type)
      ? { type: value.type, value: this.#string(text) }
      : { type: value.type };
  }

  /** Whether the words of a number hold a known value. */
  #isSecret(words: string): boolean {
    return !this.#clean.includes(words) && this.#mask.text(words) !== words;
  }

  #container(value: RemoteValue, depth: number, hidden: boolean): unknown {
    const container = containerOf(value);
    if (container === null) return { type: value.type };
    if (depth >= MAX_DEPTH && container.size > 0) return more(container.size);
    switch (container.kind) {
      case "object":
        return Object.fromEntries(this.#pairs(container, depth + 1));
      case "map":
        return { type: "map", value: this.#pairs(container, depth + 1) };
      case "set":
        return { type: "set", value: this.#items(container, depth + 1, false) };
      default:
        return this.#items(container, depth + 1, hidden);
    }
  }

  #items(container: Container, depth: number, hidden: boolean): unknown[] {
    const items: unknown[] = [];
    for (const { value } of container.members) {
      if (this.#full) break;
      items.push(this.#copy(value, depth, hidden));
    }
    if (container.size > items.length) items.push(more(container.size - items.length));
    return items;
  }

  #pairs(container: Container, depth: number): [PropertyKey, unknown][] {
    const pairs: [PropertyKey, unknown][] = [];
    for (const member of container.members) {
      if (this.#full) break;
      pairs.push(this.#pair(member, depth));
    }
    if (container.size > pairs.length) pairs.push(["…", more(container.size - pairs.length)]);
    return pairs;
  }

  #pair({ key, value }: Member, depth: number): [string, unknown] {
    if (key === SHIM_MARK) return ["…", this.#copy(value, depth, false)];
    const name = typeof key === "string" ? key : key === null ? "" : leafText(key) ?? key.type;
    return [this.#string(name), this.#copy(value, depth, this.#mask.member(name))];
  }
}

function more(count: number): { type: "more"; count: number } {
  return { type: "more", count };
}
