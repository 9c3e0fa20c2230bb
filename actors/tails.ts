/**
 * The listeners of one workspace's tail: those there are, bounded.
 *
 * @module
 */
import type { TailRow } from "../capture/tap.ts";
import { ActionError } from "./action_error.ts";
import { Tail, type TailKind } from "./tail.ts";

/** Listeners of a workspace at most. */
const MAX_TAILS = 32;

/** The listeners of one workspace. */
export class Tails {
  readonly #tails = new Set<Tail>();

  /** Whether anybody listens. */
  get any(): boolean {
    return this.#tails.size > 0;
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
    return tail;
  }

  /** One less. */
  close(tail: Tail): void {
    tail.end();
    this.#tails.delete(tail);
  }

  /** Tells all of them. */
  push(row: TailRow): void {
    for (const tail of this.#tails) tail.push(row);
  }

  /** The workspace ends. */
  end(): void {
    for (const tail of this.#tails) tail.end();
    this.#tails.clear();
  }
}
