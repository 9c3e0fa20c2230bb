import { assertEquals } from "@std/assert";
import { difference, union } from "../../../capture/mask/stretches.ts";

Deno.test("union() makes one of stretches that overlap or touch", () => {
  assertEquals(union([[8, 9], [0, 3], [3, 5], [1, 2], [6, 7]]), [[0, 5], [6, 7], [8, 9]]);
});

Deno.test("difference() leaves of stretches what others do not cover", () => {
  assertEquals(difference([[0, 10]], []), [[0, 10]]);
  assertEquals(difference([[0, 10]], [[0, 2], [4, 5], [9, 12]]), [[2, 4], [5, 9]]);
  assertEquals(difference([[0, 4], [6, 9], [12, 14]], [[3, 7], [8, 20]]), [[0, 3], [7, 8]]);
  assertEquals(difference([[5, 6]], [[0, 5], [6, 9]]), [[5, 6]]);
  assertEquals(difference([[5, 6]], [[5, 6]]), []);
  assertEquals(difference([], [[1, 2]]), []);
});
