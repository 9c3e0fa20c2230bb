import { assertEquals, assertThrows } from "@std/assert";
import { objectOf } from "../../../ui/views/result.ts";

const said = (text: string) => ({ content: [{ type: "text", text }] });

Deno.test("objectOf() takes what is structured, else what the text says", () => {
  assertEquals(objectOf({ ...said("no JSON"), structuredContent: { a: 1 } }), { a: 1 });
  assertEquals(objectOf(said('{"a":2}')), { a: 2 });
});

Deno.test("objectOf() throws the tool's own sentence", () => {
  assertThrows(() => objectOf({ ...said("name a URI"), isError: true }), Error, "name a URI");
  assertThrows(() => objectOf({ content: [], isError: true }), Error, "said not why");
});

Deno.test("objectOf() throws a sentence where there is no object", () => {
  for (const result of [said("{not"), said("5"), said("null"), { content: [] }]) {
    assertThrows(() => objectOf(result), Error, "no answer that can be read");
  }
  const picture = { content: [{ type: "image", text: "{}" }] };
  assertThrows(() => objectOf(picture), Error, "no answer that can be read");
});
