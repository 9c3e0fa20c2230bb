import { assertEquals } from "@std/assert";
import { isPlaceholderAt, placeholdersOf, substitute } from "../../../http/flows/placeholders.ts";

Deno.test("substitute() puts parameters in at any depth, and keeps their type where one stands alone", () => {
  assertEquals(
    substitute(
      { a: "${n}", b: ["x${n}y", { c: "${o}", d: "${o}!" }], e: 1, f: null },
      { n: 3, o: { k: true } },
    ),
    { a: 3, b: ["x3y", { c: { k: true }, d: '{"k":true}!' }], e: 1, f: null },
  );
});

Deno.test("substitute() looks at what it put in no second time", () => {
  assertEquals(substitute("${a} ${b}", { a: "${b}", b: "$${a}" }), "${b} $${a}");
  assertEquals(substitute("${a}", { a: "${a}" }), "${a}");
});

Deno.test("substitute() takes $${ for ${ itself", () => {
  assertEquals(substitute("$${a} costs $5, ${a}$", { a: "it" }), "${a} costs $5, it$");
  assertEquals(substitute("$${a}", { a: "it" }), "${a}");
});

Deno.test("substitute() takes the names of objects' own members for no parameters", () => {
  assertEquals(substitute("${toString}|${__proto__}", {}), "|");
});

Deno.test("placeholdersOf() finds each name once, and no literal", () => {
  assertEquals([...placeholdersOf({ a: "${x}${y}", b: ["${x}", "$${z}"] })], ["x", "y"]);
});

Deno.test("isPlaceholderAt() looks at the text a path leads to", () => {
  const value = { a: [{ b: "${x}" }], c: "x" };
  assertEquals(isPlaceholderAt(value, ["a", 0, "b"]), true);
  assertEquals(isPlaceholderAt(value, ["a", 0]), false);
  assertEquals(isPlaceholderAt(value, ["c"]), false);
  assertEquals(isPlaceholderAt(value, ["nowhere", "at", "all"]), false);
});
