import { assert, assertEquals, assertThrows } from "@std/assert";
import { ACTIONS } from "../../../http/actions/table.ts";
import { CORE, toolSetOf, toolsOf } from "../../../http/mcp/tools.ts";
import { HttpError } from "../../../http/problem.ts";

const at = (query: string): URL => new URL(`http://localhost/mcp${query}`);

Deno.test("CORE names actions there are, in the order of the table", () => {
  assertEquals(CORE, ACTIONS.map(({ name }) => name).filter((name) => CORE.includes(name)));
});

for (const draws of [false, true]) {
  const whose = draws ? "a client that renders MCP Apps" : "any other client";
  Deno.test(`toolsOf() spends fewer than 14 000 bytes on the core for ${whose}`, () => {
    const tools = toolsOf("core", draws);
    const { length } = new TextEncoder().encode(JSON.stringify(tools));
    assert(length < 14_000, `${length} bytes`);
    assertEquals(tools.some(({ name }) => name === "show"), draws);
  });
}

Deno.test("toolsOf() describes results only where all is listed", () => {
  assert(toolsOf("core").every((tool) => !("outputSchema" in tool)));
  assert(toolsOf("all").every(({ outputSchema }) => outputSchema?.type === "object"));
});

Deno.test("toolSetOf() takes the core when nothing is said", () => {
  assertEquals(toolSetOf(at("")), "core");
  assertEquals(toolSetOf(at("?workspace=a&tools=all")), "all");
});

for (const query of ["?tools=some", "?tools=", "?tools=core&tools=all"]) {
  Deno.test(`toolSetOf() refuses ${query} and names what there is`, () => {
    const error = assertThrows(() => toolSetOf(at(query)), HttpError, "one of core, all");
    assertEquals(error.status, 400);
  });
}
