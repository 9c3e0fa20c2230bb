/** Follows references between serialised values (`internalId`). @module */
import type { RemoteValue } from "../bidi/protocol.ts";

/** The values of one entry that may be referred to again, and those that are being written. */
export class References {
  // Made when first needed: most entries have no object in them.
  #known: Map<string, RemoteValue> | null = null;
  readonly #open: string[] = [];

  /**
   * Has a value written: itself, or the one it refers to. `circular` is answered when that one is
   * being written already.
   */
  write<R>(value: RemoteValue, write: (target: RemoteValue) => R, circular: () => R): R {
    const id = value.internalId;
    if (id === undefined) return write(value);
    if (this.#open.includes(id)) return circular();
    this.#known ??= new Map();
    const target = value.value === undefined ? this.#known.get(id) ?? value : value;
    this.#known.set(id, target);
    this.#open.push(id);
    const written = write(target);
    this.#open.pop();
    return written;
  }
}
