import { assertEquals } from "@std/assert";
import { isDeeperThan } from "../../../http/schema/depth.ts";

Deno.test("isDeeperThan() counts arrays and objects alike", () => {
  assertEquals(isDeeperThan(1, 0), false);
  assertEquals(isDeeperThan(null, 0), false);
  assertEquals(isDeeperThan([], 0), true);
  assertEquals(isDeeperThan([{ a: 1 }, 2], 2), false);
  assertEquals(isDeeperThan([{ a: [] }, 2], 2), true);
});
