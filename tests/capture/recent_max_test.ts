import { assertEquals } from "@std/assert";
import { RecentMax } from "../../capture/recent_max.ts";

Deno.test("RecentMax.max is the greatest of the last few, and forgets the oldest", () => {
  const recent = new RecentMax(3);
  assertEquals(recent.max, 0);
  const seen = [5, 40, 7, 8, 9].map((value) => {
    recent.add(value);
    return recent.max;
  });
  assertEquals(seen, [5, 40, 40, 40, 9]);
});
