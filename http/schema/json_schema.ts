/**
 * From a zod schema to the JSON Schema that is published: for a model, which reads it with every
 * conversation, or for OpenAPI, exact.
 *
 * @module
 */
import * as z from "zod";
import { WORDS } from "./allowed.ts";
import { PUBLISHED_SELECTOR, selector } from "./selector.ts";

/** A JSON Schema object of draft 2020-12, the dialect of OpenAPI 3.1 and of MCP when none is named. */
export type JsonSchema = Record<string, unknown>;

/** Whether a schema describes what is taken or what is given. */
export type Io = "input" | "output";

/** The selector, exact; OpenAPI has it once. */
export const SELECTOR_SCHEMA: JsonSchema = withoutDialect(
  z.toJSONSchema(selector, { io: "input" }),
);

/**
 * The JSON Schema of an object, without what only costs a reader tokens.
 *
 * @param io whether it describes what is taken or what is given
 */
export function jsonSchema(schema: z.ZodObject, io: Io): JsonSchema & { type: "object" } {
  const published = withoutDialect(z.toJSONSchema(schema, {
    io,
    override({ zodSchema, jsonSchema }) {
      if (replaceSelector(zodSchema, jsonSchema, PUBLISHED_SELECTOR)) return;
      const types = simpleTypes(jsonSchema.anyOf);
      if (types !== null) {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, { type: types });
      }
      // These go without saying, and the refusal says them when it must: that a text or a list may not be empty, what it
      // looks like where there are words for it, bounds that nobody comes near, and that there are no members but those named.
      if (WORDS.has(zodSchema)) delete jsonSchema.pattern;
      if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
      if (Number(jsonSchema.maxLength) >= 64) delete jsonSchema.maxLength;
      delete jsonSchema.maxItems;
      if (jsonSchema.minItems === 1) delete jsonSchema.minItems;
      if (Number(jsonSchema.minimum) <= 1) delete jsonSchema.minimum;
      if (Number(jsonSchema.maximum) >= 500) delete jsonSchema.maximum;
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // Absent means the same as `{}` for both.
      if (isEmptyObject(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
      if (isEmptyObject(jsonSchema.properties)) delete jsonSchema.properties;
    },
  }));
  return { ...published, type: "object" };
}

/** The JSON Schema of an object as OpenAPI has it: every bound, and selectors by reference. */
export function openApiSchema(schema: z.ZodObject, io: Io): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, {
    io,
    override({ zodSchema, jsonSchema }) {
      replaceSelector(zodSchema, jsonSchema, { $ref: "#/components/schemas/Selector" });
    },
  }));
}

/** Puts `by` in the place of a selector's schema; answers whether it is one. */
function replaceSelector(
  schema: z.core.$ZodType,
  jsonSchema: z.core.JSONSchema.BaseSchema,
  by: object,
): boolean {
  if (schema !== selector) return false;
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, by);
  return true;
}

function withoutDialect({ $schema: _dialect, ...schema }: JsonSchema): JsonSchema {
  return schema;
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
