/**
 * Typed door to `@std/assert`: the sources are `deno-std`'s, which come without types.
 *
 * @module
 */
// @ts-types="./assert.d.ts"
export {
  assert,
  assertAlmostEquals,
  assertArrayIncludes,
  assertEquals,
  assertExists,
  assertFalse,
  assertGreater,
  assertGreaterOrEqual,
  assertInstanceOf,
  AssertionError,
  assertLess,
  assertLessOrEqual,
  assertMatch,
  assertNotEquals,
  assertNotMatch,
  assertNotStrictEquals,
  assertObjectMatch,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
  equal,
  fail,
} from "deno-std/assert/mod.js";
export type { ClassOf } from "./assert.d.ts";
