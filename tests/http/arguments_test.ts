import { assertEquals, assertThrows } from "@std/assert";
import * as z from "zod";
import { ActionError } from "../../actors/action_error.ts";
import { parseArguments } from "../../http/arguments.ts";
import { WORDS } from "../../http/schema/allowed.ts";
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
  fields: z.array(z.strictObject({ key: z.string(), count: z.int().min(1).max(5) })).min(1).max(5)
    .exactOptional(),
  inputs: z.array(z.strictObject({ selector, value: z.string() })).exactOptional(),
  capture: z.union([z.boolean(), z.strictObject({ ttl: z.number().min(60).max(99) })])
    .exactOptional(),
});
const good = { selector: { css: "a" }, action: "click" };

Deno.test("parseArguments() gives the arguments as they came", () => {
  const args = { ...good, list: [{ a: 1 }], capture: { ttl: 60 } };
  assertEquals(parseArguments("act", schema, args), args as z.output<typeof schema>);
});

Deno.test("parseArguments() reads what was written by hand", () => {
  const args = {
    selector: '{"css": "a"}',
    action: "click",
    count: "3",
    seconds: "0.5",
    text: "3",
    key: "",
    flag: "false",
    capture: { ttl: "60" },
  };
  assertEquals(parseArguments("act", schema, args), {
    selector: { css: "a" },
    action: "click",
    count: 3,
    seconds: 0.5,
    text: "3",
    flag: false,
    capture: { ttl: 60 },
  });
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
    '"slector" is not an argument; known are selector, action, count, seconds, text, key, flag, list, fields, inputs, capture',
  ],
  [
    "a misspelt required one",
    { action: "click", selectr: {} },
    '"selectr" is not an argument; known are selector, action, count, seconds, text, key, flag, list, fields, inputs, capture',
  ],
  [
    "a number out of range",
    { ...good, count: 6 },
    '"count" must be an integer from 1 to 5; found 6',
  ],
  [
    "a text that is no number",
    { ...good, count: "two" },
    '"count" must be an integer from 1 to 5; found "two"',
  ],
  [
    "a number out of range that is text",
    { ...good, count: "6" },
    '"count" must be an integer from 1 to 5; found 6',
  ],
  ["a fraction", { ...good, count: 1.5 }, '"count" must be an integer from 1 to 5; found 1.5'],
  [
    "a text that is no boolean",
    { ...good, flag: "yes" },
    '"flag" must be true or false; found "yes"',
  ],
  ["null", { ...good, flag: null }, '"flag" must be true or false; found null'],
  [
    "a long text",
    { ...good, text: "123456789" },
    '"text" must be a string of at most 8 characters; found 9 characters',
  ],
  [
    "an empty text where one is required",
    { ...good, action: "" },
    '"action" must be one of click, hover; found ""',
  ],
  [
    "a long list",
    { ...good, list: [1, 2, 3] },
    '"list" must be an array of at most 2 members; found 3 members',
  ],
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
    `"selector" must be ${oneOfSix}; found "#a": give {"css":"#a"}`,
  ],
  [
    "a ref that is text",
    { ...good, selector: "e2" },
    `"selector" must be ${oneOfSix}; found "e2": give {"ref":"e2"}`,
  ],
  [
    "a selector's members as arguments",
    { action: "click", role: "button", name: "Buy" },
    '"role" is not an argument; give "selector": {"role":"button","name":"Buy"}',
  ],
  [
    "a selector's members as members",
    { ...good, inputs: [{ css: "#a", value: "b" }] },
    '"inputs[0].selector" is required: give {"css":"#a"}',
  ],
  [
    "an empty list",
    { ...good, fields: [] },
    '"fields" must be an array of 1 to 5 members; found []',
  ],
  [
    "a member of a member",
    { ...good, fields: [{ key: "a", count: 1 }, { key: "b", count: 9 }] },
    '"fields[1].count" must be an integer from 1 to 5; found 9',
  ],
  [
    "a missing member of a member",
    { ...good, fields: '[{"key": "a"}]' },
    '"fields[0].count" is required: an integer from 1 to 5',
  ],
  [
    "an unknown member of a member",
    { ...good, fields: [{ key: "a", count: 1, more: 1 }] },
    '"fields[0]" must be {key, count: an integer from 1 to 5}; found {"key":"a","count":1,"more":1}',
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

Deno.test("parseArguments() refuses a member that a record would lose", () => {
  const headers = z.strictObject({ headers: z.record(z.string(), z.string()).nullable() });
  const given = JSON.parse('{"headers": {"a": "1", "__proto__": "2"}}');
  assertThrows(
    () => parseArguments("act", headers, given),
    ActionError,
    'act: "headers" must not have a member "__proto__": leave it out',
  );
});

Deno.test("parseArguments() says so when there are no arguments", () => {
  assertThrows(
    () => parseArguments("end", z.strictObject({}), { a: 1 }),
    ActionError,
    'end: "a" is not an argument; there are none',
  );
});

Deno.test("parseArguments() asks for the argument that an unknown one is a part of", () => {
  const error = assertThrows(() =>
    parseArguments("assert", z.strictObject({ wait_timeout: z.number().exactOptional() }), {
      timeout: 1,
    })
  );
  assertEquals(
    (error as Error).message,
    'assert: "timeout" is not an argument; wait_timeout may be meant; known are wait_timeout',
  );
});

Deno.test("parseArguments() says beside an unknown argument what a required one is, where that has words", () => {
  const files = z.array(z.string()).register(WORDS, { words: "the files" });
  const error = assertThrows(() =>
    parseArguments("upload", z.strictObject({ files, other: z.string() }), { path: "/a" })
  );
  assertEquals(
    (error as Error).message,
    'upload: "path" is not an argument; known are files, other; "files" is required: the files',
  );
});
