/**
 * Where the view is: what it shows, what it showed before, and what it is waiting for. The newest wish wins,
 * whichever answer comes last.
 *
 * @module
 */
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";

/** What is drawn: a URI, and what it reads as. */
export interface Shown {
  /** The URI. */
  readonly uri: string;
  /** What it reads as. */
  readonly value: Readonly<Record<string, unknown>>;
}

/** All that there is to draw. */
export interface PlaceState {
  /** What is drawn now; null before the host has given anything. */
  readonly shown: Shown | null;
  /** What was drawn before, to go back to; null for nothing. */
  readonly before: Shown | null;
  /** Whether something else was asked for, which is not there yet. */
  readonly loading: boolean;
  /** Why there is nothing to draw, or nothing else; null for nothing wrong. */
  readonly trouble: string | null;
  /** How often whoever looks went elsewhere. */
  readonly turns: number;
}

/** Where a view is. */
export class Place {
  readonly #read: (uri: string) => Promise<Shown["value"]>;
  readonly #state: Signal<PlaceState> = signal({
    shown: null,
    before: null,
    loading: false,
    trouble: null,
    turns: 0,
  });
  #wish = 0;

  /** Nowhere yet; `read` rejects with the sentence of a refusal. */
  constructor(read: (uri: string) => Promise<Shown["value"]>) {
    this.#read = read;
  }

  /** What there is to draw. */
  get state(): ReadonlySignal<PlaceState> {
    return this.#state;
  }

  /** The host gives something to be drawn. */
  give(shown: Shown): void {
    this.#wish++;
    this.#set({ shown, before: null, loading: false, trouble: null });
  }

  /** The host gives nothing, for this reason; what is drawn already stays. */
  fail(trouble: string): void {
    this.#set({ trouble });
  }

  /** The host will give nothing any more; what it has given stays. */
  cancelled(reason: string | undefined): void {
    if (this.#state.value.shown !== null) return;
    this.fail(reason ? `It was cancelled: ${reason}` : "It was cancelled");
  }

  /** Goes to what another URI reads as. */
  async open(uri: string): Promise<void> {
    const wish = ++this.#wish;
    this.#set({ loading: true, trouble: null });
    const next = await this.#read(uri).then(
      (value) => this.#turn({ uri, value }, this.#state.value.shown),
      (error) => ({ trouble: error instanceof Error ? error.message : String(error) }),
    );
    if (wish === this.#wish) this.#set({ ...next, loading: false });
  }

  /** Goes back to what was drawn before. */
  back(): void {
    const { before } = this.#state.value;
    if (before === null) return;
    this.#wish++;
    this.#set({ ...this.#turn(before, null), loading: false, trouble: null });
  }

  #turn(shown: Shown, before: Shown | null): Partial<PlaceState> {
    return { shown, before, turns: this.#state.value.turns + 1 };
  }

  #set(change: Partial<PlaceState>): void {
    this.#state.value = { ...this.#state.value, ...change };
  }
}
