import { assertEquals } from "@std/assert";
import { Place, type Shown } from "../../../ui/views/place.ts";

const LIST: Shown = { uri: "workspace://console", value: { entries: [] } };

/** A place whose reads a test answers. */
function placed() {
  const reads = new Map<string, PromiseWithResolvers<Shown["value"]>>();
  const place = new Place((uri) => {
    const read = Promise.withResolvers<Shown["value"]>();
    reads.set(uri, read);
    return read.promise;
  });
  const told = () => {
    const { shown, before, ...state } = place.state.value;
    return { ...state, shown: shown?.uri ?? null, before: before?.uri ?? null };
  };
  return { place, reads, told };
}

const AT_LIST = { shown: LIST.uri, before: null, loading: false, trouble: null, turns: 0 };

Deno.test("Place.open() goes to what it asked for, and Place.back() to what was there", async () => {
  const { place, reads, told } = placed();
  place.give(LIST);
  assertEquals(told(), AT_LIST);
  const opened = place.open("a");
  assertEquals(told(), { ...AT_LIST, loading: true });
  reads.get("a")?.resolve({});
  await opened;
  assertEquals(told(), { ...AT_LIST, shown: "a", before: LIST.uri, turns: 1 });
  place.back();
  assertEquals([place.state.value.shown, told()], [LIST, { ...AT_LIST, turns: 2 }]);
  place.back();
  assertEquals(told().turns, 2);
});

Deno.test("Place.open() goes where the newest wish is, whichever answer comes last", async () => {
  const { place, reads, told } = placed();
  place.give(LIST);
  const opened = [place.open("a"), place.open("b")];
  reads.get("b")?.resolve({});
  await opened[1];
  reads.get("a")?.resolve({});
  await opened[0];
  assertEquals(told(), { ...AT_LIST, shown: "b", before: LIST.uri, turns: 1 });
});

Deno.test("Place.open() changes nothing when whoever looks has gone back meanwhile", async () => {
  const { place, reads, told } = placed();
  place.give(LIST);
  const first = place.open("a");
  reads.get("a")?.resolve({});
  await first;
  const second = place.open("b");
  place.back();
  reads.get("b")?.reject(new Error("too late"));
  await second;
  assertEquals(told(), { ...AT_LIST, turns: 2 });
});

Deno.test("Place.open() stays where it is when it is refused, and says why until the next", async () => {
  const { place, reads, told } = placed();
  place.give(LIST);
  const opened = place.open("a");
  reads.get("a")?.reject(new Error("it is not kept"));
  await opened;
  assertEquals(told(), { ...AT_LIST, trouble: "it is not kept" });
  void place.open("b");
  assertEquals(told(), { ...AT_LIST, loading: true });
});

Deno.test("Place.cancelled() says so, and why, unless something was given", () => {
  for (
    const [reason, says] of [
      [undefined, "It was cancelled"],
      ["", "It was cancelled"],
      ["enough", "It was cancelled: enough"],
    ] as const
  ) {
    const { place, told } = placed();
    place.cancelled(reason);
    assertEquals(told(), { ...AT_LIST, shown: null, trouble: says });
    place.give(LIST);
    place.cancelled(reason);
    assertEquals(told(), AT_LIST);
  }
});
