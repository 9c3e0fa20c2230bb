/**
 * The JSON surface as an OpenAPI 3.1 document, made from the table of actions.
 *
 * @module
 */
import { eTag, ifNoneMatch, STATUS_CODE } from "@std/http";
import type { Action } from "./action.ts";
import { ACTIONS } from "./actions/table.ts";
import {
  EVERY_STATUS,
  json,
  type Operation,
  type Paths,
  published,
  STATUSES,
  WORKSPACE,
} from "./openapi/operation.ts";
import { OTHER_PATHS } from "./openapi/other_paths.ts";
import { type JsonSchema, openApiSchema, SELECTOR_SCHEMA } from "./schema/json_schema.ts";

/** What {@linkcode openApiDocument} says of this server. */
export interface OpenApiOptions {
  /** The version of pagetap. */
  readonly version: string;
  /** Whether callers must present a token. */
  readonly secured: boolean;
}

/**
 * The paths of the surface with what each takes and gives. What a caller must be allowed is `x-scope`; what besides,
 * by the argument that asks for it (`a`, or `a[].b` in any member of a list), is `x-scope-with`.
 */
export function openApiDocument({ version, secured }: OpenApiOptions): JsonSchema {
  const paths: Paths = {
    ...Object.fromEntries(ACTIONS.map((action) => [action.path, { post: operationOf(action) }])),
    ...OTHER_PATHS,
  };
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
    tags: ["actions", "reading", "files", "server"].map((name) => ({ name })),
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, each]) => [method, published(each, secured)]),
        ),
      ]),
    ),
    components: COMPONENTS,
  };
}

function operationOf(action: Action): Operation {
  const { name, title, description, scope, scopesWith, input } = action;
  return {
    scope,
    ...(scopesWith && { "x-scope-with": scopesWith }),
    refusals: EVERY_STATUS,
    operationId: name,
    tags: ["actions"],
    summary: title,
    description,
    parameters: [WORKSPACE],
    // Also where no argument is: without a body a client says no Content-Type, which is refused.
    requestBody: { required: true, content: json(openApiSchema(input, "input")) },
    answer: { description: "What the action answers", content: json(resultOf(action)) },
  };
}

/** What the JSON surface answers, where a picture or a document is a member and no block of its own. */
function resultOf({ output, blob }: Action): JsonSchema {
  const schema = openApiSchema(output, "output");
  if (blob === undefined) return schema;
  const data = { type: "string", contentEncoding: "base64" };
  return { ...schema, properties: { ...schema.properties as JsonSchema, [blob.data]: data } };
}

const COMPONENTS: JsonSchema = {
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
  responses: Object.fromEntries(EVERY_STATUS.map((status) => [status, {
    description: STATUSES[status],
    content: json({ $ref: "#/components/schemas/Error" }),
  }])),
  securitySchemes: { token: { type: "http", scheme: "bearer" } },
};

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
