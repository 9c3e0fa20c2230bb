/**
 * The browsers a driver has started or is starting, so that each of them is given back: also one
 * whose caller gave up before it was there.
 *
 * @module
 */
import { deadline } from "@std/async";
import { DriverError, type StartOptions } from "./driver.ts";
import type { LocalSession } from "./local_session.ts";

/** Milliseconds that a browser which is just starting gets to come up, so that it can end in order. */
const LAUNCH_GRACE_MS = 2_000;

/** Keeps count of a driver's browsers. */
export class Fleet {
  readonly #name: string;
  readonly #sessions = new Set<LocalSession>();
  readonly #launches = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  /** Makes an empty one; `name` is what a browser of it is called in an error, such as `Chrome`. */
  constructor(name: string) {
    this.#name = name;
  }

  /** The ports every live browser listens on. */
  get ports(): readonly number[] {
    return [...this.#sessions].flatMap((session) => session.ports);
  }

  /**
   * Starts a browser by `launch`, whose signal says that nobody waits for it any more. What it
   * still comes to then is given back.
   *
   * @throws {DriverError} when the browser does not start in time, or for want of a permission
   * @throws the signal's reason when it is aborted
   */
  async start(
    launch: (signal: AbortSignal) => Promise<LocalSession>,
    { signal, timeoutMs }: StartOptions,
  ): Promise<LocalSession> {
    signal.throwIfAborted();
    this.#refuseWhenClosed();
    const late = new AbortController();
    const given = AbortSignal.any([signal, this.#closing.signal, late.signal]);
    const launching = launch(given);
    const settled = launching.then(async (session) => {
      this.#sessions.add(session);
      session.ended.then(() => this.#sessions.delete(session));
      if (given.aborted) await session.end();
    }).catch(() => {});
    this.#launches.add(settled);
    settled.finally(() => this.#launches.delete(settled));
    try {
      return await deadline(launching, timeoutMs, { signal: given });
    } catch (error) {
      late.abort();
      signal.throwIfAborted();
      this.#refuseWhenClosed();
      if (error instanceof DriverError) throw error;
      if (error instanceof Deno.errors.NotCapable) {
        throw new DriverError(`${this.#name} did not start for want of a right: ${error.message}`);
      }
      if (!(error instanceof DOMException && error.name === "TimeoutError")) throw error;
      throw new DriverError(`${this.#name} did not start within ${timeoutMs} ms`);
    }
  }

  /**
   * Refuses new browsers and ends those that are there. `stop` ends the driver's own process, so
   * that launches under way come to an end too.
   */
  async close(stop: () => Promise<void>): Promise<void> {
    this.#closing.abort();
    const launched = Promise.all(this.#launches);
    await deadline(launched, LAUNCH_GRACE_MS).catch(() => {});
    await Promise.all([...this.#sessions].map((session) => session.end()));
    await stop();
    await launched;
  }

  #refuseWhenClosed(): void {
    if (this.#closing.signal.aborted) {
      throw new DriverError(`Cannot start ${this.#name}: the service is stopping`);
    }
  }
}
