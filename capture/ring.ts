/**
 * The newest of what came, in order of `seq`, never more than a fixed number of it.
 *
 * @module
 */

/** What a ring holds: anything with a number that only grows. */
export interface Sequenced {
  /** Its place among all that came. */
  readonly seq: number;
}

/** A bounded list in ascending order of `seq`; what overflows is handed back, oldest first. */
export class Ring<T extends Sequenced> {
  readonly #capacity: number;
  /** The items begin at `#head`; the places before it are cleared out now and then, all at once. */
  #items: (T | undefined)[] = [];
  #head = 0;

  /** Holds at most `capacity` items, above 0. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** How many items are held. */
  get size(): number {
    return this.#items.length - this.#head;
  }

  /** The oldest item, or undefined when there is none. */
  get oldest(): T | undefined {
    return this.#items[this.#head];
  }

  /** The items, oldest first. */
  get items(): T[] {
    return this.#items.filter((item) => item !== undefined);
  }

  /** Puts an item in its place and answers what had to go, if anything had to. */
  add(item: T): T | undefined {
    const newest = this.#items[this.#items.length - 1];
    if (newest === undefined || newest.seq < item.seq) this.#items.push(item);
    else this.#items.splice(this.#position(item.seq), 0, item);
    return this.size > this.#capacity ? this.shift() : undefined;
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
    const oldest = this.#items[this.#head];
    if (oldest === undefined) return undefined;
    this.#items[this.#head++] = undefined;
    if (this.#head >= this.#capacity) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return oldest;
  }

  /** Takes out everything. */
  clear(): void {
    this.#items = [];
    this.#head = 0;
  }

  /** Where `seq` is, or would have to go. */
  #position(seq: number): number {
    let low = this.#head;
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
