/**
 * A bounded queue of messages, in the order they came.
 *
 * @module
 */
import type { MailboxCounts, MailboxOptions, Offer } from "./types.ts";

/** What bounds a mailbox. */
export type MailboxBounds<M> = Omit<MailboxOptions<M>, "onDrop">;

/** A message and what it weighs. `order` tells which of two lanes holds the older one. */
interface Item<M> {
  readonly message: M;
  readonly bytes: number;
  readonly order: number;
  next: Item<M> | undefined;
}

/** The messages of one rank, oldest first. */
class Lane<M> {
  readonly rank: number;
  bytes = 0;
  head: Item<M> | undefined;
  #tail: Item<M> | undefined;

  constructor(rank: number) {
    this.rank = rank;
  }

  push(item: Item<M>): void {
    if (this.#tail === undefined) this.head = item;
    else this.#tail.next = item;
    this.#tail = item;
    this.bytes += item.bytes;
  }

  shift(): Item<M> | undefined {
    const item = this.head;
    if (item === undefined) return undefined;
    this.head = item.next;
    if (this.head === undefined) this.#tail = undefined;
    // An old item that still points at a younger one would keep all that came after it alive.
    item.next = undefined;
    this.bytes -= item.bytes;
    return item;
  }
}

/**
 * Holds at most `capacity` messages and `maxBytes` bytes. What does not fit is refused, or takes the
 * place of older ones: the lowest rank goes first, its oldest first, and never one of a higher rank than
 * the new message's own. Nothing is displaced for a message that would not fit even then.
 *
 * Offering and taking cost the number of distinct ranks in use, whatever the number of messages.
 */
export class Mailbox<M> implements MailboxCounts {
  readonly #bounds: MailboxBounds<M>;
  readonly #onLost: (message: M) => void;
  readonly #maxBytes: number;
  /** One a rank in use, lowest first; a message that is never displaced has rank Infinity. */
  #lanes: Lane<M>[] = [];
  #offered = 0;
  #length = 0;
  #bytes = 0;
  #accepted = 0;
  #displaced = 0;
  #refused = 0;
  #peak = 0;

  /**
   * Makes an empty one.
   *
   * @param onLost Called once with each message displaced or refused.
   * @throws {RangeError} a bound is not above 0
   * @throws {TypeError} `maxBytes` without `sizeOf`
   */
  constructor(bounds: MailboxBounds<M>, onLost: (message: M) => void = () => {}) {
    const { capacity, maxBytes } = bounds;
    if (!Number.isInteger(capacity) || capacity < 1) {
      throw new RangeError(`Cannot make a mailbox: capacity is ${capacity}, not 1 or more`);
    }
    if (maxBytes !== undefined && !(maxBytes > 0)) {
      throw new RangeError(`Cannot make a mailbox: maxBytes is ${maxBytes}, not above 0`);
    }
    if (maxBytes !== undefined && bounds.sizeOf === undefined) {
      throw new TypeError("Cannot make a mailbox: maxBytes needs sizeOf");
    }
    this.#bounds = bounds;
    this.#onLost = onLost;
    this.#maxBytes = maxBytes ?? Infinity;
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get accepted(): number {
    return this.#accepted;
  }

  get displaced(): number {
    return this.#displaced;
  }

  get refused(): number {
    return this.#refused;
  }

  get peak(): number {
    return this.#peak;
  }

  /**
   * Takes a message in if there is, or can be made, room for it.
   *
   * @throws {RangeError} `sizeOf` or `rank` answered no number
   */
  offer(message: M): Exclude<Offer, "stopped"> {
    const bytes = this.#bounds.sizeOf?.(message) ?? 0;
    if (!Number.isFinite(bytes) || bytes < 0) {
      throw new RangeError(`Cannot take a message in: its size is ${bytes}`);
    }
    const rank = this.#rank(message);

    if (!this.#canFit(bytes, rank)) {
      this.#refused++;
      this.#onLost(message);
      return "refused";
    }
    const lost = this.#makeRoom(bytes);
    this.#lane(rank).push({ message, bytes, order: this.#offered++, next: undefined });
    this.#length++;
    this.#bytes += bytes;
    this.#accepted++;
    this.#displaced += lost.length;
    this.#peak = Math.max(this.#peak, this.#length);
    // Last, so that what it reads or offers finds the mailbox whole.
    for (const old of lost) this.#onLost(old);
    return lost.length > 0 ? "displaced" : "accepted";
  }

  /** Takes the oldest message out. Undefined is no sign of an empty mailbox: `length` is. */
  take(): M | undefined {
    let oldest: Lane<M> | undefined;
    for (const lane of this.#lanes) {
      if (lane.head === undefined) continue;
      if (oldest?.head === undefined || lane.head.order < oldest.head.order) oldest = lane;
    }
    return oldest && this.#shift(oldest)?.message;
  }

  #rank(message: M): number {
    const bounds = this.#bounds;
    if (bounds.overflow === "refuse" || bounds.rank === undefined) return 0;
    const rank = bounds.rank(message) ?? Infinity;
    if (Number.isNaN(rank)) throw new RangeError("Cannot take a message in: its rank is NaN");
    return rank;
  }

  /** Whether the message fits, now or once everything it may displace is gone. */
  #canFit(bytes: number, rank: number): boolean {
    if (this.#fits(bytes)) return true;
    if (this.#bounds.overflow === "refuse") return false;
    const rest = this.#maxBytes - this.#bytes - bytes;
    let freed = 0;
    let found = false;
    for (const lane of this.#lanes) {
      if (lane.rank > rank || lane.rank === Infinity) break;
      if (lane.head === undefined) continue;
      found = true;
      freed += lane.bytes;
    }
    return found && rest + freed >= 0;
  }

  #fits(bytes: number): boolean {
    return this.#length < this.#bounds.capacity && this.#bytes + bytes <= this.#maxBytes;
  }

  /** Displaces until a message of `bytes` fits, which `#canFit` has promised. */
  #makeRoom(bytes: number): M[] {
    const lost: M[] = [];
    for (const lane of this.#lanes) {
      while (lane.head !== undefined && !this.#fits(bytes)) {
        const item = this.#shift(lane);
        if (item !== undefined) lost.push(item.message);
      }
    }
    return lost;
  }

  #shift(lane: Lane<M>): Item<M> | undefined {
    const item = lane.shift();
    if (item === undefined) return undefined;
    this.#length--;
    this.#bytes -= item.bytes;
    return item;
  }

  #lane(rank: number): Lane<M> {
    const known = this.#lanes.find((lane) => lane.rank === rank);
    if (known !== undefined) return known;
    const lane = new Lane<M>(rank);
    // Empty lanes go, so that ranks that come once do not pile up.
    const inUse = this.#lanes.filter((lane) => lane.head !== undefined);
    this.#lanes = [...inUse, lane].sort((a, b) => a.rank - b.rank);
    return lane;
  }
}
