/**
 * How deep a JSON value is nested.
 *
 * @module
 */

/**
 * Whether `value` is nested in more than `levels` arrays and objects. Walks level by level: a value of a
 * million brackets would overflow the stack of whoever walks it by calling itself.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let nested = [value].filter(isNested);
  for (let depth = 0; depth < levels; depth++) {
    nested = nested.flatMap((each) => Object.values(each)).filter(isNested);
  }
  return nested.length > 0;
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
