/**
 * Every way in which a caller stops waiting for a call: it says so, it hangs up, or it is gone.
 *
 * @module
 */
import { assertMatch } from "@std/assert";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Child } from "./child.ts";

/** A call that somebody begins and does not wait for. */
export interface LongCall {
  /** Where the server listens. */
  readonly address: string;
  readonly workspace: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/** Begins a call; resolves with what stops waiting for it. */
export type Leaver = (call: LongCall) => Promise<() => Promise<void>>;

/** An MCP client of the SDK; it aborts its request, or says that it has cancelled, as its era has it. */
function sdkClient(era: "legacy" | "auto", leaves: "cancels" | "closes"): Leaver {
  return async ({ address, workspace, tool, args }) => {
    const client = new Client({ name: "leaver", version: "1" }, {
      ...(era === "auto" && { versionNegotiation: { mode: "auto" } }),
    });
    const url = new URL(`${address}/mcp?workspace=${workspace}`);
    // As of Deno 2.9.6 an abort is lost on a body that is being read when its Response has been collected.
    const answers: Response[] = [];
    const held: typeof fetch = async (...request) => {
      const answer = await fetch(...request);
      answers.push(answer);
      return answer;
    };
    await client.connect(new StreamableHTTPClientTransport(url, { fetch: held }));
    const abort = new AbortController();
    const answer = client.callTool({ name: tool, arguments: args }, {
      signal: abort.signal,
      timeout: 120_000,
      onprogress: () => {},
    }).then(() => "answered", () => "given up");
    return async () => {
      if (leaves === "cancels") abort.abort();
      else await client.close();
      assertMatch(await answer, /given up/);
      await client.close();
      answers.length = 0;
    };
  };
}

/** A request of a 2025 client as it stands on the wire; it is answered with an event stream at once. */
function streamRequest({ address, workspace, tool, args }: LongCall): string {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: tool, arguments: args },
  });
  return [
    `POST /mcp?workspace=${workspace} HTTP/1.1`,
    `host: ${new URL(address).host}`,
    "content-type: application/json",
    "accept: application/json, text/event-stream",
    "mcp-protocol-version: 2025-06-18",
    `content-length: ${new TextEncoder().encode(body).length}`,
    "",
    body,
  ].join("\r\n");
}

async function closesStream(call: LongCall): Promise<() => Promise<void>> {
  const { hostname, port } = new URL(call.address);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  await connection.write(new TextEncoder().encode(streamRequest(call)));
  const head = new Uint8Array(4096);
  const count = await connection.read(head) ?? 0;
  assertMatch(new TextDecoder().decode(head.subarray(0, count)), /200 OK[^]*text\/event-stream/);
  return () => Promise.resolve(connection.close());
}

const READS_STREAM = `
const [address, request] = Deno.args;
const { hostname, port } = new URL(address);
const connection = await Deno.connect({ hostname, port: Number(port) });
await connection.write(new TextEncoder().encode(request));
const chunk = new Uint8Array(4096);
for (;;) {
  const count = await connection.read(chunk);
  if (count === null) break;
  console.log(new TextDecoder().decode(chunk.subarray(0, count)));
}`;

async function isKilled(call: LongCall): Promise<() => Promise<void>> {
  const child = await Child.start({
    command: Deno.execPath(),
    args: ["eval", READS_STREAM, call.address, streamRequest(call)],
    ready: /text\/event-stream/,
  });
  return async () => void await child.stop("SIGKILL");
}

async function abortsFetch({ address, workspace, tool, args }: LongCall) {
  const abort = new AbortController();
  const answer = fetch(
    `${address}/browser/${tool.replaceAll("_", "-")}?workspace=${workspace}`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(args),
      signal: abort.signal,
    },
  ).then(() => "answered", () => "given up");
  return await Promise.resolve(async () => {
    abort.abort();
    assertMatch(await answer, /given up/);
  });
}

/** All of them. */
export const LEAVERS = {
  "a modern MCP client cancels": sdkClient("auto", "cancels"),
  "a modern MCP client closes": sdkClient("auto", "closes"),
  "a 2025 MCP client says it has cancelled": sdkClient("legacy", "cancels"),
  "a 2025 MCP client drops its connection": sdkClient("legacy", "closes"),
  "a client closes the socket of its event stream": closesStream,
  "a client of an event stream is killed": isKilled,
  "a JSON client aborts its fetch": abortsFetch,
} satisfies Record<string, Leaver>;
