/** Typed door to `@std/async` (see CONTRIBUTING, "Where the packages come from"). @module */
// @ts-types="./async.d.ts"
export { deadline } from "deno-std/async/deadline.js";
// @ts-types="./async.d.ts"
export { delay } from "deno-std/async/delay.js";
