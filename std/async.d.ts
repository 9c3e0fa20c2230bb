// The types of `@std/async`, for the members that `async.ts` re-exports.

/** Options of `deadline`. */
export interface DeadlineOptions {
  /** Gives up waiting when aborted; the promise rejects with its reason. */
  signal?: AbortSignal;
}

/**
 * Waits for `p`, at most `ms` milliseconds. What `p` stands for is not stopped.
 *
 * @throws {DOMException} `TimeoutError` after `ms`, or the signal's reason
 */
export function deadline<T>(p: Promise<T>, ms: number, options?: DeadlineOptions): Promise<T>;

/** Options of `delay`. */
export interface DelayOptions {
  /** Ends the wait when aborted; the promise rejects with its reason. */
  signal?: AbortSignal;
  /** Whether the timer keeps the process alive; default true. */
  persistent?: boolean;
}

/** Resolves after `ms` milliseconds. */
export function delay(ms: number, options?: DelayOptions): Promise<void>;

/** Options of `retry`. */
export interface RetryOptions {
  /** Growth of the pause from one attempt to the next, 1 or more; default 2. */
  multiplier?: number;
  /** Longest pause, in milliseconds; default 60 000. */
  maxTimeout?: number;
  /** Attempts in all, 1 or more; default 5. */
  maxAttempts?: number;
  /** First pause, in milliseconds; default 1 000. */
  minTimeout?: number;
  /** Share of a pause that is random, 0 to 1; default 1. */
  jitter?: number;
  /** Whether to try again after this error; default always. */
  isRetriable?: (error: unknown) => boolean;
  /** Stops trying when aborted; the promise rejects with its reason. */
  signal?: AbortSignal;
}

/** Every attempt failed; `cause` is the last failure. */
export class RetryError extends Error {
  /** Makes one for the last failure and the number of attempts. */
  constructor(cause: unknown, attempts: number);
}

/**
 * Calls `fn` until it succeeds, pausing longer after each failure.
 *
 * @throws {RetryError} the last attempt failed
 */
export function retry<T>(fn: () => Promise<T> | T, options?: RetryOptions): Promise<T>;
