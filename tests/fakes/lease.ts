/**
 * A session's hold on a Grid that says what the test tells it to say.
 *
 * @module
 */
import type { Lease, Listing, Liveness } from "../../drivers/driver.ts";

/** A lease in a test's hands. */
export class FakeLease implements Lease {
  readonly ticket: string;
  readonly timeoutMs: number;
  /** What a probe finds; of a promise, when that resolves. */
  found: Liveness | Promise<Liveness> = { kind: "live" };
  /** Probes so far. */
  probes = 0;
  /** How old each listing that was asked for may be, in milliseconds. */
  readonly asked: number[] = [];
  #listings: Listing[] = [];
  #number = 0;

  constructor(timeoutMs = 300_000, ticket = "grid.test s1") {
    this.timeoutMs = timeoutMs;
    this.ticket = ticket;
  }

  /** What the next looks find, the last of them for good, each with a number of its own. */
  lists(...kinds: Listing["kind"][]): void {
    this.#listings = kinds.map((kind) => ({ kind, number: ++this.#number }));
  }

  async probe(signal: AbortSignal): Promise<Liveness> {
    this.probes++;
    const found = await this.found;
    signal.throwIfAborted();
    return found;
  }

  listing(maxAgeMs: number, signal: AbortSignal): Promise<Listing> {
    if (signal.aborted) return Promise.reject(signal.reason);
    this.asked.push(maxAgeMs);
    const next = this.#listings.length > 1 ? this.#listings.shift() : this.#listings[0];
    return Promise.resolve(next ?? { number: ++this.#number, kind: "listed" });
  }
}
