/**
 * MCP over HTTP: the table as tools, the service's URIs as resources, to the 2026-07-28 revision and
 * to the 2025 ones alike. Every request is served by an instance of its own; state lives behind the
 * service.
 *
 * @module
 */
import {
  type CallToolResult,
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import type { Service } from "../../actors/service.ts";
import type { Action } from "../action.ts";
import { ACTIONS } from "../actions/table.ts";
import { MAX_BODY_BYTES } from "../body.ts";
import { refusalOf } from "../failure.ts";
import type { Log } from "../log.ts";
import { jsonSchema } from "../schema/json_schema.ts";
import { toolError, toolResult } from "./content.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { RESOURCE_TEMPLATES, RESOURCES } from "./resources.ts";

/** What {@linkcode createMcp} needs. */
export interface McpOptions {
  readonly service: Service;
  readonly version: string;
  readonly log: Log;
}

/** The MCP surface. */
export interface Mcp {
  /** Serves one request, by a caller already let in. */
  handle(request: Request, workspace: string): Promise<Response>;
  /** Aborts what still runs. */
  close(): Promise<void>;
}

/** Built once: instances are made per request, and schemas are dear. */
const TOOLS: Tool[] = ACTIONS.map((action) => ({
  name: action.name,
  title: action.title,
  description: action.description,
  inputSchema: jsonSchema(action.input, "input"),
  outputSchema: jsonSchema(action.output, "output"),
  annotations: action.annotations,
}));

const BY_NAME: ReadonlyMap<string, Action> = new Map(
  ACTIONS.map((action) => [action.name, action]),
);

/** The lists are the same for everyone and change with the version only. */
const LIST_CACHE = { ttlMs: 300_000, cacheScope: "public" } as const;

/** Makes the MCP surface. */
export function createMcp(options: McpOptions): Mcp {
  return mountMcp((workspace) => build(options, workspace), options.log);
}

/**
 * Serves, over HTTP, a server made anew for each request.
 *
 * @param make makes the server of one caller's request
 */
export function mountMcp(make: (workspace: string) => McpServer, log: Log): Mcp {
  const handler = createMcpHandler(({ authInfo }) => {
    const workspace = authInfo?.extra?.workspace;
    if (typeof workspace !== "string") {
      throw new Error("an MCP request reached its server unidentified");
    }
    return make(workspace);
  }, {
    // A plain answer unless there is progress to tell: the listener sees a caller leave either way.
    responseMode: "auto",
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: (error) => log.debug("mcp request refused", { error: error.name }),
  });
  return {
    handle: (request, workspace) =>
      handler.fetch(request, {
        authInfo: { token: "", clientId: "", scopes: [], extra: { workspace } },
      }),
    close: () => handler.close(),
  };
}

function build({ service, version, log }: McpOptions, workspace: string): McpServer {
  const mcp = new McpServer({ name: "pagetap", title: "pagetap", version }, {
    // Said outright: the SDK takes an absent `listChanged` for true, and none of the lists ever changes.
    capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
    instructions: INSTRUCTIONS,
    cacheHints: {
      "tools/list": LIST_CACHE,
      "resources/list": LIST_CACHE,
      "resources/templates/list": LIST_CACHE,
    },
  });
  // The handlers are set one by one instead of through `registerTool`: that one would build the lists
  // anew for every request, and answer a wrong argument with its own words before ours are asked.
  const { server } = mcp;
  server.setRequestHandler("tools/list", () => ({ tools: TOOLS }));
  server.setRequestHandler("resources/list", () => ({ resources: RESOURCES }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: RESOURCE_TEMPLATES,
  }));
  server.setRequestHandler("tools/call", async ({ params }, ctx): Promise<CallToolResult> => {
    const action = BY_NAME.get(params.name);
    if (action === undefined) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool of that name; there are ${[...BY_NAME.keys()].join(", ")}`,
      );
    }
    try {
      const result = await action.run(service, workspace, params.arguments ?? {}, {
        signal: ctx.mcpReq.signal,
        progress: progressOf(ctx),
      });
      return toolResult(action, result);
    } catch (error) {
      return toolError(refusalOf(error, action.name, log).message);
    }
  });
  server.setRequestHandler("resources/read", async ({ params }): Promise<ReadResourceResult> => {
    const { uri } = params;
    try {
      const text = JSON.stringify(await service.read(workspace, uri));
      return { contents: [{ uri, mimeType: "application/json", text }] };
    } catch (error) {
      const { status, message } = refusalOf(error, "reading a resource", log);
      if (status === 404) throw new ResourceNotFoundError(uri, message);
      const code = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
      throw new ProtocolError(code, message, { uri, status });
    }
  });
  return mcp;
}

/** Tells a caller that asked for it how a call is getting on. */
function progressOf(ctx: ServerContext): (message: string) => void {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  return (message) => {
    const params = { progressToken, progress: ++progress, message };
    // A caller that left hears nothing; its call is cancelled by its signal, not here.
    ctx.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}
