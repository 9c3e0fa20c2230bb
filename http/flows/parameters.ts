/**
 * The parameters of a flow: a JSON Schema, its defaults, and whether what is given fits it.
 *
 * @module
 */
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { ActionError } from "../../actors/action_error.ts";

/** Characters that the parameters of one run may have, as JSON. */
const MAX_GIVEN = 65_536;
/** Schemas within the one schema at most. */
const MAX_SCHEMAS = 200;

/**
 * The keywords that are taken: checking them takes time in proportion to what is checked. Left out are those
 * that may take far longer (`pattern`, `uniqueItems`), reach elsewhere (`$ref`), or answer later (`$async`).
 */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...["type", "enum", "const", "default", "title", "description", "examples"],
  ...["properties", "required", "additionalProperties", "minProperties", "maxProperties"],
  ...["items", "minItems", "maxItems", "minLength", "maxLength", "anyOf", "oneOf"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
]);

/** A flow's parameters. */
export interface Parameters {
  /** Their names. */
  readonly names: ReadonlySet<string>;
  /** A value for each, of its type, to check steps with. */
  readonly samples: Readonly<Record<string, unknown>>;
  /**
   * What a run goes by: `given` with defaults.
   *
   * @param what opens the refusal, such as `run_flow "sign-in"`
   * @throws {ActionError} 400 it does not fit, naming the parameter; 413 it is too large
   */
  fill(what: string, given: Record<string, unknown>): Record<string, unknown>;
}

/**
 * Reads a schema.
 *
 * @throws {ActionError} 400 it is no JSON Schema of an object, or has what is not taken
 */
export function parametersOf(schema: Record<string, unknown> = {}): Parameters {
  const schemas = schemasIn(schema);
  if (schemas.length > MAX_SCHEMAS) throw bad(`it holds over ${MAX_SCHEMAS} schemas`);
  const unknown = schemas.flatMap(Object.keys).find((keyword) => !KEYWORDS.has(keyword));
  if (unknown !== undefined) {
    throw bad(`${JSON.stringify(unknown)} is not taken; taken are ${[...KEYWORDS].join(", ")}`);
  }
  const { type = "object", properties = {} } = schema;
  if (type !== "object" || !isRecord(properties)) {
    throw bad('it must be of type "object", with properties');
  }
  const ajv = new Ajv2020({ useDefaults: true, strictTypes: false, logger: false });
  const validate = compiled(ajv, { additionalProperties: false, ...schema, type });
  return {
    names: new Set(Object.keys(properties)),
    samples: Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, sample(each)]),
    ),
    fill(what, given) {
      if (JSON.stringify(given).length > MAX_GIVEN) {
        throw new ActionError(413, `${what}: the parameters have over ${MAX_GIVEN} characters`);
      }
      const filled = structuredClone(given);
      if (validate(filled) === true) return filled;
      throw new ActionError(
        400,
        `${what}: ${words(validate.errors?.[0], Object.keys(properties))}`,
      );
    },
  };
}

function compiled(ajv: Ajv2020, schema: Record<string, unknown>) {
  try {
    return ajv.compile(schema);
  } catch (error) {
    throw bad(notCompiled(error));
  }
}

/** What a compiler's error says of the first thing that is wrong, in words of ours. */
function notCompiled(error: unknown): string {
  const text = error instanceof Error ? error.message : "";
  const keyword = /unknown keyword: "([^"]{1,60})"/.exec(text)?.[1];
  if (keyword !== undefined) return `${keyword} is no keyword of it`;
  const path = /^schema is invalid: data\/?(.{0,100}?) must/.exec(text)?.[1];
  if (path === undefined) return "its keywords do not fit together";
  const place = path.replaceAll("/", ".");
  return place.endsWith(".type")
    ? `${place} is no JSON type such as string`
    : `${place} is not as JSON Schema has it`;
}

function bad(why: string): ActionError {
  return new ActionError(
    400,
    `save_flow: "parameters" is no JSON Schema that a flow may have: ${why}`,
  );
}

/** What is wrong, in words of ours. */
function words(error: ErrorObject | undefined, known: readonly string[]): string {
  const { instancePath = "", keyword, params = {}, message = "does not fit" } = error ?? {};
  const name = instancePath.slice(1).replaceAll("/", ".");
  const list = known.length === 0 ? "there are none" : `there are ${known.join(", ")}`;
  if (keyword === "required") return `the parameter "${params.missingProperty}" is required`;
  if (keyword === "additionalProperties") {
    return `"${params.additionalProperty}" is no parameter; ${list}`;
  }
  if (keyword === "enum") return `"${name}" must be one of ${params.allowedValues.join(", ")}`;
  return name === "" ? message : `"${name}" ${message}`;
}

/** The schema with all schemas in it; stops soon after there are too many. */
function schemasIn(schema: Record<string, unknown>): Record<string, unknown>[] {
  const found = [schema];
  // It grows while it is walked.
  for (const each of found) {
    if (found.length > MAX_SCHEMAS) break;
    const { properties, items, additionalProperties, anyOf, oneOf } = each;
    const inner = [
      ...isRecord(properties) ? Object.values(properties) : [],
      ...[anyOf, oneOf].filter(Array.isArray).flat(),
      ...[items, additionalProperties],
    ];
    found.push(...inner.filter(isRecord));
  }
  return found;
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  string: "x",
  number: 1,
  integer: 1,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

function sample(schema: unknown): unknown {
  if (!isRecord(schema)) return "x";
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [type] = Array.isArray(schema.type) ? schema.type : [schema.type];
  return SAMPLES[String(type)] ?? "x";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
