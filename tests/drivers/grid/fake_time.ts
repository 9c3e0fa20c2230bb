import type { Time } from "../../../drivers/grid/time.ts";

/** Time that stands still but for {@link FakeTime.advance}. */
export class FakeTime implements Time {
  #now = 0;
  readonly #sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const sleeper = {
        at: this.#now + ms,
        wake: () => {
          this.#sleepers.delete(sleeper);
          signal?.removeEventListener("abort", abort);
          resolve();
        },
      };
      const abort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.#sleepers.add(sleeper);
    });
  }

  /** How many wait. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  /** Lets `ms` milliseconds pass, waking who sleeps in order; what a wake leads to runs before the next. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      const [next] = [...this.#sleepers].filter(({ at }) => at <= until)
        .sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      await settle();
    }
    this.#now = until;
    await settle();
  }
}

/** Lets every promise that can settle do so. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 50; i++) await Promise.resolve();
}
