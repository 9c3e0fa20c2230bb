import { assertEquals } from "@std/assert";
import { memoryStore } from "../../../actors/store/memory_store.ts";
import { MAX_RECORDS } from "../../../actors/store/record.ts";
import { record } from "./records.ts";

Deno.test("memoryStore() keeps the last record of a name", () => {
  const store = memoryStore();
  assertEquals(store.load("a"), null);
  store.save("a", record({ calls: 1 }));
  store.save("a", record({ calls: 2 }));
  assertEquals(store.load("a"), record({ calls: 2 }));
  assertEquals(store.held(), ["a"]);
  store.save("a", record({ session: null }));
  assertEquals(store.held(), []);
  store.close();
});

Deno.test("memoryStore() names those saved last, the last one first", () => {
  const store = memoryStore();
  for (const name of ["a", "b", "c", "a"]) store.save(name, record());
  assertEquals([store.recent(2), store.recent(9)], [["a", "c"], ["a", "c", "b"]]);
});

Deno.test("memoryStore() gives up the longest unsaved without a session first", () => {
  const store = memoryStore();
  store.save("held", record());
  for (let i = 1; i < MAX_RECORDS; i++) store.save(`w${i}`, record({ session: null }));
  store.save("w1", record({ session: null, calls: 99 }));
  store.save("one more", record({ session: null }));
  assertEquals(store.load("w2"), null);
  assertEquals(store.load("w1")?.calls, 99);
  assertEquals(store.load("held"), record());
});
