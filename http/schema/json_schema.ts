/**
 * From a zod schema to the JSON Schema that is published.
 *
 * @module
 */
import * as z from "zod";
import { PUBLISHED_SELECTOR, selector } from "./selector.ts";

/** A JSON Schema object of draft 2020-12, the dialect MCP takes when none is named. */
export type JsonSchema = Record<string, unknown>;

/**
 * The JSON Schema of an object, without what only costs a reader tokens.
 *
 * @param io whether it describes what is taken or what is given
 */
export function jsonSchema(schema: z.ZodObject, io: "input" | "output"): JsonSchema & {
  type: "object";
} {
  const { $schema: _dialect, ...published } = z.toJSONSchema(schema, {
    io,
    override({ zodSchema, jsonSchema }) {
      const schema: z.core.$ZodType = zodSchema;
      if (schema === selector) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
        Object.assign(jsonSchema, PUBLISHED_SELECTOR);
        return;
      }
      const types = simpleTypes(jsonSchema.anyOf);
      if (types !== null) {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, { type: types });
      }
      // That a text may not be empty goes without saying; the refusal says it when it must.
      if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
      // Absent means the same as `{}` for both.
      if (isEmptyObject(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
      if (isEmptyObject(jsonSchema.properties)) delete jsonSchema.properties;
    },
  });
  return { ...published, type: "object" };
}

/** The types of a union that says no more than they do: `string` or `null`. */
function simpleTypes(options: readonly unknown[] | undefined): unknown[] | null {
  const simple = options?.every((option) =>
    typeof option === "object" && option !== null && Object.keys(option).join() === "type"
  );
  return simple ? (options ?? []).map((option) => (option as { type: unknown }).type) : null;
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
