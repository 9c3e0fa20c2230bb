/**
 * Checks what a caller sent against a row of the table and refuses in one sentence.
 *
 * @module
 */
import * as z from "zod";
import { ActionError } from "../actors/action_error.ts";
import { allowed } from "./schema/allowed.ts";

/** Characters of a bad value that a refusal repeats. */
const FOUND_MAX = 60;

/**
 * The arguments, typed; nothing of `raw` is changed or dropped.
 *
 * @param action the name the refusal opens with
 * @throws {ActionError} 400, naming the argument, what was found and what is allowed
 */
export function parseArguments<S extends z.ZodObject>(
  action: string,
  schema: S,
  raw: unknown,
): z.output<S> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new ActionError(400, `${action}: ${refusal(schema, raw, parsed.error.issues)}`);
}

function refusal(schema: z.ZodObject, raw: unknown, issues: readonly z.core.$ZodIssue[]): string {
  if (!isRecord(raw)) return `the arguments must be a JSON object; found ${found(raw)}`;
  const known = Object.keys(schema.shape);
  // A misspelt argument is also a missing one; what was sent says more than what was not.
  const unknown = Object.keys(raw).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    return `${found(unknown)} is not an argument; ${
      known.length === 0 ? "there are none" : `known are ${known.join(", ")}`
    }`;
  }
  const name = String(issues[0]?.path[0]);
  const member = schema.shape[name];
  const may = member === undefined ? "something else" : allowed(member);
  if (!Object.hasOwn(raw, name)) return `"${name}" is required: ${may}`;
  return `"${name}" must be ${may}; found ${found(raw[name], issues[0]?.code === "too_big")}`;
}

/** A short look at a value; of one that is too long, its length. */
function found(value: unknown, tooBig = false): string {
  if (typeof value === "string" && tooBig) return `${value.length} characters`;
  if (Array.isArray(value) && tooBig) return `${value.length} members`;
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= FOUND_MAX ? text : `${text.slice(0, FOUND_MAX)}…`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
