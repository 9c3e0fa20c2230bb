/** What tests of the network log share. */
import { assertEquals, assertExists } from "@std/assert";
import type { Row } from "../../capture/shapes.ts";
import type { Bench } from "./events.ts";

/** The one request there is. */
export function only(bench: Bench): Row {
  const { requests } = bench.network();
  assertEquals(requests.length, 1);
  assertExists(requests[0]);
  return requests[0];
}

/** Every order of some things. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) =>
    permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest])
  );
}
