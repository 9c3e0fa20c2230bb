import { assertEquals, assertThrows } from "@std/assert";
import * as z from "zod";
import { ActionError } from "../../actors/action_error.ts";
import { parseArguments } from "../../http/arguments.ts";
import { selector } from "../../http/schema/selector.ts";

const schema = z.strictObject({
  selector,
  action: z.enum(["click", "hover"]),
  count: z.int().min(1).max(5).exactOptional(),
  seconds: z.number().min(0.1).max(600).exactOptional(),
  text: z.string().max(8).exactOptional(),
  key: z.string().min(1).max(8).exactOptional(),
  flag: z.boolean().exactOptional(),
  list: z.array(z.unknown()).max(2).exactOptional(),
  capture: z.union([z.boolean(), z.strictObject({ ttl: z.number().min(60).max(99) })])
    .exactOptional(),
});
const good = { selector: { css: "a" }, action: "click" };

Deno.test("parseArguments() gives the arguments as they came", () => {
  const args = { ...good, list: [{ a: 1 }], capture: { ttl: 60 } };
  assertEquals(parseArguments("act", schema, args), args as z.output<typeof schema>);
});

const oneOfSix = "exactly one of {css}, {xpath}, {role, name}, {text}, {label}, {ref}";
const refused: [string, unknown, string][] = [
  ["a missing argument", { action: "click" }, `"selector" is required: ${oneOfSix}`],
  [
    "a value of an enum",
    { ...good, action: "clik" },
    '"action" must be one of click, hover; found "clik"',
  ],
  [
    "an unknown argument",
    { ...good, slector: 1 },
    '"slector" is not an argument; known are selector, action, count, seconds, text, key, flag, list, capture',
  ],
  [
    "a misspelt required one",
    { action: "click", selectr: {} },
    '"selectr" is not an argument; known are selector, action, count, seconds, text, key, flag, list, capture',
  ],
  [
    "a number out of range",
    { ...good, count: 6 },
    '"count" must be an integer from 1 to 5; found 6',
  ],
  ["a fraction", { ...good, count: 1.5 }, '"count" must be an integer from 1 to 5; found 1.5'],
  [
    "a number that is text",
    { ...good, seconds: "3" },
    '"seconds" must be a number from 0.1 to 600; found "3"',
  ],
  [
    "a boolean that is text",
    { ...good, flag: "true" },
    '"flag" must be true or false; found "true"',
  ],
  ["null", { ...good, flag: null }, '"flag" must be true or false; found null'],
  [
    "a long text",
    { ...good, text: "123456789" },
    '"text" must be a string of at most 8 characters; found 9 characters',
  ],
  ["an empty text", { ...good, key: "" }, '"key" must be a string of 1 to 8 characters; found ""'],
  ["a long list", { ...good, list: [1, 2, 3] }, '"list" must be an array; found 3 members'],
  [
    "a union's member",
    { ...good, capture: { ttl: 5 } },
    '"capture" must be true or false or {ttl: a number from 60 to 99}; found {"ttl":5}',
  ],
  [
    "two selectors in one",
    { ...good, selector: { css: "a", text: "b" } },
    `"selector" must be ${oneOfSix}; found {"css":"a","text":"b"}`,
  ],
  [
    "a selector that is text",
    { ...good, selector: "#a" },
    `"selector" must be ${oneOfSix}; found "#a"`,
  ],
  ["an empty selector", { ...good, selector: {} }, `"selector" must be ${oneOfSix}; found {}`],
  ["a list", [], "the arguments must be a JSON object; found []"],
  ["nothing", null, "the arguments must be a JSON object; found null"],
  [
    "a long value",
    { ...good, flag: "x".repeat(100) },
    `"flag" must be true or false; found "${"x".repeat(59)}…`,
  ],
];
for (const [what, args, sentence] of refused) {
  Deno.test(`parseArguments() refuses ${what}`, () => {
    const error = assertThrows(() => parseArguments("act", schema, args), ActionError);
    assertEquals(error.status, 400);
    assertEquals(error.message, `act: ${sentence}`);
  });
}

Deno.test("parseArguments() says so when there are no arguments", () => {
  assertThrows(
    () => parseArguments("end", z.strictObject({}), { a: 1 }),
    ActionError,
    'end: "a" is not an argument; there are none',
  );
});
