/**
 * What `outline` handed out, for as long as its document lives.
 *
 * @module
 */
import type { Refs } from "../page/page.ts";

/** The refs of one tab's current document. */
export class RefStore implements Refs {
  #refs: ReadonlyMap<string, string> = new Map();

  /** Forgets the refs handed out before and takes these. */
  replace(refs: ReadonlyMap<string, string>): void {
    this.#refs = refs;
  }

  /** The shared id behind a ref. */
  get(ref: string): string | undefined {
    return this.#refs.get(ref);
  }

  /** The document is gone, and its refs with it. */
  clear(): void {
    this.#refs = new Map();
  }
}
