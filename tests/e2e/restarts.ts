/**
 * Servers that have one data folder, one after another.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { Pagetap } from "./harness.ts";

/** What `workspace://current` says of it. */
export interface Current {
  readonly live: boolean;
  readonly capturing: boolean;
  readonly page: { readonly url: string };
  readonly ended?: string;
}

/** One data folder, and the servers that have it one after another. */
export class Restarts implements AsyncDisposable {
  readonly #data = Deno.makeTempDirSync({ prefix: "pagetap-restarts-" });
  readonly #servers: Pagetap[] = [];

  async start(env: Record<string, string>): Promise<Pagetap> {
    const server = await Pagetap.start(env, this.#data);
    this.#servers.push(server);
    return server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) await server.stop();
    await Deno.remove(this.#data, { recursive: true });
  }
}

/** Ends a server; one that is asked to has to end well. */
export async function endServer(server: Pagetap, signal: Deno.Signal): Promise<void> {
  server.signal(signal);
  const code = await server.ended();
  if (signal === "SIGTERM") assertEquals(code, 0, server.log);
}

/** All that is listed, and the numbers that must never come again. */
export async function listed(pagetap: Pagetap, workspace: string) {
  const query = "?limit=1000&pages=5";
  const console = await pagetap.console(workspace, query);
  const network = await pagetap.network(workspace, query);
  const all = [...console.entries, ...network.requests];
  return {
    console,
    network,
    ids: network.requests.map(({ id }) => id),
    seq: Math.max(...all.map(({ seq }) => seq)),
    first: Math.min(...all.map(({ seq }) => seq)),
    nav: Math.max(...console.pages.map(({ nav }) => nav)),
  };
}
