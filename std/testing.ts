/**
 * `FakeTime` of `@std/testing/time`, over `@sinonjs/fake-timers`: the original is in no registry that
 * can be relied on. For code that reads global time; ours takes a `Clock` instead.
 *
 * @module
 */
import { install } from "@sinonjs/fake-timers";

/** Longest wait that `AbortSignal.timeout` takes. */
const MAX_TIMEOUT_MS = Number.MAX_SAFE_INTEGER;

/** Longest wait of one timer; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Replaces global timers, `Date`, `performance.now` and `AbortSignal.timeout` until disposed, so that
 * time moves only when told. At most one exists at a time.
 *
 * ```ts ignore
 * using time = new FakeTime();
 * const pause = delay(1_000);
 * await time.tickAsync(1_000);
 * await pause;
 * ```
 */
export class FakeTime implements Disposable {
  readonly #clock: ReturnType<typeof install>;
  readonly #abortTimeout = AbortSignal.timeout;

  /**
   * Starts at `start`, default now.
   *
   * @throws {TypeError} another one is not yet disposed
   */
  constructor(start: number | Date = Date.now()) {
    this.#clock = install({
      now: start,
      toFake: [
        "setTimeout",
        "clearTimeout",
        "setInterval",
        "clearInterval",
        "Date",
        "performance",
      ],
    });
    AbortSignal.timeout = fakeAbortTimeout;
  }

  /** Milliseconds since the epoch. */
  get now(): number {
    return this.#clock.now;
  }

  /** Moves time by `ms` and runs the timers that came due. Promises are not awaited. */
  tick(ms: number): void {
    this.#clock.tick(ms);
  }

  /** Moves time by `ms` and runs the timers that came due, and the promises between them. */
  async tickAsync(ms: number): Promise<void> {
    await this.#clock.tickAsync(ms);
  }

  /** Gives the globals back. Safe twice. */
  [Symbol.dispose](): void {
    this.#clock.uninstall();
    AbortSignal.timeout = this.#abortTimeout;
  }
}

/** `AbortSignal.timeout` over the faked `setTimeout`: the real one's timer is not among the globals. */
function fakeAbortTimeout(ms: number): AbortSignal {
  if (!(ms >= 0 && ms <= MAX_TIMEOUT_MS)) {
    throw new TypeError(`Cannot make a timeout signal: ${ms} is not a number of milliseconds`);
  }
  const controller = new AbortController();
  if (ms <= MAX_TIMER_MS) {
    setTimeout(
      () => controller.abort(new DOMException("Signal timed out.", "TimeoutError")),
      ms,
    );
  }
  return controller.signal;
}
