/**
 * The parameters of a flow: a JSON Schema, its defaults, and whether what is given fits it.
 *
 * @module
 */
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { ActionError } from "../../actors/action_error.ts";

/** Characters that the parameters of one run may have, as JSON. */
const MAX_GIVEN = 262_144;
/** A pattern can take a regular expression for ever; the others reach out of the schema. */
const REFUSED = ["pattern", "patternProperties", "format", "$ref", "$dynamicRef", "$schema", "$id"];

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
  const refused = REFUSED.find((keyword) => hasKeyword(schema, keyword));
  if (refused !== undefined) throw bad(`${refused} is not taken`);
  const { type = "object", properties = {} } = schema;
  if (type !== "object" || !isRecord(properties)) {
    throw bad('it must be of type "object", with properties');
  }
  const ajv = new Ajv2020({ useDefaults: true, strictSchema: true, strictTypes: false });
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
      if (validate(filled)) return filled;
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
    throw bad(error instanceof Error ? error.message.slice(0, 200) : "it cannot be read");
  }
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

function hasKeyword(schema: unknown, keyword: string, isSchema = true): boolean {
  if (Array.isArray(schema)) return schema.some((each) => hasKeyword(each, keyword));
  if (!isRecord(schema)) return false;
  // The members of `properties` are names of parameters, not keywords.
  if (isSchema && Object.hasOwn(schema, keyword)) return true;
  return Object.entries(schema).some(([name, each]) =>
    name !== "default" && name !== "enum" && name !== "const" && name !== "examples" &&
    hasKeyword(each, keyword, !(isSchema && name === "properties"))
  );
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
