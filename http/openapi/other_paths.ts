/**
 * The paths of the OpenAPI document that are no actions.
 *
 * @module
 */
import { file } from "../schema/file.ts";
import { openApiSchema } from "../schema/json_schema.ts";
import { json, type Paths, READING, WORKSPACE } from "./operation.ts";

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

const FILE_PARAMETERS = [WORKSPACE, {
  name: "name",
  in: "path",
  required: true,
  schema: { type: "string", minLength: 1 },
}] as const;

/** What is read, what a workspace's files are fetched and brought by, and the server itself. */
export const OTHER_PATHS: Paths = {
  "/resources": {
    get: {
      scope: "observe",
      refusals: READING,
      operationId: "get_resource",
      tags: ["reading"],
      summary: "Read by URI",
      description: "Reads what the action read does; secret://secrets needs the scope secrets too.",
      parameters: [WORKSPACE, {
        name: "uri",
        in: "query",
        required: true,
        schema: { type: "string", minLength: 1, maxLength: 8_192 },
        example: "workspace://console?level=error",
      }],
      answer: { description: "What is there", content: json({ type: "object" }) },
    },
  },
  "/files/{name}": {
    get: {
      scope: "observe",
      refusals: READING,
      operationId: "get_file",
      tags: ["files"],
      summary: "Fetch a file",
      description:
        "A link, as results have it, needs no token: it is signed, and lives five minutes.",
      parameters: FILE_PARAMETERS,
      answer: { description: "Its bytes, as an attachment", content: { "*/*": {} } },
    },
    put: {
      scope: "interact",
      refusals: [...READING, 413],
      operationId: "put_file",
      tags: ["files"],
      summary: "Bring a file",
      parameters: FILE_PARAMETERS,
      requestBody: { required: true, content: { "*/*": {} } },
      status: 201,
      answer: { description: "How it is kept", content: json(openApiSchema(file, "output")) },
    },
    delete: {
      scope: "interact",
      refusals: READING,
      operationId: "delete_file",
      tags: ["files"],
      summary: "Remove a file",
      parameters: FILE_PARAMETERS,
      answer: {
        description: "It is gone",
        content: json({
          type: "object",
          properties: { removed: { type: "string" } },
          required: ["removed"],
        }),
      },
    },
  },
  "/metrics": {
    get: {
      scope: "admin",
      refusals: READING,
      operationId: "get_metrics",
      tags: ["server"],
      summary: "Figures for Prometheus",
      answer: {
        description: "Prometheus' text format",
        content: { "text/plain": { schema: { type: "string" } } },
      },
    },
  },
  "/openapi.json": {
    get: {
      scope: "any",
      refusals: READING,
      operationId: "get_openapi",
      tags: ["server"],
      summary: "This document",
      answer: { description: "OpenAPI 3.1", content: json({ type: "object" }) },
    },
  },
  "/health": {
    get: {
      scope: null,
      refusals: [403, 408, 431],
      operationId: "get_health",
      tags: ["server"],
      summary: "Whether the server is up",
      answer: {
        description: "It is; how much goes on is told where no tokens are asked for",
        content: json(HEALTH),
      },
    },
  },
};
