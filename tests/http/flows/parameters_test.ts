import { assertEquals, assertThrows } from "@std/assert";
import { ActionError } from "../../../actors/action_error.ts";
import { parametersOf } from "../../../http/flows/parameters.ts";

const SCHEMA = {
  type: "object",
  properties: {
    user: { type: "string", minLength: 2 },
    count: { type: "integer", default: 3 },
    how: { enum: ["fast", "slow"] },
  },
  required: ["user"],
};

function refusal(run: () => unknown): string {
  const error = assertThrows(run, ActionError);
  return `${error.status} ${error.message}`;
}

Deno.test("Parameters.fill() applies defaults and changes nothing it is given", () => {
  const given = { user: "ann" };
  assertEquals(parametersOf(SCHEMA).fill("run", given), { user: "ann", count: 3 });
  assertEquals(given, { user: "ann" });
});

for (
  const [what, given, says] of [
    ["one that is missing", {}, '400 run: the parameter "user" is required'],
    ["one of another type", { user: 1 }, '400 run: "user" must be string'],
    [
      "one that is too short",
      { user: "a" },
      '400 run: "user" must NOT have fewer than 2 characters',
    ],
    [
      "one that is none of its values",
      { user: "ann", how: "no" },
      '400 run: "how" must be one of fast, slow',
    ],
    [
      "an unknown one",
      { user: "ann", x: 1 },
      '400 run: "x" is no parameter; there are user, count, how',
    ],
    [
      "too much",
      { user: "x".repeat(65_537) },
      "413 run: the parameters have over 65536 characters",
    ],
  ] as const
) {
  Deno.test(`Parameters.fill() refuses ${what}`, () => {
    assertEquals(refusal(() => parametersOf(SCHEMA).fill("run", given)), says);
  });
}

Deno.test("parametersOf() takes a flow without parameters, which takes none", () => {
  const none = parametersOf();
  assertEquals([...none.names], []);
  assertEquals(none.fill("run", {}), {});
  assertEquals(
    refusal(() => none.fill("run", { a: 1 })),
    '400 run: "a" is no parameter; there are none',
  );
});

Deno.test("parametersOf() gives a sample of each type", () => {
  const { samples } = parametersOf(SCHEMA);
  assertEquals(samples, { user: "x", count: 3, how: "fast" });
});

for (
  const [what, schema] of [
    ["a pattern, which can take for ever", {
      properties: { a: { type: "string", pattern: "(a+)+$" } },
    }],
    ["a reference", { properties: { a: { $ref: "https://example.com/x" } } }],
    ["what answers later", { $async: true, properties: {} }],
    ["what takes the square of its time", { properties: { a: { uniqueItems: true } } }],
    ["a list of parameters", { properties: [] }],
    ["more schemas than can be checked soon", many(300)],
    ["schemas that are nested without end", nested(300)],
    ["another type than object", { type: "array" }],
    ["an unknown type", { properties: { a: { type: "strin" } } }],
    ["an unknown keyword", { properties: { a: { typ: "string" } } }],
  ] as const
) {
  Deno.test(`parametersOf() refuses ${what}`, () => {
    assertEquals(
      /^400 save_flow: "parameters" is no JSON Schema that a flow may have: /.test(
        refusal(() => parametersOf(schema)),
      ),
      true,
    );
  });
}

Deno.test("parametersOf() takes parameters that are called as keywords are", () => {
  const schema = {
    properties: { pattern: { type: "string", default: "*" }, format: { type: "string" } },
  };
  assertEquals(parametersOf(schema).fill("run", {}), { pattern: "*" });
});

/** As many schemas beside each other. */
function many(count: number): Record<string, unknown> {
  return {
    properties: { a: { anyOf: Array.from({ length: count }, () => ({ type: "string" })) } },
  };
}

/** As many schemas, each in the one before. */
function nested(depth: number): Record<string, unknown> {
  let schema: Record<string, unknown> = { type: "string" };
  for (let i = 0; i < depth; i++) schema = { items: schema };
  return { properties: { a: schema } };
}
