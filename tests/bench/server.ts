/**
 * The bundle as its user runs it, and an MCP client of it.
 *
 * @module
 */
import { assert } from "@std/assert";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Child } from "../e2e/child.ts";
import type { BrowserName } from "../e2e/harness.ts";

const root = new URL("../../", import.meta.url);

/** A data folder of its own: the developer's may be in use. */
const DATA = Deno.makeTempDirSync({ prefix: "pagetap-bench-" });
globalThis.addEventListener("unload", () => Deno.removeSync(DATA, { recursive: true }));

/** What starts it. */
export const BUNDLE: readonly string[] = [
  ...["run", "-A", new URL("dist/pagetap.js", root).pathname],
  ...["--data-dir", DATA],
];

/** A workspace of a running server. */
export interface Workspace extends AsyncDisposable {
  /** One call over MCP, which must succeed. */
  call(name: string, args?: Record<string, unknown>): Promise<unknown>;
}

/** A server that runs. */
export interface Server extends AsyncDisposable {
  readonly address: string;
  readonly pid: number;
  /** A session on a page, and an MCP client of the current revision that keeps its connection. */
  open(browser: BrowserName, url: string): Promise<Workspace>;
}

/** Starts the bundle on a free port. */
export async function startServer(): Promise<Server> {
  const child = await Child.start({
    command: Deno.execPath(),
    args: [...BUNDLE, "--port", "0"],
    env: { RATE_LIMIT: "0" },
    cwd: root.pathname,
    ready: /address=(http:\/\/[\d.:]+)/,
  });
  const address = child.match[1] ?? "";
  return {
    address,
    pid: child.pid,
    open: (browser, url) => open(address, browser, url),
    [Symbol.asyncDispose]: async () => void await child.stop(),
  };
}

async function open(address: string, browser: BrowserName, url: string): Promise<Workspace> {
  const client = new Client({ name: "bench", version: "1" }, {
    versionNegotiation: { mode: "auto" },
  });
  const workspace = `bench-${browser}-${crypto.randomUUID().slice(0, 8)}`;
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp?workspace=${workspace}`)),
  );
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<unknown> => {
    const answer = await client.callTool({ name, arguments: args });
    assert(!answer.isError, JSON.stringify(answer.content));
    return answer.structuredContent;
  };
  await call("open_session", { browser, url, capture: true });
  return {
    call,
    [Symbol.asyncDispose]: async () => {
      await call("end_browser");
      await client.close();
    },
  };
}
