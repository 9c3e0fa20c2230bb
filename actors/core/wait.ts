/**
 * The one place where a wait is bounded and made cancellable. Whatever ends a wait, its timer and its
 * listener are gone afterwards.
 *
 * @module
 */
import type { Clock } from "./clock.ts";

/** The bounds of a wait. */
export interface WaitLimits {
  /** Milliseconds it may take. */
  readonly ms: number;
  /** Ends it when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Watches a wait: calls `end` once, when the time is up or the signal aborts, whichever is first.
 * An aborted signal ends it before this returns.
 *
 * @returns Releases the timer and the listener, after which `end` is not called. Safe twice.
 */
export function watch(
  clock: Clock,
  limits: WaitLimits,
  end: (why: "timeout" | "abort") => void,
): () => void {
  const { ms, signal } = limits;
  if (signal?.aborted) {
    end("abort");
    return () => {};
  }
  const release = (): void => {
    timer.cancel();
    signal?.removeEventListener("abort", onAbort);
  };
  const onAbort = (): void => {
    release();
    end("abort");
  };
  const timer = clock.after(ms, () => {
    release();
    end("timeout");
  });
  signal?.addEventListener("abort", onAbort);
  return release;
}

/**
 * Waits `ms` milliseconds.
 *
 * @throws The signal's reason, when it aborts first.
 */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    watch(clock, { ms, signal }, (why) => why === "timeout" ? resolve() : reject(signal?.reason));
  });
}

/**
 * Waits for `promise`, at most `ms` milliseconds. What it stands for is not stopped, and a rejection of
 * it that comes later is taken and forgotten.
 *
 * @param onTimeout Makes the error; called only when the time is up.
 * @throws What `onTimeout` made, the signal's reason, or what `promise` rejected with.
 */
export function withTimeout<T>(
  clock: Clock,
  promise: Promise<T>,
  ms: number,
  onTimeout: () => Error,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const release = watch(
      clock,
      { ms, signal },
      (why) => reject(why === "timeout" ? onTimeout() : signal?.reason),
    );
    promise.then(
      (value) => {
        release();
        resolve(value);
      },
      (error) => {
        release();
        reject(error);
      },
    );
  });
}
