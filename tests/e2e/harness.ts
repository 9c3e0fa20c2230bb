/**
 * pagetap and the fixture site, each in a process of its own, and a client that speaks JSON to them.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { ConsoleList, Hint, NetworkList } from "../../capture/shapes.ts";
import { Child } from "./child.ts";

export const BROWSERS = ["chrome", "firefox"] as const;
export type BrowserName = typeof BROWSERS[number];

const root = new URL("../../", import.meta.url);

/** The members of a result that the tests look at. */
export interface Result {
  call?: number;
  url: string;
  title: string | null;
  page?: Hint;
  dialog?: { type: string; message: string; default?: string };
  notices?: string[];
  [own: string]: unknown;
}

/** A server that runs, and a client of it. */
export class Pagetap implements AsyncDisposable {
  readonly address: string;
  readonly #child: Child;
  readonly #ownDataDir: string | null;

  private constructor(child: Child, address: string, ownDataDir: string | null) {
    this.#child = child;
    this.#ownDataDir = ownDataDir;
    this.address = address;
  }

  /**
   * Starts one on a free port, with a data folder of its own unless one is named: by a flag, since the
   * variable would also say where setup's browsers are.
   */
  static async start(env: Record<string, string> = {}, dataDir?: string): Promise<Pagetap> {
    const ownDataDir = dataDir === undefined
      ? await Deno.makeTempDir({ prefix: "pagetap-data-" })
      : null;
    const child = await Child.start({
      command: Deno.execPath(),
      args: [
        ...["run", "-A", "main.ts", "--port", "0", "--log-level", "debug"],
        ...["--data-dir", dataDir ?? ownDataDir ?? ""],
      ],
      cwd: root.pathname,
      env,
      ready: /address[="]+:?"?(http:\/\/[\d.:]+)/,
    });
    return new Pagetap(child, child.match[1] ?? "", ownDataDir);
  }

  /** All it has logged. */
  get log(): string {
    return this.#child.output;
  }

  /** The server's process. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Sends its process a signal and waits for nothing. */
  signal(signal: Deno.Signal): void {
    this.#child.signal(signal);
  }

  /** Waits until its process has ended; resolves with the exit code. */
  ended(): Promise<number> {
    return this.#child.ended();
  }

  /** Ends it and removes a data folder of its own; resolves with the exit code. Safe twice. */
  async stop(signal?: Deno.Signal): Promise<number> {
    const code = await this.#child.stop(signal);
    if (this.#ownDataDir !== null) {
      await Deno.remove(this.#ownDataDir, { recursive: true }).catch(() => {});
    }
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** One action over JSON, whatever it answers. */
  async post(
    workspace: string,
    tool: string,
    args: unknown = {},
    signal?: AbortSignal,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(
      `${this.address}/browser/${tool.replaceAll("_", "-")}?workspace=${workspace}`,
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(args),
        ...(signal && { signal }),
      },
    );
    return { status: response.status, body: await response.json() };
  }

  /** One action that must succeed. */
  async call(workspace: string, tool: string, args: unknown = {}): Promise<Result> {
    const { status, body } = await this.post(workspace, tool, args);
    assertEquals(status, 200, JSON.stringify(body));
    return body as unknown as Result;
  }

  /** Opens a session with capture, runs a task in it, and ends it whatever the task came to. */
  async session(
    workspace: string,
    args: Record<string, unknown>,
    task: (opened: Result) => Promise<void>,
  ): Promise<void> {
    try {
      await task(await this.call(workspace, "open_session", { capture: true, ...args }));
    } finally {
      await this.post(workspace, "end_browser");
    }
  }

  /** A click on an element by its id. */
  click(workspace: string, id: string): Promise<Result> {
    return this.call(workspace, "interact", { selector: { css: `#${id}` }, action: "click" });
  }

  /** One action that must be refused; answers the status and the sentence. */
  async refused(
    workspace: string,
    tool: string,
    args: unknown = {},
  ): Promise<{ status: number; message: string }> {
    const { status, body } = await this.post(workspace, tool, args);
    assertEquals(status >= 400, true, JSON.stringify(body));
    return { status, message: String(body.error) };
  }

  /** A resource. */
  async read<T = Record<string, unknown>>(workspace: string, uri: string): Promise<T> {
    const response = await fetch(
      `${this.address}/resources?workspace=${workspace}&uri=${encodeURIComponent(uri)}`,
    );
    const body = await response.json();
    assertEquals(response.status, 200, JSON.stringify(body));
    return body;
  }

  console(workspace: string, query = ""): Promise<ConsoleList> {
    return this.read(workspace, `workspace://console${query}`);
  }

  network(workspace: string, query = ""): Promise<NetworkList> {
    return this.read(workspace, `workspace://network${query}`);
  }
}

/** Starts the fixture site on free ports. */
export async function startSite(): Promise<{ origin: string; stop(): Promise<number> }> {
  const child = await Child.start({
    command: Deno.execPath(),
    args: ["run", "-A", "tests/fixtures/site.ts", "0"],
    cwd: root.pathname,
    ready: /fixture site: (\S+)\//,
  });
  return { origin: child.match[1] ?? "", stop: () => child.stop() };
}
