import { assertEquals } from "@std/assert";
import { MAX_REFS, RefStore, RefStores } from "../../actors/ref_store.ts";

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

Deno.test("RefStores.ofTab() goes on counting when a tab comes to be another context, and a frame begins anew", () => {
  const refs = new RefStores();
  const first = refs.ofTab({ context: "A", id: "t1" });
  assertEquals(first.naming, { prefix: "", last: 0 });
  first.replace(new Map([["e1", "a"], ["e12", "b"]]));
  first.add(new Map([["e3", "c"]]));
  refs.clear("A");
  assertEquals([first.get("e12"), first.naming.last], [undefined, 12]);
  refs.ofTab({ context: "B", id: "t2" }).add(new Map([["t2e30", "d"]]));
  refs.keep((context) => context !== "A");
  assertEquals(refs.ofTab({ context: "C", id: "t1" }).naming, { prefix: "", last: 12 });
  assertEquals(refs.ofTab({ context: "B", id: "t2" }).naming, { prefix: "t2", last: 30 });
  assertEquals(refs.ofFrame("F").naming, { prefix: "f1", last: 0 });
});
