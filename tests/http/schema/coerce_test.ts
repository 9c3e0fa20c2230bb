import { assertEquals } from "@std/assert";
import * as z from "zod";
import { ACTIONS } from "../../../http/actions/table.ts";
import { coerce } from "../../../http/schema/coerce.ts";
import { selector } from "../../../http/schema/selector.ts";
import { random } from "../../fakes/random.ts";
import { valueOf } from "../../fakes/zod_values.ts";

/** Tries a property; the seed is fixed, so a failing try fails again. */
const TRIES = 200;

Deno.test("coerce() changes nothing that any action takes", () => {
  const pick = random(1);
  for (const { name, input } of ACTIONS) {
    for (let i = 0; i < TRIES; i++) {
      const args = valueOf(input, pick);
      // An absent optional and an empty one that is refused are the same.
      if (!input.safeParse(args).success) continue;
      assertEquals(coerce(input, args), args, name);
    }
  }
});

Deno.test("coerce() reads back every argument of every action from its JSON text", () => {
  const pick = random(2);
  for (const { name, input } of ACTIONS) {
    for (let i = 0; i < TRIES; i++) {
      const args = valueOf(input, pick);
      const written = input.safeParse(args).success ? writtenByHand(input, args) : args;
      assertEquals(coerce(input, written), args, name);
    }
  }
});

Deno.test("coerce() takes a string out of nothing that takes strings", () => {
  const pick = random(3);
  for (const { name, input } of ACTIONS) {
    for (const [key, member] of Object.entries(input.shape)) {
      for (let i = 0; i < TRIES; i++) {
        const value = valueOf(member, pick);
        if (typeof value !== "string" || !z.safeParse(member, value).success) continue;
        assertEquals(coerce(input, { [key]: value }), { [key]: value }, `${name}.${key}`);
      }
    }
  }
});

/** The arguments with each member that is no string, and whose schema takes none, as a text. */
function writtenByHand(schema: z.ZodObject, args: unknown): unknown {
  return Object.fromEntries(
    Object.entries(args as Record<string, unknown>).map(([key, value]) => {
      const member = schema.shape[key];
      const text = JSON.stringify(value);
      const kept = typeof value === "string" || member === undefined ||
        z.safeParse(member, text).success;
      return [key, kept ? value : text];
    }),
  );
}

const text = z.string();
const count = z.int().min(1).max(5);
const flag = z.boolean();
const cases: [string, z.ZodType, unknown, unknown][] = [
  ["a number", count, "3", 3],
  ["a number with spaces", count, " 3 ", 3],
  ["a number of another base", count, "0x3", "0x3"],
  ["true", flag, "true", true],
  ["false", flag, "false", false],
  ["a word", flag, "yes", "yes"],
  ["null where it may be", count.nullable(), "null", null],
  ["a text of digits", text, "3", "3"],
  ["a choice of digits", z.enum(["1", "2"]), "1", "1"],
  ["digits beside a string", z.union([text, count]), "3", "3"],
  ["digits beside a choice", z.union([z.enum(["all"]), count]), "3", 3],
  ["a choice beside a number", z.union([z.enum(["all"]), count]), "all", "all"],
  ["anything", z.unknown(), "3", "3"],
  ["a list", z.array(count), '["1", 2]', [1, 2]],
  ["a list's members", z.array(flag), ["true", false], [true, false]],
  ["an object", z.strictObject({ count }), '{"count": "1"}', { count: 1 }],
  ["a record's members", z.record(text, count), { a: "1" }, { a: 1 }],
  ["a text in quotes", z.array(count), '"[1]"', '"[1]"'],
  ["a cut JSON text", z.array(count), "[1", "[1"],
  ["a union's member", z.union([flag, z.strictObject({ count })]), { count: "2" }, { count: 2 }],
  ["a selector", selector, '{"role": "button", "name": "3"}', { role: "button", name: "3" }],
  ["a selector with every member", selector, { css: "#a", text: "", ref: "" }, { css: "#a" }],
  ["a selector of none", selector, { css: "", text: "" }, { css: "", text: "" }],
  ["two selectors in one", selector, { css: "a", text: "b" }, { css: "a", text: "b" }],
];
for (const [what, schema, value, wanted] of cases) {
  Deno.test(`coerce() reads ${what}: ${JSON.stringify(value)}`, () => {
    assertEquals(coerce(schema, value), wanted);
  });
}

Deno.test("coerce() takes an empty text for an absent optional, where none may be empty", () => {
  const schema = z.strictObject({
    count: count.exactOptional(),
    url: text.min(1).optional(),
    inner: z.strictObject({ flag: flag.exactOptional() }),
    note: text.exactOptional(),
    any: z.unknown().optional(),
    must: flag,
  });
  const args = { count: "", url: "", inner: { flag: "" }, note: "", any: "", must: "", more: "" };
  assertEquals(coerce(schema, args), { inner: {}, note: "", any: "", must: "", more: "" });
});

Deno.test("coerce() makes a text of a number where any text will do, and no id of one", () => {
  const shape = z.strictObject({ text: z.string().max(9), id: z.string().regex(/^\d\.\d+$/) });
  assertEquals(coerce(shape, { text: 5, id: 1.1 }), { text: "5", id: 1.1 });
  assertEquals(coerce(shape, { text: false }), { text: "false" });
  const either = z.union([z.string(), z.boolean()]);
  assertEquals([coerce(either, true), coerce(either, "true")], [true, "true"]);
});

Deno.test("coerce() leaves what it is given as it is", () => {
  const args = { list: ["1"], count: "" };
  const before = structuredClone(args);
  coerce(z.strictObject({ list: z.array(count), count: count.optional() }), args);
  assertEquals(args, before);
});

Deno.test("coerce() takes no member of every object for one of the schema's", () => {
  const args = JSON.parse('{"__proto__": "1", "constructor": "2"}');
  assertEquals(coerce(z.strictObject({ count }), args), args);
});
