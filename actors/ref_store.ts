/**
 * What `outline` handed out, for as long as its document lives.
 *
 * @module
 */
import type { RefNaming, Refs } from "../page/page.ts";

/** Refs of a document at most. */
export const MAX_REFS = 2_000;

const NONE: ReadonlyMap<string, string> = new Map();

/** The refs of one tab's or frame's current document. */
export class RefStore implements Refs {
  readonly #prefix: string;
  readonly #numbers: Map<string, number>;
  #refs = NONE;

  /** Empty; `prefix` begins every ref of it, and `numbers` has the highest number given with each prefix. */
  constructor(prefix: string, numbers: Map<string, number> = new Map()) {
    this.#prefix = prefix;
    this.#numbers = numbers;
  }

  /** Goes on from document to document: a ref that is not up to date names nothing, and no other element. */
  get naming(): RefNaming {
    return { prefix: this.#prefix, last: this.#numbers.get(this.#prefix) ?? 0 };
  }

  /** Forgets the refs handed out before and takes these. */
  replace(refs: ReadonlyMap<string, string>): void {
    this.#note(refs);
    this.#refs = refs;
  }

  /** Takes these besides, and forgets the oldest beyond {@linkcode MAX_REFS}. */
  add(refs: ReadonlyMap<string, string>): void {
    this.#note(refs);
    const all = [...new Map([...this.#refs, ...refs])];
    this.#refs = new Map(all.slice(-MAX_REFS));
  }

  /** The shared id behind a ref. */
  get(ref: string): string | undefined {
    return this.#refs.get(ref);
  }

  /** The document is gone, and its refs with it. */
  clear(): void {
    this.#refs = NONE;
  }

  #note(refs: ReadonlyMap<string, string>): void {
    let { last } = this.naming;
    for (const ref of refs.keys()) last = Math.max(last, Number(/\d+$/.exec(ref)?.[0] ?? 0));
    this.#numbers.set(this.#prefix, last);
  }
}

/** The refs of every document of a session: none that was handed out once ever names another element. */
export class RefStores {
  readonly #stores = new Map<string, RefStore>();
  /** By prefix, since a tab can come to be another context. */
  readonly #numbers = new Map<string, number>();
  #frames = 0;

  /** Those of a tab: of the first one they are bare, since most sessions have no other. */
  ofTab({ context, id }: { readonly context: string; readonly id: string }): RefStore {
    return this.#of(context, () => id === "t1" ? "" : id);
  }

  /** Those of a frame. */
  ofFrame(context: string): RefStore {
    return this.#of(context, () => `f${++this.#frames}`);
  }

  /** The document of a tab or a frame is gone. */
  clear(context: string): void {
    this.#stores.get(context)?.clear();
  }

  /** Forgets those of the tabs and frames that are gone. */
  keep(there: (context: string) => boolean): void {
    for (const context of this.#stores.keys()) {
      if (!there(context)) this.#stores.delete(context);
    }
  }

  #of(context: string, prefix: () => string): RefStore {
    const known = this.#stores.get(context);
    if (known !== undefined) return known;
    const made = new RefStore(prefix(), this.#numbers);
    this.#stores.set(context, made);
    return made;
  }
}
