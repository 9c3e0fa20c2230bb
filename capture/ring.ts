/**
 * The newest of what came, in order of `seq`, never more than a fixed number of it.
 *
 * @module
 */

/** What a ring holds: anything with a number that only grows. */
export interface Sequenced {
  readonly seq: number;
}

/** A bounded list in ascending order of `seq`; what overflows is handed back, oldest first. */
export class Ring<T extends Sequenced> {
  readonly #capacity: number;
  #items: T[] = [];

  /** Holds at most `capacity` items, above 0. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** How many items are held. */
  get size(): number {
    return this.#items.length;
  }

  /** The oldest item, or undefined when there is none. */
  get oldest(): T | undefined {
    return this.#items[0];
  }

  /** The items, oldest first; not to be kept, the ring goes on changing it. */
  get items(): readonly T[] {
    return this.#items;
  }

  /** Puts an item in its place and answers what had to go, if anything had to. */
  add(item: T): T | undefined {
    const items = this.#items;
    const last = items[items.length - 1];
    if (last === undefined || last.seq < item.seq) items.push(item);
    else items.splice(this.#position(item.seq), 0, item);
    return items.length > this.#capacity ? items.shift() : undefined;
  }

  /** The item with this number. */
  find(seq: number): T | undefined {
    const item = this.from(seq);
    return item?.seq === seq ? item : undefined;
  }

  /** The first item with this number or a higher one. */
  from(seq: number): T | undefined {
    return this.#items[this.#position(seq)];
  }

  /** Takes out the item with this number; answers whether it was there. */
  remove(seq: number): boolean {
    const at = this.#position(seq);
    if (this.#items[at]?.seq !== seq) return false;
    this.#items.splice(at, 1);
    return true;
  }

  /** Takes out the oldest item. */
  shift(): T | undefined {
    return this.#items.shift();
  }

  /** Takes out everything. */
  clear(): void {
    this.#items = [];
  }

  /** Where `seq` is, or would have to go. */
  #position(seq: number): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const item = this.#items[middle];
      if (item !== undefined && item.seq < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
