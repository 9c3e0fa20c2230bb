/**
 * Tabs that nobody is to hear of, because they are our own or none at all: which events are of one, told before
 * the first of them can reach a listener. A browser tells of a new tab before it answers the command that made it, so what comes
 * of a tab that may be ours is held until that answer. Pure: no waiting, no sending.
 *
 * @module
 */
import type { BidiEvent } from "../bidi/protocol.ts";

/** One event, as it came. */
export interface Arrival {
  /** The event. */
  readonly event: BidiEvent;
  /** When its frame arrived, epoch milliseconds. */
  readonly at: number;
  /** Length of the frame. */
  readonly bytes: number;
}

/**
 * The id of a context of Firefox that is no tab. What it copies to print it tells of as it does of a tab, and
 * never that it is gone; but to tabs alone it gives a UUID, as its driver names windows, and to others a number.
 */
const NO_TAB = /^\d{1,20}$/;
/** Events of one new tab held at most: ours is empty, and has no more than a few to tell. */
const MAX_HELD = 64;
/** New tabs held at most: ours is among the first. */
const MAX_TABS = 32;
/** Contexts remembered at most: what is told of one after its end is told soon. */
const MAX_CONTEXTS = 256;

/** The hidden tabs of one browser; they outlive a channel. */
export class HiddenTabs {
  readonly #contexts = new Set<string>();
  #expected = 0;
  /** What may be of a tab of ours, in the order of arrival, by the tab. */
  #held: { readonly tab: string; readonly arrival: Arrival }[] = [];
  /** The tab that each held context is, or is a frame of. */
  readonly #tabOf = new Map<string, string>();

  /** A tab of ours is being made: until {@linkcode settle} any new one may be it. */
  expect(): void {
    this.#expected++;
  }

  /**
   * The browser has answered with the tab's context, or null: none was made. Gives what was held and is
   * of no tab of ours, to be told now.
   */
  settle(context: string | null): Arrival[] {
    this.#expected--;
    if (context !== null) {
      for (const [each, tab] of this.#tabOf) if (tab === context) this.#add(each);
      this.#add(context);
      this.#held = this.#held.filter(({ tab }) => tab !== context);
    }
    if (this.#expected > 0) return [];
    this.#tabOf.clear();
    return this.#held.splice(0).map(({ arrival }) => arrival);
  }

  /** Whether a context is a hidden tab, no tab, or a frame in one. */
  has(context: string): boolean {
    return this.#contexts.has(context);
  }

  /** Whether an event is of a hidden tab, or of what is no tab. */
  hides(event: BidiEvent): boolean {
    const parent = parentOf(event);
    if (event.method === "browsingContext.contextCreated" && parent === null) {
      if (NO_TAB.test(event.params.context)) this.#add(event.params.context);
    }
    if (this.#contexts.size === 0) return false;
    const context = contextOf(event);
    if (context !== null && this.#contexts.has(context)) return true;
    if (context === null || parent === null || !this.#contexts.has(parent)) return false;
    this.#add(context);
    return true;
  }

  /** Takes an event that is not hidden; gives what is to be told now, which is nothing while it is held. */
  sift(arrival: Arrival): readonly Arrival[] {
    const tab = this.#expected === 0 ? null : this.#candidate(arrival.event);
    if (tab === null) return [arrival];
    this.#held.push({ tab, arrival });
    const mine = this.#held.filter((each) => each.tab === tab);
    if (mine.length <= MAX_HELD) return [];
    this.#held = this.#held.filter((each) => each.tab !== tab);
    for (const [each, of] of this.#tabOf) if (of === tab) this.#tabOf.delete(each);
    return mine.map((each) => each.arrival);
  }

  /** The new tab that an event is of, which may be ours; null for any other. */
  #candidate(event: BidiEvent): string | null {
    const context = contextOf(event);
    if (context === null) return null;
    if (event.method === "browsingContext.contextCreated") {
      const parent = parentOf(event);
      const tab = parent === null ? context : this.#tabOf.get(parent);
      const opened = Boolean(event.params.originalOpener);
      const none = parent === null && (opened || this.#isFull);
      if (tab !== undefined && !none) this.#tabOf.set(context, tab);
    }
    return this.#tabOf.get(context) ?? null;
  }

  get #isFull(): boolean {
    return new Set(this.#tabOf.values()).size >= MAX_TABS;
  }

  #add(context: string): void {
    this.#contexts.add(context);
    if (this.#contexts.size <= MAX_CONTEXTS) return;
    const [oldest] = this.#contexts;
    if (oldest !== undefined) this.#contexts.delete(oldest);
  }
}

function contextOf(event: BidiEvent): string | null {
  if (event.method === "log.entryAdded") return event.params.source.context ?? null;
  return event.params.context ?? null;
}

function parentOf(event: BidiEvent): string | null {
  return event.method === "browsingContext.contextCreated" ? event.params.parent ?? null : null;
}
