/**
 * The secret values of a workspace, and where they are in a text.
 *
 * @module
 */

import { decode, type Decoded } from "./decode.ts";
import { visible } from "./invisible.ts";
import { type Form, formsOf, LAYERS } from "./needles.ts";
import { mayBeSaid, originsIn, referencesIn } from "./own_words.ts";
import { isDistinct, MASK } from "./rules.ts";
import { difference, type Stretch, union } from "./stretches.ts";

/** Where a value came from: bound for life, learned from headers and cookies, or from sensitive members. */
export type Origin = "bound" | "header" | "member";

/** How many values, and how many characters of them, are kept for one origin. */
export interface Bound {
  /** Values kept; more, and those learned longest ago are forgotten. */
  readonly values: number;
  /** Characters of all of them together. */
  readonly characters: number;
}

interface Value {
  readonly text: string;
  readonly origin: Origin;
  readonly needles: Needle[];
  /** When it was last learned, in learnings. */
  tick: number;
}

/** How a text is masked. */
export interface Masking {
  /**
   * What stands where a value was.
   *
   * @default {@link MASK}
   */
  readonly replacement?: string;
  /** Says of the stretch of the text that is a value whether it is to be masked; all are when absent. */
  readonly which?: (stretch: string) => boolean;
  /**
   * The text is pagetap's, with a page's in it: no learned value hides what may be more than a word of it.
   *
   * @default false
   */
  readonly said?: boolean;
}

interface Needle extends Form {
  /** Whether its value was learned, so that a page may have chosen it. */
  readonly learned: boolean;
  /** Whether it is looked for in a page's own texts only. */
  readonly mayBeSaid: boolean;
  /** Where in `units` the four characters are by which it is found, and their key. */
  readonly anchor: number;
  readonly key: number;
}

/** A value found in a text. */
interface Hit {
  readonly stretch: Stretch;
  readonly learned: boolean;
}

/** The work that may still be caused, and whether the text is pagetap's. */
interface Search {
  left: number;
  readonly said: boolean;
}

const ANCHOR = 4;

/** Spreads keys over the filter (Fibonacci hashing). */
const SPREAD = 0x9e3779b1;

const BASE64 = /[A-Za-z0-9+/_=-]/;

/** What stands where a text was cut, and how many characters before it are looked at: a secret has no more bytes. */
const CUT = "…";
const MAX_BEFORE_CUT = 65_536;

/** What is left of an escape, or of a character of several bytes, that was cut in two itself. */
const HALF =
  /[\u0080-\u00ff]{0,3}(?:%(?:[\da-f]?|u[\da-f]{0,3})|\\(?:x[\da-f]?|u\{?[\da-f]{0,6})?|&#?[\da-z]{0,8}|[\ufffd\ud800-\udbff])?$/i;
const LONGEST_HALF = 16;

/** How many places in a value are tried for one by which no other value is found. */
const PLACES = 8;

/**
 * How much comparing a text may cause, in units of 16 characters: a page can choose values and texts that agree nearly
 * everywhere. A text beyond this is masked whole.
 */
const WORK = 100_000;
const WORK_PER_CHARACTER = 4;

/**
 * A set of values that finds all of them in a text in one pass: by a hash of every four characters, then by comparing.
 * Adding and forgetting a value costs what that value's length costs, however many there are.
 */
export class Values {
  readonly #limits: Readonly<Record<Exclude<Origin, "bound">, Bound>>;
  readonly #values = new Map<string, Value>();
  readonly #held = {
    bound: { values: 0, characters: 0 },
    header: { values: 0, characters: 0 },
    member: { values: 0, characters: 0 },
  };
  readonly #buckets = new Map<number, Needle[]>();
  /** Forms of the bound values, by their first four characters. */
  readonly #heads = new Map<string, Form[]>();
  #filter = new Uint8Array(0);
  #shift = 32;
  #marked = 0;
  #tick = 0;
  #generation = 0;
  #forgotten = 0;

  /** Bound values have no limit here: they are bounded where they are bound. */
  constructor(limits: Readonly<Record<Exclude<Origin, "bound">, Bound>>) {
    this.#limits = limits;
  }

  /** How many values are kept, bound ones not among them. */
  get learned(): number {
    return this.#held.header.values + this.#held.member.values;
  }

  /** How many values were given up because there were too many. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** How many bound values there are, and how many characters of them. */
  get bound(): Bound {
    return this.#held.bound;
  }

  /** Whether it is a bound value. */
  binds(text: string): boolean {
    return this.#values.get(text)?.origin === "bound";
  }

  /** Grows with every value that was not known before. */
  get generation(): number {
    return this.#generation;
  }

  /** Adds a value, or notes that it was seen again. */
  add(text: string, origin: Origin): void {
    const known = this.#values.get(text);
    if (known !== undefined) {
      known.tick = ++this.#tick;
      if (rank(known.origin) >= rank(origin)) return;
      this.#remove(known);
    }
    if (origin !== "bound" && text.length > this.#limits[origin].characters) {
      this.#forgotten++;
      return;
    }
    const worth = origin === "bound" ? (form: string) => form.length >= ANCHOR : isDistinct;
    const value: Value = { text, origin, needles: [], tick: ++this.#tick };
    this.#values.set(text, value);
    this.#held[origin].values++;
    this.#held[origin].characters += text.length;
    this.#generation++;
    for (const form of formsOf(text, worth)) {
      value.needles.push(this.#place(form, origin !== "bound"));
      if (origin !== "bound") continue;
      const head = form.units.slice(0, ANCHOR);
      this.#heads.set(head, [...this.#heads.get(head) ?? [], form]);
    }
    if (origin !== "bound") this.#bound(origin);
  }

  /**
   * The text with every value in it masked, in whichever encoding it stands there, also with something invisible
   * between its characters; of a bound one also what is left where the text was cut, from four characters on. A
   * learned value hides no scheme, host or port of a URL.
   */
  mask(text: string, { replacement = MASK, which, said = false }: Masking = {}): string {
    if (this.#values.size === 0 || text.length < ANCHOR) return text;
    const search = { left: WORK + WORK_PER_CHARACTER * text.length, said };
    const hits: Hit[] = [];
    const layers: Decoded[] = [];
    let layer = text;
    while (true) {
      const shown = visible(layer);
      hits.push(...this.#hits(layer, layers, search));
      if (shown !== null) hits.push(...this.#hits(shown.text, [...layers, shown], search));
      if (search.left < 0) return replacement;
      const inner = layers.length < LAYERS ? decode(layer) : null;
      if (inner === null) break;
      layers.push(inner);
      layer = inner.text;
    }
    const found = which === undefined
      ? hits
      : hits.filter(({ stretch: [from, to] }) => which(text.slice(from, to)));
    if (found.length === 0) return text;
    const [learned = [], bound = []] = [true, false].map((learned) =>
      found.filter((hit) => hit.learned === learned).map(({ stretch }) => stretch)
    );
    if (learned.length === 0) return cover(text, bound, replacement);
    const spared = said ? referencesIn(text) : originsIn(text);
    return cover(text, [...bound, ...difference(learned, spared)], replacement);
  }

  /** Every hit in a layer of a text, by its place in the text; only some when the work it may cause is used up. */
  #hits(layer: string, layers: readonly Decoded[], search: Search): Hit[] {
    const found: Hit[] = [];
    this.#find(layer, search, found);
    if (search.left >= 0) this.#findCut(layer, layers.length, search, found);
    return found.map(({ stretch, learned }) => ({
      stretch: layers.reduceRight<Stretch>(
        ([from, to], decoded) => [decoded.start(from), decoded.end(to)],
        stretch,
      ),
      learned,
    }));
  }

  /** Finds every hit in a text, until the work it may cause is used up. */
  #find(text: string, search: Search, found: Hit[]): void {
    const filter = this.#filter;
    const shift = this.#shift;
    let key = 0;
    for (let at = 0; at < text.length; at++) {
      key = (key << 8) | fold(text.charCodeAt(at));
      if (filter[Math.imul(key, SPREAD) >>> shift] === 0) continue;
      const bucket = this.#buckets.get(key);
      if (bucket === undefined) continue;
      for (const needle of bucket) {
        const from = at - (ANCHOR - 1) - needle.anchor;
        if (from < 0 || from + needle.units.length > text.length) continue;
        if (search.said && needle.mayBeSaid) continue;
        search.left -= 1 + (needle.units.length >>> 4);
        if (search.left < 0) return;
        if (!text.startsWith(needle.units, from)) continue;
        found.push({ stretch: stretchOf(text, from, needle), learned: needle.learned });
      }
    }
  }

  /**
   * Finds the beginnings of bound values, of four characters at least, that stand before an ellipsis, until the work
   * is used up. Shorter ones are left as they are: whoever has words of his own shown, as errors show them,
   * would find out a value by trying its first character, then its second.
   *
   * @param depth how many layers were taken off the text
   */
  #findCut(text: string, depth: number, search: Search, found: Hit[]): void {
    if (this.#heads.size === 0) return;
    let from = 0;
    for (let at = text.indexOf(CUT); at >= 0; at = text.indexOf(CUT, from)) {
      const before = text.slice(Math.max(from, at - LONGEST_HALF), at);
      // A reference of HTML that was cut, `&#11` of `&#113;`, is one to another character.
      const half = Math.max(HALF.exec(before)?.[0].length ?? 0, Math.min(depth, 1));
      for (let start = Math.max(from, at - MAX_BEFORE_CUT); start + ANCHOR <= at; start++) {
        const forms = this.#heads.get(text.slice(start, start + ANCHOR));
        if (forms === undefined) continue;
        const whole = text.slice(start, at);
        const sure = text.slice(start, Math.max(start + ANCHOR, at - half));
        const long = forms.filter(({ units }) => units.length >= sure.length);
        search.left -= forms.length + long.length * (sure.length >>> 4);
        if (search.left < 0) return;
        const form = long.find(({ units }) => units.startsWith(whole) || units.startsWith(sure));
        if (form === undefined) continue;
        const first = Math.max(from, start - form.before);
        const open = BASE64.test(text.charAt(first)) ? first : start;
        found.push({ stretch: [open, at], learned: false });
        break;
      }
      from = at + CUT.length;
    }
  }

  #place(form: Form, learned: boolean): Needle {
    const { units } = form;
    const last = units.length - ANCHOR;
    let anchor = last;
    let fewest = Infinity;
    for (let place = 0; place < PLACES && fewest > 0; place++) {
      const candidate = Math.floor((last * (PLACES - 1 - place)) / (PLACES - 1));
      const others = this.#buckets.get(keyAt(units, candidate))?.length ?? 0;
      if (others >= fewest) continue;
      fewest = others;
      anchor = candidate;
    }
    const needle: Needle = {
      ...form,
      learned,
      mayBeSaid: learned && mayBeSaid(units),
      anchor,
      key: keyAt(units, anchor),
    };
    const bucket = this.#buckets.get(needle.key);
    if (bucket === undefined) this.#buckets.set(needle.key, [needle]);
    else bucket.push(needle);
    this.#mark(needle.key);
    return needle;
  }

  /** The filter is kept sparse; marks of what was forgotten stay until it is next made anew. */
  #mark(key: number): void {
    if (++this.#marked * 16 <= this.#filter.length) {
      this.#filter[Math.imul(key, SPREAD) >>> this.#shift] = 1;
      return;
    }
    const bits = Math.min(20, Math.max(12, Math.ceil(Math.log2(this.#buckets.size * 32))));
    this.#filter = new Uint8Array(2 ** bits);
    this.#shift = 32 - bits;
    this.#marked = this.#buckets.size;
    for (const one of this.#buckets.keys()) {
      this.#filter[Math.imul(one, SPREAD) >>> this.#shift] = 1;
    }
  }

  #bound(origin: Exclude<Origin, "bound">): void {
    const held = this.#held[origin];
    const limit = this.#limits[origin];
    while (held.values > limit.values || held.characters > limit.characters) {
      let oldest: Value | undefined;
      for (const value of this.#values.values()) {
        if (value.origin !== origin) continue;
        if (oldest === undefined || value.tick < oldest.tick) oldest = value;
      }
      if (oldest === undefined) return;
      this.#remove(oldest);
      this.#forgotten++;
    }
  }

  #remove(value: Value): void {
    this.#values.delete(value.text);
    this.#held[value.origin].values--;
    this.#held[value.origin].characters -= value.text.length;
    for (const needle of value.needles) {
      const bucket = this.#buckets.get(needle.key) ?? [];
      const at = bucket.indexOf(needle);
      if (at >= 0) bucket.splice(at, 1);
      if (bucket.length === 0) this.#buckets.delete(needle.key);
    }
  }
}

function rank(origin: Origin): number {
  return origin === "bound" ? 2 : origin === "header" ? 1 : 0;
}

function fold(unit: number): number {
  return (unit ^ (unit >>> 8)) & 0xff;
}

function keyAt(units: string, at: number): number {
  let key = 0;
  for (let unit = at; unit < at + ANCHOR; unit++) key = (key << 8) | fold(units.charCodeAt(unit));
  return key;
}

function stretchOf(text: string, at: number, needle: Needle): Stretch {
  let from = at;
  let to = at + needle.units.length;
  const first = Math.max(0, from - needle.before);
  const last = Math.min(text.length, to + needle.after);
  while (from > first && BASE64.test(text.charAt(from - 1))) from--;
  while (to < last && BASE64.test(text.charAt(to))) to++;
  return [from, to];
}

/** The text with what the stretches cover replaced; those that overlap or touch become one. */
function cover(text: string, stretches: readonly Stretch[], replacement: string): string {
  let out = "";
  let end = 0;
  for (const [from, to] of union(stretches)) {
    out += text.slice(end, from) + replacement;
    end = to;
  }
  return out + text.slice(end);
}
