/**
 * One thing that a component shows: asked for once, and again for as long as it may still change.
 *
 * @module
 */
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { askJson, Refused } from "./api.ts";

/** How far it got. */
export type Fetched<T> =
  | { readonly state: "loading" }
  | { readonly state: "there"; readonly value: T }
  | {
    readonly state: "refused";
    readonly message: string;
    /** There is no such thing: it is not asked for again. */
    readonly final: boolean;
  };

/** What is asked for. */
export interface FetchedOptions<T> {
  /** Where it is. */
  readonly path: string;
  /** Whether it may be another one later. */
  mayChange(value: T): boolean;
}

/** What is at one path. */
export class FetchedValue<T> {
  readonly #options: FetchedOptions<T>;
  readonly #state: Signal<Fetched<T>> = signal({ state: "loading" });
  readonly #abort = new AbortController();
  #running = false;
  #again = false;

  /** Nothing is asked for before the first refresh. */
  constructor(options: FetchedOptions<T>) {
    this.#options = options;
  }

  /** What there is to show. */
  get state(): ReadonlySignal<Fetched<T>> {
    return this.#state;
  }

  /** Asks for it, unless it is at its end; one that is asked for meanwhile follows. What is there stays meanwhile. */
  async refresh(): Promise<void> {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    while (this.#again && !this.#isOver()) {
      this.#again = false;
      await this.#fetch();
    }
    this.#running = false;
  }

  /** Nobody looks any more. */
  close(): void {
    this.#abort.abort();
  }

  async #fetch(): Promise<void> {
    const { signal } = this.#abort;
    try {
      const value = await askJson<T>(this.#options.path, signal);
      this.#state.value = { state: "there", value };
    } catch (error) {
      if (signal.aborted) return;
      const final = error instanceof Refused && error.status === 404;
      // What is there is shown on while the server is away or busy.
      if (!final && this.#state.value.state === "there") return;
      const message = error instanceof Refused ? error.message : String(error);
      this.#state.value = { state: "refused", message, final };
    }
  }

  #isOver(): boolean {
    const now = this.#state.value;
    if (this.#abort.signal.aborted) return true;
    if (now.state === "there") return !this.#options.mayChange(now.value);
    return now.state === "refused" && now.final;
  }
}

/** Asks for what is at a path, and again each time `changed` is another while it may change. */
export function useFetched<T>(options: FetchedOptions<T>, changed: unknown): Fetched<T> {
  const source = useMemo(() => new FetchedValue(options), [options.path]);
  useEffect(() => () => source.close(), [source]);
  useEffect(() => void source.refresh(), [source, changed]);
  return source.state.value;
}
