/**
 * What the operations of the OpenAPI document have in common: who may, and what refusals mean.
 *
 * @module
 */
import type { Scope } from "../door/access.ts";
import type { JsonSchema } from "../schema/json_schema.ts";

/** What each refusal means; the sentence in `error` says the rest. */
export const STATUSES = {
  400:
    "The request is wrong: an argument, a target that is not there, covered or not unique, a URL that cannot be reached",
  401: "No token, or a wrong one",
  403: "A host, an origin, a scope or an address that is not allowed",
  404: "No session is open, or nothing has this id, name or URI",
  408: "The headers or the body came in too slowly",
  409: "A dialog is open",
  413: "Too large",
  415: "The body is not sent as JSON",
  429: "Too many calls",
  431: "The URL and the headers are too long",
  500: "A fault that pagetap does not understand",
  503: "The driver or the Grid failed, or no browser is free",
  504: "A wait passed its timeout",
} as const;

/** One of {@linkcode STATUSES}. */
export type Status = keyof typeof STATUSES;

/** All of them, as a call may come to each. */
export const EVERY_STATUS: readonly Status[] = Object.keys(STATUSES).map(Number) as Status[];

/** Those that what has no body and waits for nothing can come to. */
export const READING: readonly Status[] = EVERY_STATUS.filter((status) =>
  ![409, 413, 415].includes(status)
);

/** One operation before it is published; what is not named here is published as it is. */
export interface Operation extends JsonSchema {
  /** What a caller must be allowed; any: whoever has a token; null: whoever asks. */
  readonly scope: Scope | "any" | null;
  /** The refusals it can come to. */
  readonly refusals: readonly Status[];
  /** What it answers when it went well. */
  readonly answer: JsonSchema;
  /** The status of that; 200 unless said. */
  readonly status?: 200 | 201;
}

/** Paths, with their operations by method in lower case. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** The operation as OpenAPI has it. */
export function published(
  { scope, refusals, answer, status = 200, ...rest }: Operation,
  secured: boolean,
): JsonSchema {
  const named = scope !== null && scope !== "any";
  return {
    ...rest,
    ...(named && { "x-scope": scope }),
    security: scope === null || !secured ? [] : [{ token: named ? [scope] : [] }],
    responses: {
      [status]: answer,
      ...Object.fromEntries(
        refusals.map((refusal) => [refusal, { $ref: `#/components/responses/${refusal}` }]),
      ),
    },
  };
}

/** The content of a request or a response that is JSON. */
export function json(schema: JsonSchema): JsonSchema {
  return { "application/json": { schema } };
}

/** The parameter that names the workspace. */
export const WORKSPACE = { $ref: "#/components/parameters/Workspace" } as const;
