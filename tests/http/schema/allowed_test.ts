import { assertEquals } from "@std/assert";
import * as z from "zod";
import { allowed } from "../../../http/schema/allowed.ts";
import { unwrapped } from "../../../http/schema/coerce.ts";
import { ACTIONS } from "../../../http/actions/table.ts";

Deno.test("allowed() says in words what every argument of every action may be", () => {
  for (const { name, input } of ACTIONS) {
    for (const [argument, schema] of Object.entries(input.shape)) {
      if (unwrapped(schema) instanceof z.ZodUnknown) continue;
      const words = allowed(schema);
      assertEquals(
        /undefined|null|NaN|Infinity|any JSON/.test(words),
        false,
        `${name}.${argument}`,
      );
    }
  }
});

Deno.test("allowed() has words for what it does not know", () => {
  assertEquals(allowed(z.unknown()), "any JSON value");
});
