/**
 * Reads what people and models write by hand where the schema takes no text: `"3"` for a number, `"false"`
 * for a boolean, a JSON text for an object or an array, `""` for what is left out; and a number or a boolean
 * where any text will do. Where a string may stand, a string stays; what cannot be read so is left as it
 * came, for the schema to refuse.
 *
 * @module
 */
import * as z from "zod";
import { isRecord } from "./record.ts";

/** `value` as `schema` takes it, as far as it can be read so; never changed in place. */
export function coerce(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = unwrapped(schema);
  // Of what must look like an id a number has lost digits: 1.10 is 1.1.
  const anyText = inner instanceof z.ZodString && inner.format === null;
  if (anyText && (typeof value === "number" || typeof value === "boolean")) return String(value);
  if (typeof value !== "string") return coerceMembers(inner, value);
  if (takesText(inner, value)) return value;
  const read = readJson(value);
  // A text in quotes within a text is still a text.
  return typeof read === "string" ? value : coerceMembers(inner, read);
}

function coerceMembers(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodUnion) return coerceOption(schema, value);
  if (schema instanceof z.ZodArray) {
    return Array.isArray(value) ? value.map((member) => coerce(schema.element, member)) : value;
  }
  if (!isRecord(value)) return value;
  if (schema instanceof z.ZodObject) return coerceObject(schema, value);
  if (schema instanceof z.ZodRecord) {
    return mapped(value, (_key, member) => coerce(schema.valueType, member));
  }
  return value;
}

function coerceObject(schema: z.ZodObject, value: Record<string, unknown>): unknown {
  const present = Object.entries(value).filter(([key, member]) => {
    const wanted = memberOf(schema, key);
    return member !== "" || wanted === undefined || !isOptional(wanted) || takesText(wanted, "");
  });
  return mapped(Object.fromEntries(present), (key, member) => {
    const wanted = memberOf(schema, key);
    return wanted === undefined ? member : coerce(wanted, member);
  });
}

/** What the first option takes that takes it. */
function coerceOption(union: z.ZodUnion, value: unknown): unknown {
  if (z.safeParse(union, value).success) return value;
  const members = new Set(
    union.options.flatMap((option) =>
      option instanceof z.ZodObject ? Object.keys(option.shape) : []
    ),
  );
  for (const option of union.options) {
    // An empty member of another option is one left out: `{css: "#a", text: ""}` is `{css: "#a"}`.
    const own = option instanceof z.ZodObject && isRecord(value)
      ? Object.fromEntries(
        Object.entries(value).filter(([key, member]) =>
          member !== "" || memberOf(option, key) !== undefined || !members.has(key)
        ),
      )
      : value;
    const coerced = coerce(option, own);
    if (z.safeParse(option, coerced).success) return coerced;
  }
  return value;
}

/** Whether the string `text` may stand where `schema` is; of what is not known here it may. */
function takesText(schema: z.core.$ZodType, text: string): boolean {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion) {
    return inner.options.some((option) => takesText(option, text));
  }
  if (text === "" || inner instanceof z.ZodEnum || inner instanceof z.ZodLiteral) {
    return z.safeParse(inner, text).success;
  }
  return ![z.ZodNumber, z.ZodBoolean, z.ZodNull, z.ZodObject, z.ZodRecord, z.ZodArray]
    .some((kind) => inner instanceof kind);
}

/** The schema without what only says that it may be absent or null. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const wraps = schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return wraps ? unwrapped(schema.unwrap()) : schema;
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.optin === "optional";
}

/** The schema of a member; none for a name that every object inherits. */
function memberOf({ shape }: z.ZodObject, key: string): z.core.$ZodType | undefined {
  return Object.hasOwn(shape, key) ? shape[key] : undefined;
}

function mapped(
  value: Record<string, unknown>,
  change: (key: string, member: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, change(key, member)]),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
