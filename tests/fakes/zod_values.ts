/**
 * Values that a schema takes, of every kind the rows are made of, for tests that hold for all of them.
 *
 * @module
 */
import * as z from "zod";
import type { random } from "./random.ts";

/** Texts that could be taken for something else. */
const TEXTS = ["", "3", "true", "null", "{}", '["a"]', '"a"', "a b", "-0.5e3", "é\n"] as const;

/**
 * A value that `schema` takes.
 *
 * @throws {TypeError} the schema is of a kind that no row has had so far
 */
export function valueOf(schema: z.core.$ZodType, pick: ReturnType<typeof random>): unknown {
  if (schema instanceof z.ZodNullable) return pick(3) === 0 ? null : valueOf(schema.unwrap(), pick);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional) {
    return valueOf(schema.unwrap(), pick);
  }
  if (schema instanceof z.ZodDefault) return valueOf(schema.unwrap(), pick);
  if (schema instanceof z.ZodUnion) return valueOf(oneOf(schema.options, pick), pick);
  if (schema instanceof z.ZodEnum) return oneOf(schema.options, pick);
  if (schema instanceof z.ZodLiteral) return oneOf([...schema.values], pick);
  if (schema instanceof z.ZodBoolean) return pick(2) === 0;
  if (schema instanceof z.ZodNumber) return number(schema, pick);
  if (schema instanceof z.ZodString) return text(schema, pick);
  if (schema instanceof z.ZodArray) {
    return Array.from({ length: 1 + pick(2) }, () => valueOf(schema.element, pick));
  }
  if (schema instanceof z.ZodRecord) return { key: valueOf(schema.valueType, pick) };
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(
      Object.entries(schema.shape)
        .filter(([, member]) => member._zod.optin !== "optional" || pick(2) === 0)
        .map(([key, member]) => [key, valueOf(member, pick)]),
    );
  }
  if (schema instanceof z.ZodUnknown) return oneOf([...TEXTS, 3, null, { a: "3" }], pick);
  throw new TypeError(`no value is known for a schema of type ${schema._zod.def.type}`);
}

function number({ minValue, maxValue, isInt }: z.ZodNumber, pick: (below: number) => number) {
  const low = Math.max(minValue ?? -1000, -1000);
  const value = low + pick(Math.min(maxValue ?? 1000, 1000) - low + 1);
  return isInt ? Math.ceil(value) : value;
}

function text(schema: z.ZodString, pick: (below: number) => number): string {
  const taken = TEXTS.filter((text) => schema.safeParse(text).success);
  // What matches a pattern is asked of the pattern's author: none of the rows has one that takes none of these.
  return taken.length === 0 ? "a".repeat(schema.minLength ?? 1) : oneOf(taken, pick);
}

function oneOf<T>(values: readonly T[], pick: (below: number) => number): T {
  const value = values[pick(values.length)];
  if (value === undefined) throw new TypeError("there is nothing to pick from");
  return value;
}
