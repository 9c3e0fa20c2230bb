import { assertEquals, assertThrows } from "@std/assert";
import { PageError } from "../../page/page.ts";
import { fromRemoteValue, toLocalValue } from "../../page/remote_value.ts";

Deno.test("toLocalValue() and fromRemoteValue() carry JSON there and back", () => {
  const values = [null, true, 0, -1.5, "", "text", [], [1, ["a"]], {}, { a: { b: [null] } }];
  for (const value of values) {
    // A LocalValue of JSON is a RemoteValue too.
    assertEquals(fromRemoteValue(toLocalValue(value) as { type: string }), value);
  }
});

Deno.test("toLocalValue() sends nothing that stops a browser", () => {
  assertEquals(toLocalValue("a\ud800"), { type: "string", value: "a\ufffd" });
  assertEquals(toLocalValue(undefined), { type: "undefined" });
  let deep: unknown = 1;
  for (let at = 0; at < 60; at++) deep = [deep];
  assertThrows(() => toLocalValue(deep), PageError, "nested deeper than");
});

Deno.test("fromRemoteValue() names what is no plain data", () => {
  assertEquals(fromRemoteValue({ type: "undefined" }), null);
  assertEquals(fromRemoteValue({ type: "number", value: "NaN" }), "NaN");
  assertEquals(fromRemoteValue({ type: "number", value: "-0" }), 0);
  assertEquals(fromRemoteValue({ type: "node", sharedId: "n" }), "[node]");
  assertEquals(fromRemoteValue({ type: "array" }), []);
});
