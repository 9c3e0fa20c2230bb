/**
 * The JSON surface as an OpenAPI 3.1 document, made from the table of actions.
 *
 * @module
 */
import { eTag, ifNoneMatch, STATUS_CODE } from "@std/http";
import type { Action } from "./action.ts";
import { ACTIONS } from "./actions/table.ts";
import type { Scope } from "./door/access.ts";
import { type JsonSchema, openApiSchema, SELECTOR_SCHEMA } from "./schema/json_schema.ts";

/** What {@linkcode openApiDocument} says of this server. */
export interface OpenApiOptions {
  /** The version of pagetap. */
  readonly version: string;
  /** Whether callers must present a token. */
  readonly secured: boolean;
}

/** What each status means (the sentence in `error` says the rest). */
const STATUSES = {
  400:
    "The request is wrong: an argument, a target that is not there, covered or not unique, a URL that cannot be reached",
  401: "No token, or a wrong one",
  403: "A host, an origin, a scope or an address that is not allowed",
  404: "No session is open, or nothing has this id or URI",
  409: "A dialog is open",
  413: "The body is too large",
  415: "The body is not sent as JSON",
  429: "Too many calls wait",
  431: "The URL and the headers are too long",
  500: "A fault that pagetap does not understand",
  503: "The driver or the Grid failed, or no browser is free",
  504: "A wait passed its timeout",
} as const;

type Status = keyof typeof STATUSES;

/** One operation before it is published. */
interface Operation extends JsonSchema {
  /** What a caller must be allowed; any: whoever has a token; null: whoever asks. */
  readonly scope: Scope | "any" | null;
  /** The refusals it can come to. */
  readonly statuses: readonly Status[];
  /** What it answers when it went well. */
  readonly answer: JsonSchema;
}

const EVERY: readonly Status[] = Object.keys(STATUSES).map(Number) as Status[];
const READING: readonly Status[] = EVERY.filter((status) => ![409, 413, 415].includes(status));

/** The paths of the surface with what each takes and gives; what a caller must be allowed is `x-scope`. */
export function openApiDocument({ version, secured }: OpenApiOptions): JsonSchema {
  const security = (scope: Scope | "any" | null) =>
    scope === null || !secured ? [] : [{ token: scope === "any" ? [] : [scope] }];
  const operation = (
    { scope, statuses, answer, ...rest }: Operation,
  ) => ({
    ...rest,
    ...(scope !== null && scope !== "any" && { "x-scope": scope }),
    security: security(scope),
    responses: {
      200: answer,
      ...Object.fromEntries(
        statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  });
  const json = (schema: JsonSchema) => ({ "application/json": { schema } });
  const act = (action: Action) => ({
    post: operation({
      scope: action.scope,
      statuses: EVERY,
      operationId: action.name,
      tags: ["actions"],
      summary: action.title,
      description: action.description,
      parameters: [{ $ref: "#/components/parameters/Workspace" }],
      requestBody: {
        required: Object.values(action.input.shape).some(({ _zod }) => _zod.optin !== "optional"),
        content: json(openApiSchema(action.input, "input")),
      },
      answer: { description: "What the action answers", content: json(resultOf(action)) },
    }),
  });
  return {
    openapi: "3.1.1",
    info: {
      title: "pagetap",
      version,
      summary: "Drives a real browser and says what each call caused in the page",
      description:
        "Every action is also an MCP tool of the same name and arguments, at POST /mcp. An error is one sentence: what failed, on what, what was found, what to do next.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: [{ name: "actions" }, { name: "reading" }, { name: "server" }],
    paths: {
      ...Object.fromEntries(ACTIONS.map((action) => [action.path, act(action)])),
      "/resources": {
        get: operation({
          scope: "observe",
          statuses: READING,
          operationId: "get_resource",
          tags: ["reading"],
          summary: "Read by URI",
          description: "Reads a workspace:// or skill:// URI, as the action read does.",
          parameters: [{ $ref: "#/components/parameters/Workspace" }, {
            name: "uri",
            in: "query",
            required: true,
            schema: { type: "string", minLength: 1, maxLength: 8_192 },
            example: "workspace://console?level=error",
          }],
          answer: { description: "What is there", content: json({ type: "object" }) },
        }),
      },
      "/metrics": {
        get: operation({
          scope: "admin",
          statuses: READING,
          operationId: "get_metrics",
          tags: ["server"],
          summary: "Figures for Prometheus",
          answer: {
            description: "Prometheus' text format",
            content: { "text/plain": { schema: { type: "string" } } },
          },
        }),
      },
      "/openapi.json": {
        get: operation({
          scope: "any",
          statuses: READING,
          operationId: "get_openapi",
          tags: ["server"],
          summary: "This document",
          answer: { description: "OpenAPI 3.1", content: json({ type: "object" }) },
        }),
      },
      "/health": {
        get: operation({
          scope: null,
          statuses: [403, 431],
          operationId: "get_health",
          tags: ["server"],
          summary: "Whether the server is up",
          answer: { description: "It is", content: json(HEALTH) },
        }),
      },
    },
    components: {
      schemas: {
        Selector: SELECTOR_SCHEMA,
        Error: {
          type: "object",
          properties: {
            error: { type: "string", description: "One sentence" },
            status: { type: "integer" },
          },
          required: ["error", "status"],
        },
      },
      parameters: {
        Workspace: {
          name: "workspace",
          in: "query",
          description:
            "The workspace; `default` when a server on loopback is not told. The header X-Workspace may be sent instead, not besides.",
          schema: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$" },
        },
      },
      responses: Object.fromEntries(EVERY.map((status) => [status, {
        description: STATUSES[status],
        content: json({ $ref: "#/components/schemas/Error" }),
      }])),
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  };
}

const HEALTH = {
  type: "object",
  properties: {
    ok: { const: true },
    version: { type: "string" },
    uptime_s: { type: "integer", minimum: 0 },
    browsers: { type: "integer", minimum: 0 },
    workspaces: { type: "integer", minimum: 0 },
  },
  required: ["ok"],
} as const;

/** What the JSON surface answers, where a picture or a document is a member and no block of its own. */
function resultOf({ output, blob }: Action): JsonSchema {
  const schema = openApiSchema(output, "output");
  if (blob === undefined) return schema;
  const data = { type: "string", contentEncoding: "base64" };
  return { ...schema, properties: { ...schema.properties as JsonSchema, [blob.data]: data } };
}

/** Answers requests for the document, which is made when it is first asked for; who has it already gets 304. */
export function serveOpenApi(options: OpenApiOptions): (request: Request) => Promise<Response> {
  let made: Promise<{ body: string; etag: string }> | null = null;
  async function make(): Promise<{ body: string; etag: string }> {
    const body = JSON.stringify(openApiDocument(options));
    return { body, etag: await eTag(body) };
  }
  return async ({ headers }) => {
    const { body, etag } = await (made ??= make());
    const told = { etag, "cache-control": "private, no-cache" };
    if (!ifNoneMatch(headers.get("if-none-match"), etag)) {
      return new Response(null, { status: STATUS_CODE.NotModified, headers: told });
    }
    return new Response(body, { headers: { ...told, "content-type": "application/json" } });
  };
}
