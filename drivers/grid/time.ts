/**
 * Time, as what waits for a Grid takes it.
 *
 * @module
 */
import { delay } from "@std/async";

/** A clock and a way to wait by it. */
export interface Time {
  /** Milliseconds; only differences mean something. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when that is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The process's own. */
export const realTime: Time = {
  now: () => performance.now(),
  sleep: (ms, signal) => delay(ms, signal === undefined ? {} : { signal }),
};
