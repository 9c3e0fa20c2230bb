import { assertEquals } from "@std/assert";
import * as z from "zod";
import { jsonSchema } from "../../../http/schema/json_schema.ts";
import { PUBLISHED_SELECTOR, selector } from "../../../http/schema/selector.ts";

Deno.test("jsonSchema() publishes a selector flat, optional or not", () => {
  const { properties } = jsonSchema(
    z.strictObject({ a: selector, b: selector.exactOptional() }),
    "input",
  );
  assertEquals(properties, { a: PUBLISHED_SELECTOR, b: PUBLISHED_SELECTOR });
});

Deno.test("jsonSchema() publishes a key for each way to name an element", () => {
  for (const way of Object.keys(PUBLISHED_SELECTOR.properties)) {
    const found = selector.safeParse(way === "name" ? { role: "a", name: "b" } : { [way]: "a" });
    assertEquals(found.success, true, way);
  }
});

Deno.test("jsonSchema() leaves out what says nothing", () => {
  const schema = z.looseObject({
    text: z.string().min(1).max(9),
    long: z.string().max(1_000),
    seconds: z.number().min(0.1).max(600),
    percent: z.int().min(2).max(100),
    list: z.array(z.string().max(5)).max(10),
    inner: z.strictObject({ flag: z.boolean() }),
    any: z.looseObject({}),
    title: z.string().nullable(),
  });
  assertEquals(jsonSchema(schema, "output"), {
    type: "object",
    properties: {
      text: { type: "string", maxLength: 9 },
      long: { type: "string" },
      seconds: { type: "number" },
      percent: { type: "integer", minimum: 2, maximum: 100 },
      list: { type: "array", items: { type: "string", maxLength: 5 } },
      inner: { type: "object", properties: { flag: { type: "boolean" } }, required: ["flag"] },
      any: { type: "object" },
      title: { type: ["string", "null"] },
    },
    required: ["text", "long", "seconds", "percent", "list", "inner", "any", "title"],
  });
});

Deno.test("jsonSchema() keeps a union that says more than its types", () => {
  const { properties } = jsonSchema(
    z.strictObject({ capture: z.union([z.boolean(), z.strictObject({ ttl: z.number() })]) }),
    "input",
  );
  assertEquals(Object.keys((properties as { capture: object }).capture), ["anyOf"]);
});
