/**
 * The tools, resources and prompts that the official conformance suite calls by name. They exist in
 * tests only, mounted where pagetap's own MCP surface is, so that the suite exercises the listener, the
 * door and the handler under them.
 *
 * @module
 */
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  fromJsonSchema,
  type GetPromptResult,
  inputRequired,
  inputResponse,
  type JsonSchemaType,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Log } from "../../http/log.ts";
import { type Mcp, mountMcp } from "../../http/mcp/handler.ts";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const nothing = z.object({});
const state = createRequestStateCodec<{ round: number }>({ key: "k".repeat(32) });

/** Mounts the fixture. */
export function conformanceFixture(log: Log): Mcp {
  return mountMcp(() => {
    const server = new McpServer({ name: "conformance-fixture", version: "1" }, {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
        completions: {},
        logging: {},
      },
      requestState: { verify: state.verify },
    });
    addContent(server);
    addProcess(server);
    addInput(server);
    addResources(server);
    addPrompts(server);
    return server;
  }, log);
}

function text(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

function addContent(server: McpServer): void {
  const contents: Record<string, CallToolResult["content"]> = {
    test_simple_text: [{ type: "text", text: "This is a simple text response for testing." }],
    test_image_content: [{ type: "image", data: PIXEL, mimeType: "image/png" }],
    test_audio_content: [{ type: "audio", data: SILENCE, mimeType: "audio/wav" }],
    test_embedded_resource: [
      {
        type: "resource",
        resource: { uri: "test://embedded-resource", mimeType: "text/plain", text: "Embedded." },
      },
    ],
    test_multiple_content_types: [
      { type: "text", text: "Multiple content types test:" },
      { type: "image", data: PIXEL, mimeType: "image/png" },
      {
        type: "resource",
        resource: { uri: "test://mixed", mimeType: "application/json", text: '{"test":"data"}' },
      },
    ],
  };
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: name, inputSchema: nothing }, () => ({ content }));
  }
  server.registerTool(
    "json_schema_2020_12_tool",
    { description: "Draft 2020-12", inputSchema: fromJsonSchema(SCHEMA_2020_12) },
    () => text("ok"),
  );
}

const SCHEMA_2020_12: JsonSchemaType = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

/** `x-mcp-header` is MCP's own keyword, which the SDK's type of a schema does not have. */
const MIRRORED = {
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": "Region" } },
} as JsonSchemaType;

function addProcess(server: McpServer): void {
  const tool = (
    name: string,
    run: (ctx: ServerContext) => CallToolResult | Promise<CallToolResult>,
  ) =>
    server.registerTool(
      name,
      { description: name, inputSchema: nothing },
      (_args, ctx) => run(ctx),
    );
  tool("test_error_handling", () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  tool("test_tool_with_progress", async (ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    if (progressToken === undefined) return text("done");
    for (const progress of [0, 50, 100]) {
      const params = { progressToken, progress, total: 100 };
      await ctx.mcpReq.notify({ method: "notifications/progress", params });
    }
    return text("done");
  });
  for (const name of ["test_tool_with_logging", "test_logging_tool"]) {
    tool(name, async (ctx) => {
      for (const step of ["started", "processing", "completed"]) await ctx.mcpReq.log("info", step);
      return text("done");
    });
  }
  server.registerTool("test_x_mcp_header", {
    description: "A parameter that is mirrored in a header",
    inputSchema: fromJsonSchema(MIRRORED),
  }, () => text("done"));
}

const ask = (message: string, member: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: "object",
      properties: { [member]: { type: "string" } },
      required: [member],
    },
  });
const sample = (text: string) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 50,
  });

function addInput(server: McpServer): void {
  const tool = (
    name: string,
    run: (
      ctx: ServerContext,
    ) =>
      | CallToolResult
      | ReturnType<typeof inputRequired>
      | Promise<
        CallToolResult | ReturnType<typeof inputRequired>
      >,
  ) =>
    server.registerTool(
      name,
      { description: name, inputSchema: nothing },
      (_args, ctx) => run(ctx),
    );
  const has = (ctx: ServerContext, key: string) =>
    inputResponse(ctx.mcpReq.inputResponses, key).kind !== "missing";

  tool(
    "test_missing_capability",
    (ctx) =>
      has(ctx, "answer")
        ? text("done")
        : inputRequired({ inputRequests: { answer: sample("Hi") } }),
  );
  tool(
    "test_streaming_elicitation",
    (ctx) =>
      has(ctx, "name")
        ? text("done")
        : inputRequired({ inputRequests: { name: ask("Your name?", "name") } }),
  );
  tool("test_input_required_result_elicitation", (ctx) => {
    const answer = acceptedContent<{ name: string }>(ctx.mcpReq.inputResponses, "user_name");
    return typeof answer?.name === "string"
      ? text(`Hello, ${answer.name}!`)
      : inputRequired({ inputRequests: { user_name: ask("What is your name?", "name") } });
  });
  tool(
    "test_input_required_result_sampling",
    (ctx) =>
      has(ctx, "capital_question") ? text("Paris") : inputRequired({
        inputRequests: { capital_question: sample("What is the capital of France?") },
      }),
  );
  tool(
    "test_input_required_result_list_roots",
    (ctx) =>
      has(ctx, "client_roots")
        ? text(JSON.stringify(ctx.mcpReq.inputResponses))
        : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } }),
  );
  for (
    const name of [
      "test_input_required_result_request_state",
      "test_input_required_result_tampered_state",
    ]
  ) {
    tool(name, async (ctx) =>
      has(ctx, "confirm") ? text("state-ok") : inputRequired({
        inputRequests: { confirm: ask("Please confirm", "ok") },
        requestState: await state.mint({ round: 1 }),
      }));
  }
  tool(
    "test_input_required_result_multiple_inputs",
    async (ctx) =>
      has(ctx, "user_name") && has(ctx, "greeting") && has(ctx, "client_roots")
        ? text("done")
        : inputRequired({
          inputRequests: {
            user_name: ask("What is your name?", "name"),
            greeting: sample("Generate a greeting"),
            client_roots: inputRequired.listRoots(),
          },
          requestState: await state.mint({ round: 1 }),
        }),
  );
  tool("test_input_required_result_multi_round", async (ctx) => {
    if (has(ctx, "step2")) return text("done");
    const round = has(ctx, "step1") ? 2 : 1;
    return inputRequired({
      inputRequests: round === 1
        ? { step1: ask("Step 1: What is your name?", "name") }
        : { step2: ask("Step 2: What is your favorite color?", "color") },
      requestState: await state.mint({ round }),
    });
  });
  tool("test_input_required_result_capabilities", (ctx) => {
    if (has(ctx, "greeting") || has(ctx, "name")) return text("done");
    const envelope: Readonly<Record<string, unknown>> = { ...ctx.mcpReq.envelope };
    const can = z.looseObject({}).parse(envelope[CLIENT_CAPABILITIES_META_KEY] ?? {});
    return inputRequired({
      inputRequests: {
        ...can?.sampling !== undefined ? { greeting: sample("Hi") } : {},
        ...can?.elicitation !== undefined ? { name: ask("Your name?", "name") } : {},
      },
    });
  });
}

function addResources(server: McpServer): void {
  const cacheHint = { ttlMs: 0, cacheScope: "private" } as const;
  const texts = { "static-text": "This is the content of the static text resource." };
  for (const [name, text] of Object.entries({ ...texts, "watched-resource": "Watched." })) {
    const uri = `test://${name}`;
    server.registerResource(name, uri, { description: name, cacheHint }, () => ({
      contents: [{ uri, mimeType: "text/plain", text }],
    }));
  }
  const uri = "test://static-binary";
  server.registerResource("static-binary", uri, { description: "A pixel", cacheHint }, () => ({
    contents: [{ uri, mimeType: "image/png", blob: PIXEL }],
  }));
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { description: "A template", cacheHint },
    ({ href }, { id }) => ({
      contents: [{ uri: href, mimeType: "application/json", text: JSON.stringify({ id }) }],
    }),
  );
}

function addPrompts(server: McpServer): void {
  const said = (text: string): GetPromptResult => ({
    messages: [{ role: "user", content: { type: "text", text } }],
  });
  server.registerPrompt(
    "test_simple_prompt",
    { description: "A simple prompt" },
    () => said("This is a simple prompt for testing."),
  );
  server.registerPrompt("test_prompt_with_arguments", {
    description: "A prompt with arguments",
    argsSchema: z.object({ arg1: z.string(), arg2: z.string() }),
  }, ({ arg1, arg2 }) => said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`));
  server.registerPrompt("test_prompt_with_embedded_resource", {
    description: "A prompt with a resource",
    argsSchema: z.object({ resourceUri: z.string() }),
  }, ({ resourceUri }) => ({
    messages: [{
      role: "user",
      content: {
        type: "resource",
        resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded." },
      },
    }],
  }));
  server.registerPrompt(
    "test_prompt_with_image",
    { description: "A prompt with an image" },
    () => ({
      messages: [{ role: "user", content: { type: "image", data: PIXEL, mimeType: "image/png" } }],
    }),
  );
  server.registerPrompt(
    "test_input_required_result_prompt",
    { description: "A prompt that asks", argsSchema: z.object({}) },
    (_args, ctx) =>
      inputResponse(ctx.mcpReq.inputResponses, "user_context").kind === "missing"
        ? inputRequired({
          inputRequests: { user_context: ask("What context should the prompt use?", "context") },
        })
        : said("done"),
  );
  server.server.setRequestHandler("completion/complete", () => ({
    completion: { values: ["paris", "park"], total: 2, hasMore: false },
  }));
}
