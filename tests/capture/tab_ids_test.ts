import { assertEquals } from "@std/assert";
import { TabIds } from "../../capture/tab_ids.ts";

Deno.test("TabIds.take() counts on, over a restart too", () => {
  const ids = new TabIds();
  const tabs = ["a", "b", "c"].map((context) => ({ context, id: ids.take(context) }));
  assertEquals(tabs.map(({ id }) => id), ["t1", "t2", "t3"]);
  const count = ids.count(tabs.slice(1, 2));
  assertEquals(count, { last: 3, tabs: { b: 2 } });
  const next = new TabIds();
  next.restore(count);
  assertEquals(["d", "b", "b"].map((context) => next.take(context)), ["t4", "t2", "t5"]);
});

Deno.test("TabIds.count() keeps the numbers of the newest 50", () => {
  const ids = new TabIds();
  const tabs = Array.from({ length: 60 }, (_, i) => ({ context: `c${i}`, id: ids.take(`c${i}`) }));
  const kept = Object.values(ids.count(tabs).tabs);
  assertEquals([kept.length, kept[0], kept.at(-1)], [50, 11, 60]);
});
