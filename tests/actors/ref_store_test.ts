import { assertEquals } from "@std/assert";
import { MAX_REFS, RefStore } from "../../actors/ref_store.ts";

Deno.test("RefStore.add() hands out refs beside those of an outline, and forgets the oldest", () => {
  const refs = new RefStore("");
  refs.replace(new Map([["e1", "a"], ["e2", "b"]]));
  refs.add(new Map([["e3", "c"]]));
  assertEquals(["e1", "e2", "e3"].map((ref) => refs.get(ref)), ["a", "b", "c"]);
  refs.add(new Map(Array.from({ length: MAX_REFS - 1 }, (_, at) => [`e${at + 4}`, "x"])));
  assertEquals(["e2", "e3"].map((ref) => refs.get(ref)), [undefined, "c"]);
  refs.replace(new Map());
  assertEquals(refs.get("e3"), undefined);
});
