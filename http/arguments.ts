/**
 * Checks what a caller sent against a row of the table and refuses in one sentence.
 *
 * @module
 */
import * as z from "zod";
import { ActionError } from "../actors/action_error.ts";
import { allowed, WORDS } from "./schema/allowed.ts";
import { coerce, unwrapped } from "./schema/coerce.ts";
import { isRecord } from "./schema/record.ts";
import { selector } from "./schema/selector.ts";
import { looseSelector, textAsSelector } from "./schema/selector_hint.ts";

/** Characters of a bad value that a refusal repeats. */
const FOUND_MAX = 60;

/** A value within the arguments, and what may stand there. */
interface Place {
  /** As `fields[1].text`. */
  readonly name: string;
  readonly schema: z.core.$ZodType;
  /** What holds it. */
  readonly holder: unknown;
  readonly value: unknown;
}

/**
 * The arguments, typed; texts where none is taken are read as {@linkcode coerce} does.
 *
 * @param action the name the refusal opens with
 * @throws {ActionError} 400, naming the argument, what was found and what is allowed
 */
export function parseArguments<S extends z.ZodObject>(
  action: string,
  schema: S,
  raw: unknown,
): z.output<S> {
  const args = coerce(schema, raw);
  refuseProto(action, schema, args);
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new ActionError(400, `${action}: ${refusal(schema, args, parsed.error.issues)}`);
}

/** zod leaves a member of that name out of a record and says nothing. */
function refuseProto(action: string, schema: z.ZodObject, args: unknown): void {
  if (!isRecord(args)) return;
  for (const [name, member] of Object.entries(schema.shape)) {
    const value = args[name];
    if (!(unwrapped(member) instanceof z.ZodRecord) || !isRecord(value)) continue;
    if (!Object.hasOwn(value, "__proto__")) continue;
    throw new ActionError(
      400,
      `${action}: "${name}" must not have a member "__proto__": leave it out`,
    );
  }
}

function refusal(schema: z.ZodObject, args: unknown, issues: readonly z.core.$ZodIssue[]): string {
  if (!isRecord(args)) return `the arguments must be a JSON object; found ${found(args)}`;
  const known = Object.keys(schema.shape);
  // A misspelt argument is also a missing one; what was sent says more than what was not.
  const unknown = Object.keys(args).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    const meant = selectorBeside(schema, args);
    if (meant !== null) return `${found(unknown)} is not an argument; give ${meant}`;
    const near = known.filter((name) => name.split("_").includes(unknown));
    return `${found(unknown)} is not an argument; ${
      near.length === 0 ? "" : `${near.join(" or ")} may be meant; `
    }${known.length === 0 ? "there are none" : `known are ${known.join(", ")}`}${
      lacking(schema, args)
    }`;
  }
  const { name, schema: wanted, holder, value } = placeOf(schema, args, issues[0]?.path ?? []);
  const absent = isRecord(holder) && value === undefined;
  if (absent) {
    // A row's own `text` is no selector; a member beside a missing selector can be nothing else.
    const near = wanted === selector && holder !== args ? looseSelector(holder) : null;
    return `"${name}" is required: ${near === null ? allowed(wanted) : `give ${near}`}`;
  }
  const meant = unwrapped(wanted) === selector && typeof value === "string"
    ? textAsSelector(value)
    : selectorBeside(wanted, value);
  return `"${name}" must be ${allowed(wanted)}; found ${
    found(value, issues[0]?.code === "too_big")
  }${meant === null ? "" : `: give ${meant}`}`;
}

/** What a required argument is that is not there, of one whose name alone does not say it. */
function lacking({ shape }: z.ZodObject, args: Record<string, unknown>): string {
  const name = Object.keys(shape).find((each) =>
    args[each] === undefined && WORDS.has(shape[each]) &&
    !z.safeParse(shape[each], undefined).success
  );
  return name === undefined ? "" : `; "${name}" is required: ${allowed(shape[name])}`;
}

/** The argument `selector` of an object that has its members instead, in words; null for any other. */
function selectorBeside(schema: z.core.$ZodType, value: unknown): string | null {
  const inner = unwrapped(schema);
  const takes = inner instanceof z.ZodObject && inner.shape.selector !== undefined;
  if (!takes || !isRecord(value) || value.selector !== undefined) return null;
  // What is an argument by itself is meant as one.
  const others = Object.entries(value).filter(([name]) => inner.shape[name] === undefined);
  const meant = looseSelector(Object.fromEntries(others));
  return meant === null ? null : `"selector": ${meant}`;
}

/** Follows a path as far as there are words for what is there: into objects, arrays and records. */
function placeOf(schema: z.ZodObject, args: unknown, path: readonly PropertyKey[]): Place {
  let place: Place = { name: "", schema, holder: undefined, value: args };
  for (const step of path) {
    const within = memberSchema(unwrapped(place.schema), step);
    if (within === undefined) break;
    place = {
      name: typeof step === "number"
        ? `${place.name}[${step}]`
        : place.name + (place.name && ".") + String(step),
      schema: within,
      holder: place.value,
      value: (place.value as Record<PropertyKey, unknown>)[step],
    };
  }
  return place;
}

function memberSchema(schema: z.core.$ZodType, step: PropertyKey): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject) return schema.shape[String(step)];
  if (schema instanceof z.ZodArray) return schema.element;
  return schema instanceof z.ZodRecord ? schema.valueType : undefined;
}

/** A short look at a value; of one that is too long, its length. */
function found(value: unknown, tooBig = false): string {
  if (typeof value === "string" && tooBig) return `${value.length} characters`;
  if (Array.isArray(value) && tooBig) return `${value.length} members`;
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= FOUND_MAX ? text : `${text.slice(0, FOUND_MAX)}…`;
}
