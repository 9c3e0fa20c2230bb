/**
 * An MCP client of a server under test, with the few verbs that the tests use.
 *
 * @module
 */
import { assert } from "@std/assert";
import { Client, type Progress, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Result } from "./harness.ts";

/** The two kinds of client there are: of the protocol before 2026, and one that takes what it is offered. */
export const ERAS = ["legacy", "auto"] as const;
export type Era = typeof ERAS[number];

/** What a client is made of. */
export interface McpOptions {
  /** Where the server listens. */
  readonly address: string;
  readonly workspace: string;
  readonly era?: Era;
  /** What its requests are made with, to see what is answered. */
  readonly fetch?: typeof fetch;
}

/** How a tool answered, good or bad. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: unknown;
}

/** A client that is connected. */
export class McpClient implements AsyncDisposable {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async connect({ address, workspace, era = "auto", fetch }: McpOptions) {
    const client = new Client({ name: "e2e", version: "1" }, {
      ...(era === "auto" && { versionNegotiation: { mode: "auto" } }),
    });
    const url = new URL(`${address}/mcp?workspace=${workspace}`);
    await client.connect(new StreamableHTTPClientTransport(url, { ...(fetch && { fetch }) }));
    return new McpClient(client);
  }

  /** A call, whatever it answers. */
  async ask(
    name: string,
    args: Record<string, unknown> = {},
    onprogress?: (progress: Progress) => void,
  ): Promise<ToolAnswer> {
    const answer = await this.#client.callTool(
      { name, arguments: args },
      { timeout: 300_000, ...(onprogress && { onprogress }) },
    );
    const [first] = answer.content;
    return {
      isError: answer.isError === true,
      text: first?.type === "text" ? first.text : "",
      structured: answer.structuredContent,
    };
  }

  /** A call that must succeed. */
  async call<T = Result>(name: string, args: Record<string, unknown> = {}): Promise<T> {
    const { isError, text, structured } = await this.ask(name, args);
    assert(!isError, text);
    return structured as T;
  }

  async resource<T>(uri: string): Promise<T> {
    const [first] = (await this.#client.readResource({ uri })).contents;
    assert(first && "text" in first && typeof first.text === "string");
    return JSON.parse(first.text);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
