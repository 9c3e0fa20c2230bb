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
} from "@modelcontextprotocol/server";
import type { Action } from "../action.ts";
import { ACTIONS } from "../actions/table.ts";
import { MAX_BODY_BYTES } from "../body.ts";
import type { Calls } from "../calls.ts";
import { refusalOf } from "../failure.ts";
import type { Scope } from "../door/access.ts";
import type { Identity } from "../door/identity.ts";
import type { Log } from "../log.ts";
import { scopesToRead } from "../read_uri.ts";
import { isSkillUri, type SkillContents } from "../skill/skill.ts";
import { complete } from "./completions.ts";
import { drawsViews, VIEW_URI, viewContents } from "./apps.ts";
import { toolError, toolResult } from "./content.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { RESOURCE_TEMPLATES, RESOURCES } from "./resources.ts";
import { RunningCalls } from "./running_calls.ts";
import { type ToolSet, toolSetOf, toolsOf } from "./tools.ts";

/** What {@linkcode createMcp} needs. */
export interface McpOptions {
  /** What runs actions, and reads. */
  readonly calls: Calls;
  /** The document that a client draws results with. */
  readonly view: string;
  /** What the server says it is. */
  readonly version: string;
  /** Where faults are logged. */
  readonly log: Log;
}

/** The MCP surface. */
export interface Mcp {
  /**
   * Serves one request, by a caller already let in.
   *
   * @throws {HttpError} 400 when its URL asks for a list of tools there is not
   */
  handle(request: Request, identity: Identity): Promise<Response>;
  /** Aborts what still runs. */
  close(): Promise<void>;
}

const BY_NAME: ReadonlyMap<string, Action> = new Map(
  ACTIONS.map((action) => [action.name, action]),
);

/** Milliseconds a list may be kept: it changes with the version and the token's rights only. */
const LIST_TTL_MS = 300_000;

/** Makes the MCP surface. */
export function createMcp(options: McpOptions): Mcp {
  const running = new RunningCalls();
  return mountMcp((caller) => build(options, caller, running), options.log);
}

/** Who sent a request. */
export interface McpCaller extends Identity {
  /** The session of a 2025 client; null for one that has none. */
  readonly session: string | null;
  /** The tools it is told of. */
  readonly tools: ToolSet;
}

const SESSION = "mcp-session-id";
/** Begins the session of a 2025 client that renders MCP Apps: it says so only when it connects. */
const DRAWS = "ui-";

/** One request on its way to the server that is made for it. */
interface Asked {
  readonly caller: Omit<McpCaller, "session">;
  served?: McpServer;
}

/**
 * Serves, over HTTP, a server made anew for each request.
 *
 * @param make makes the server of one caller's request
 */
export function mountMcp(make: (caller: McpCaller) => McpServer, log: Log): Mcp {
  const handler = createMcpHandler(({ authInfo, requestInfo }) => {
    const asked = authInfo?.extra?.asked as Asked | undefined;
    if (asked === undefined) throw new Error("an MCP request reached its server unidentified");
    const session = requestInfo?.headers.get(SESSION) ?? null;
    asked.served = make({ ...asked.caller, session });
    return asked.served;
  }, {
    // A plain answer unless there is progress to tell: the listener sees a caller leave either way.
    responseMode: "auto",
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: (error) => log.debug("mcp request refused", { error: error.name }),
  });
  return {
    async handle(request, identity) {
      const asked: Asked = { caller: { ...identity, tools: toolSetOf(new URL(request.url)) } };
      const response = await handler.fetch(request, {
        authInfo: { token: "", clientId: "", scopes: [], extra: { asked } },
      });
      // Only the first request of a 2025 client has neither.
      const connects = !request.headers.has(SESSION) &&
        !request.headers.has("mcp-protocol-version");
      if (connects && response.ok) {
        const draws = drawsViews(asked.served?.server.getClientCapabilities());
        response.headers.set(SESSION, `${draws ? DRAWS : ""}${crypto.randomUUID()}`);
      }
      return response;
    },
    close: () => handler.close(),
  };
}

function build(
  { calls, version, view, log }: McpOptions,
  { workspace, access, link, session, tools }: McpCaller,
  running: RunningCalls,
): McpServer {
  // Without tokens the lists are the same for everyone.
  const cacheScope = access.name === null ? "public" : "private";
  const list = { ttlMs: LIST_TTL_MS, cacheScope } as const;
  const mcp = new McpServer({ name: "pagetap", title: "pagetap", version }, {
    // Said outright: the SDK takes an absent `listChanged` for true, and none of the lists ever changes.
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false },
      completions: {},
    },
    instructions: INSTRUCTIONS,
    cacheHints: {
      // It depends on what the client can draw, which no cache in between knows.
      "tools/list": { ...list, cacheScope: "private" },
      "resources/list": list,
      "resources/templates/list": list,
    },
  });
  // The handlers are set one by one instead of through `registerTool`: that one would build the lists
  // anew for every request, and answer a wrong argument with its own words before ours are asked.
  const { server } = mcp;
  // A model is told of what its token may do, and no more: it would only try.
  const mayUse = (scope: Scope | undefined): boolean =>
    scope !== undefined && access.scopes.has(scope);
  const mayRead = (uri: string): boolean => scopesToRead(uri).every(mayUse);
  server.setRequestHandler("tools/list", () => {
    const draws = session?.startsWith(DRAWS) || drawsViews(server.getClientCapabilities());
    return { tools: toolsOf(tools, draws).filter(({ name }) => mayUse(BY_NAME.get(name)?.scope)) };
  });
  server.setRequestHandler("resources/list", () => ({
    resources: RESOURCES.filter(({ uri }) => mayRead(uri)),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: RESOURCE_TEMPLATES.filter(({ uriTemplate }) => mayRead(uriTemplate)),
  }));
  server.setRequestHandler("tools/call", async ({ params }, ctx): Promise<CallToolResult> => {
    const action = BY_NAME.get(params.name);
    if (action === undefined) {
      calls.unknown("mcp");
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool of that name; there are ${[...BY_NAME.keys()].join(", ")}`,
      );
    }
    const { id, signal } = ctx.mcpReq;
    const key = session === null ? null : { workspace, session, id };
    try {
      const result = await running.run(
        key,
        signal,
        (signal) =>
          calls.run(action, params.arguments ?? {}, {
            workspace,
            access,
            link,
            surface: "mcp",
            signal,
            progress: progressOf(ctx),
          }),
      );
      return toolResult(action, result);
    } catch (error) {
      return toolError(refusalOf(error, { what: action.name, signal, log }).message);
    }
  });
  server.setNotificationHandler("notifications/cancelled", ({ params }) => {
    const { requestId: id } = params;
    if (session !== null && id !== undefined) running.cancel({ workspace, session, id });
  });
  server.setRequestHandler(
    "resources/read",
    async ({ params }, ctx): Promise<ReadResourceResult> => {
      const { uri } = params;
      try {
        if (uri === VIEW_URI) return viewContents(view);
        const read = await calls.read(uri, { workspace, access, link });
        if (isSkillUri(uri)) return { contents: [read as SkillContents] };
        return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(read) }] };
      } catch (error) {
        const failed = { what: "reading a resource", signal: ctx.mcpReq.signal, log };
        const { status, message } = refusalOf(error, failed);
        if (status === 404) throw new ResourceNotFoundError(uri, message);
        throw protocolError(status, message, { uri, status });
      }
    },
  );
  server.setRequestHandler("completion/complete", async ({ params }, ctx) => {
    try {
      return await complete(params, (uri) => calls.read(uri, { workspace, access, link }));
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      const failed = { what: "completing an argument", signal: ctx.mcpReq.signal, log };
      const { status, message } = refusalOf(error, failed);
      throw protocolError(status, message, { status });
    }
  });
  return mcp;
}

/** What a client is told when what it asked for is refused and no tool's result can say so. */
function protocolError(status: number, message: string, data: object): ProtocolError {
  const { InvalidParams, InternalError } = ProtocolErrorCode;
  return new ProtocolError(status < 500 ? InvalidParams : InternalError, message, data);
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
