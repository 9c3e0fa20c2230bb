/**
 * Says in words what a schema allows, so that a refusal names it.
 *
 * @module
 */
import * as z from "zod";

/** Says of a schema what may be given for it, where its bounds say that badly: `a tab's id such as t2`. */
export const WORDS: z.core.$ZodRegistry<{ readonly words: string }> = z.registry();

/** What may be given for `schema`: `one of none, interactive, load`, `an integer from 0 to 5000`. */
export function allowed(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional) {
    return allowed(schema.unwrap());
  }
  const words = WORDS.get(schema)?.words;
  if (words !== undefined) return words;
  if (schema instanceof z.ZodNullable) return `${allowed(schema.unwrap())} or null`;
  if (schema instanceof z.ZodLiteral) {
    return [...schema.values].map((value) => JSON.stringify(value)).join(" or ");
  }
  if (schema instanceof z.ZodEnum) return `one of ${schema.options.join(", ")}`;
  if (schema instanceof z.ZodBoolean) return "true or false";
  if (schema instanceof z.ZodNumber) return number(schema);
  if (schema instanceof z.ZodString) return string(schema);
  if (schema instanceof z.ZodArray) return array(schema);
  if (schema instanceof z.ZodRecord) return "a JSON object";
  if (schema instanceof z.ZodObject) return object(schema);
  if (schema instanceof z.ZodUnion) return union(schema);
  return "any JSON value";
}

function number(schema: z.ZodNumber): string {
  const kind = schema.isInt ? "an integer" : "a number";
  const min = bound(schema.minValue);
  const max = bound(schema.maxValue);
  if (min !== null && max !== null) return `${kind} from ${min} to ${max}`;
  if (min !== null) return `${kind} of at least ${min}`;
  return max === null ? kind : `${kind} of at most ${max}`;
}

/** A bound that was set; those of what a JSON number can be are none. */
function bound(value: number | null): number | null {
  return value === null || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? null : value;
}

function string(schema: z.ZodString): string {
  const { minLength, maxLength } = schema;
  const { pattern } = z.toJSONSchema(schema);
  if (pattern !== undefined) return `a string that matches ${pattern}`;
  if (maxLength === null) return "a string";
  return minLength === null
    ? `a string of at most ${maxLength} characters`
    : `a string of ${minLength} to ${maxLength} characters`;
}

function array(schema: z.ZodArray): string {
  const { minItems, maxItems } = z.toJSONSchema(schema);
  if (maxItems === undefined) return "an array";
  return minItems === undefined
    ? `an array of at most ${maxItems} members`
    : `an array of ${minItems} to ${maxItems} members`;
}

/** `{css}`; a member is described only where its name does not say it. */
function object(schema: z.ZodObject): string {
  const members = Object.entries(schema.shape).map(([key, member]) =>
    member instanceof z.ZodNumber ? `${key}: ${allowed(member)}` : key
  );
  return `{${members.join(", ")}}`;
}

function union(schema: z.ZodUnion): string {
  const options = schema.options.map(allowed);
  if (options.every((option) => option.startsWith("{"))) {
    return `exactly one of ${options.join(", ")}`;
  }
  return options.join(" or ");
}
