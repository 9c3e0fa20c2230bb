import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { workspaceOf } from "../../../http/door/identity.ts";
import { HttpError } from "../../../http/problem.ts";

function of(query: string, header: string | null, unnamed: string | null = "default"): string {
  const headers = new Headers(header === null ? {} : { "x-workspace": header });
  return workspaceOf(new URL(`http://localhost/mcp${query}`), headers, unnamed);
}

Deno.test("workspaceOf() takes the name from the URL or the header, else the default", () => {
  assertEquals(of("?workspace=a.B-1_x", null), "a.B-1_x");
  assertEquals(of("", "team"), "team");
  assertEquals(of("", null), "default");
  assertEquals(of(`?workspace=${"a".repeat(64)}`, null), "a".repeat(64));
});

const refused: [string, string, string | null, string | null, string][] = [
  ["both", "?workspace=a", "a", "default", "named twice"],
  ["the URL's twice", "?workspace=a&workspace=a", null, "default", "named twice"],
  ["a slash", "?workspace=a%2Fb", null, "default", "1 to 64 of"],
  ["a path", "", "../x", "default", "1 to 64 of"],
  ["a first dot", "", ".a", "default", "1 to 64 of"],
  ["65 characters", "", "a".repeat(65), "default", "1 to 64 of"],
  ["an empty name", "?workspace=", null, "default", "1 to 64 of"],
  ["a line break", "?workspace=a%0A", null, "default", "1 to 64 of"],
  ["two headers", "", "a, b", "default", "1 to 64 of"],
  ["no name where one is required", "", null, null, "is not named"],
];
for (const [what, query, header, unnamed, sentence] of refused) {
  Deno.test(`workspaceOf() refuses ${what}`, () => {
    const error = assertThrows(() => of(query, header, unnamed), HttpError);
    assertEquals(error.status, 400);
    assertStringIncludes(error.message, sentence);
  });
}
