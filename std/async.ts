/**
 * Typed door to `@std/async`: the sources are `deno-std`'s, which come without types.
 *
 * These wait by the wall clock. What runs under an injected clock waits with `actors/core/wait.ts`.
 *
 * @module
 */
// @ts-types="./async.d.ts"
export { deadline } from "deno-std/async/deadline.js";
// @ts-types="./async.d.ts"
export { delay } from "deno-std/async/delay.js";
// @ts-types="./async.d.ts"
export { retry, RetryError } from "deno-std/async/retry.js";
export type { DeadlineOptions, DelayOptions, RetryOptions } from "./async.d.ts";
