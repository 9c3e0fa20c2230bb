import { assertEquals } from "@std/assert";
import * as z from "zod";
import { allowed, WORDS } from "../../../http/schema/allowed.ts";
import { unwrapped } from "../../../http/schema/coerce.ts";
import { ACTIONS } from "../../../http/actions/table.ts";

Deno.test("allowed() says in words what every argument of every action may be", () => {
  for (const { name, input } of ACTIONS) {
    for (const [argument, schema] of Object.entries(input.shape)) {
      if (unwrapped(schema) instanceof z.ZodUnknown) continue;
      // One that may be taken back says so.
      const words = allowed(schema).replace(/ or null$/, "");
      assertEquals(
        /undefined|null|NaN|Infinity|any JSON|matches/.test(words),
        false,
        `${name}.${argument}`,
      );
    }
  }
});

Deno.test("allowed() has words for what it does not know", () => {
  assertEquals(allowed(z.unknown()), "any JSON value");
});

Deno.test("allowed() says what kinds there are", () => {
  assertEquals(allowed(z.record(z.string(), z.number())), "a JSON object");
  assertEquals(allowed(z.string().regex(/^a+$/)), "a string that matches ^a+$");
  const spelt = z.string().regex(/^a+$/).register(WORDS, { words: "one a or more" });
  assertEquals(allowed(spelt.nullable().optional()), "one a or more or null");
  assertEquals(allowed(z.array(z.string())), "an array");
  assertEquals(allowed(z.array(z.string()).min(1).max(5)), "an array of 1 to 5 members");
  assertEquals(
    allowed(z.union([z.literal("all"), z.int().min(1).max(5)])),
    '"all" or an integer from 1 to 5',
  );
  assertEquals(allowed(z.number()), "a number");
  assertEquals(allowed(z.int().min(0)), "an integer of at least 0");
  assertEquals(allowed(z.number().max(9)), "a number of at most 9");
  assertEquals(allowed(z.boolean().nullable()), "true or false or null");
});
