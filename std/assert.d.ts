// The types of `@std/assert`, for the members that `assert.ts` re-exports.

/** A class whose instances are `T`, abstract or not; `never[]` takes every parameter list. */
export type ClassOf<T> = abstract new (...args: never[]) => T;

/** What a failed assertion throws. */
export class AssertionError extends Error {
  /** Makes one that says `message`. */
  constructor(message: string, options?: ErrorOptions);
}

/** Fails unless `expr` is truthy. */
export function assert(expr: unknown, msg?: string): asserts expr;

/** Fails unless `expr` is falsy. */
export function assertFalse(
  expr: unknown,
  msg?: string,
): asserts expr is false | 0 | "" | null | undefined;

/** Fails unless the two are deeply equal. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void;

/** Fails when the two are deeply equal. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void;

/** Fails unless the two are the same by `Object.is`. */
export function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  msg?: string,
): asserts actual is T;

/** Fails when the two are the same by `Object.is`. */
export function assertNotStrictEquals<T>(actual: T, expected: T, msg?: string): void;

/** Fails unless the two differ by at most `tolerance` (default: a ten-millionth of `expected`). */
export function assertAlmostEquals(
  actual: number,
  expected: number,
  tolerance?: number,
  msg?: string,
): void;

/** Fails when `actual` is null or undefined. */
export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T>;

/** Fails unless `actual` is an instance of `expectedType`. */
export function assertInstanceOf<T>(
  actual: unknown,
  expectedType: ClassOf<T>,
  msg?: string,
): asserts actual is T;

/** Fails unless `actual > expected`. */
export function assertGreater<T>(actual: T, expected: T, msg?: string): void;

/** Fails unless `actual >= expected`. */
export function assertGreaterOrEqual<T>(actual: T, expected: T, msg?: string): void;

/** Fails unless `actual < expected`. */
export function assertLess<T>(actual: T, expected: T, msg?: string): void;

/** Fails unless `actual <= expected`. */
export function assertLessOrEqual<T>(actual: T, expected: T, msg?: string): void;

/** Fails unless `expected` matches `actual`. */
export function assertMatch(actual: string, expected: RegExp, msg?: string): void;

/** Fails when `expected` matches `actual`. */
export function assertNotMatch(actual: string, expected: RegExp, msg?: string): void;

/** Fails unless `actual` contains `expected`. */
export function assertStringIncludes(actual: string, expected: string, msg?: string): void;

/** Fails unless `actual` holds every member of `expected`, by deep equality. */
export function assertArrayIncludes<T>(
  actual: ArrayLike<T>,
  expected: ArrayLike<T>,
  msg?: string,
): void;

/** Fails unless `actual` has every member of `expected`, deeply; more members are fine. */
export function assertObjectMatch(
  actual: object,
  expected: Record<PropertyKey, unknown>,
  msg?: string,
): void;

/** Fails unless `fn` throws, and returns what it threw. */
export function assertThrows(fn: () => unknown, msg?: string): unknown;
/** Fails unless `fn` throws an `ErrorClass` whose message has `msgIncludes` in it, and returns it. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  ErrorClass: ClassOf<E>,
  msgIncludes?: string,
  msg?: string,
): E;

/** Fails unless `fn` answers a promise that rejects, and resolves to the reason. */
export function assertRejects(fn: () => PromiseLike<unknown>, msg?: string): Promise<unknown>;
/** Fails unless `fn` answers a promise that rejects with an `ErrorClass` whose message has `msgIncludes` in it, and resolves to it. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  ErrorClass: ClassOf<E>,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;

/** Fails, always. */
export function fail(msg?: string): never;

/** Tells whether the two are deeply equal. */
export function equal(a: unknown, b: unknown): boolean;
