import { assertEquals } from "@std/assert";
import type { ContextInfo } from "../../bidi/protocol.ts";
import { Contexts } from "../../capture/contexts.ts";
import { tab } from "./events.ts";

Deno.test("Contexts.created() drives the first tab that is known", () => {
  const contexts = new Contexts();
  contexts.created(tab("a"));
  contexts.created(tab("b"));
  assertEquals(contexts.driven, "a");
});

Deno.test("Contexts.created() keeps what it knows of a context that is told of twice", () => {
  const contexts = new Contexts();
  contexts.created({ ...tab("a"), url: "https://site.test/x" });
  contexts.created(tab("a"));
  assertEquals(contexts.get("a")?.origin, "https://site.test");
});

Deno.test("Contexts.tabOf() names tabs in the order they came, and frames by their tab", () => {
  const contexts = new Contexts();
  contexts.sync([tab("a"), tab("b")]);
  contexts.created(tab("frame", "b"));
  contexts.destroyed("a");
  contexts.created(tab("c"));
  assertEquals(
    ["a", "b", "frame", "c", "unknown", null].map((each) => contexts.tabOf(each)),
    [null, "t2", "t2", "t3", null, null],
  );
  contexts.clear();
  contexts.restore({ last: 9, tabs: { d: 4 } });
  contexts.sync([tab("e"), tab("d")]);
  assertEquals(["e", "d"].map((each) => contexts.tabOf(each)), ["t10", "t4"]);
});

Deno.test("Contexts.within() follows parents and comes to an end", () => {
  const contexts = new Contexts();
  contexts.created(tab("a"));
  contexts.created(tab("b", "a"));
  contexts.created(tab("c", "b"));
  contexts.created(tab("loop", "loop"));
  assertEquals(contexts.within("c", "a"), true);
  assertEquals(contexts.within("a", "c"), false);
  assertEquals(contexts.within("unknown", "a"), false);
  assertEquals(contexts.within("loop", "a"), false);
});

Deno.test("Contexts.destroyed() forgets the frames below too", () => {
  const contexts = new Contexts();
  contexts.created(tab("a"));
  contexts.created(tab("b", "a"));
  contexts.created(tab("c", "b"));
  assertEquals(contexts.destroyed("b"), ["b", "c"]);
  assertEquals(contexts.destroyed("b"), []);
  assertEquals(contexts.destroyed("a"), ["a"]);
  assertEquals(contexts.driven, null);
});

Deno.test("Contexts.sync() takes a whole tree and drops the tabs it does not name", () => {
  const contexts = new Contexts();
  contexts.created(tab("old"));
  contexts.created(tab("frame of old", "old"));
  const { gone } = contexts.sync([{ ...tab("new"), children: [tab("frame")] }]);
  assertEquals(gone, ["old", "frame of old"]);
  assertEquals(contexts.get("frame")?.parent, "new");
});

Deno.test("Contexts.sync() drops the frames that are not named, where frames are", () => {
  const contexts = new Contexts();
  contexts.created(tab("a"));
  contexts.created(tab("b", "a"));
  contexts.created(tab("c", "b"));
  assertEquals(contexts.sync([{ ...tab("a"), children: null }]).gone, []);
  const kept = { ...tab("b", "a"), children: [] };
  assertEquals(contexts.sync([{ ...tab("a"), children: [kept] }]).gone, ["c"]);
  assertEquals(contexts.sync([{ ...tab("a"), children: [] }]).gone, ["b"]);
});

Deno.test("Contexts.sync() tells which of those it knew show another URL, fragments aside", () => {
  const contexts = new Contexts();
  const shows = (url: string, context = "a") => ({ ...tab(context), url });
  const moved = (...tree: ContextInfo[]) => contexts.sync(tree).moved.map(({ url }) => url);
  assertEquals(moved(shows("https://site.test/")), []);
  assertEquals(moved(shows("https://site.test/#x"), shows("https://b.test/", "b")), []);
  assertEquals(moved(shows("https://site.test/?x"), shows("https://b.test/", "b")), [
    "https://site.test/?x",
  ]);
});

Deno.test("Contexts.created() forgets the oldest frame beyond 2 000 contexts, and no tab", () => {
  const contexts = new Contexts();
  contexts.created(tab("a"));
  for (let at = 0; at < 2_000; at++) contexts.created(tab(`f${at}`, "a"));
  assertEquals(contexts.get("a")?.id, "a");
  assertEquals([contexts.get("f0"), contexts.get("f1")?.id], [undefined, "f1"]);
});
