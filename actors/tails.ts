/**
 * The listeners of one workspace's tail: those there are, bounded.
 *
 * @module
 */
import type { Capture } from "../capture/capture.ts";
import { ActionError } from "./action_error.ts";
import { Tail, type TailKind } from "./tail.ts";

/** Listeners of a workspace at most. */
const MAX_TAILS = 32;

/** The listeners of one workspace. */
export class Tails {
  readonly #capture: Capture;
  readonly #tails = new Set<Tail>();

  /** Nobody listens yet to what `capture` takes. */
  constructor(capture: Capture) {
    this.#capture = capture;
  }

  /** How many there are. */
  get size(): number {
    return this.#tails.size;
  }

  /**
   * One more.
   *
   * @throws {ActionError} 429 there are too many
   */
  open(kind: TailKind): Tail {
    if (this.#tails.size >= MAX_TAILS) {
      throw new ActionError(
        429,
        `the tail has ${MAX_TAILS} listeners, the most there may be: close one`,
      );
    }
    const tail = new Tail(kind);
    this.#tails.add(tail);
    // What is captured is put into words for a tail only while somebody listens.
    this.#capture.watcher = (row) => {
      for (const each of this.#tails) each.push(row);
    };
    return tail;
  }

  /** One less. */
  close(tail: Tail): void {
    tail.end();
    this.#tails.delete(tail);
    if (this.#tails.size === 0) this.#capture.watcher = null;
  }

  /** The workspace ends. */
  end(): void {
    for (const tail of this.#tails) tail.end();
    this.#tails.clear();
  }
}
