/**
 * The server: the surface on its socket.
 *
 * @module
 */
import type { Service } from "../actors/service.ts";
import { createAdmin } from "./admin/admin.ts";
import { type App, type AppOptions, createApp } from "./app.ts";
import { Calls } from "./calls.ts";
import { isLoopback } from "./door/hosts.ts";
import { Quotas } from "./door/quotas.ts";
import type { Tokens } from "./door/tokens.ts";
import type { Links } from "./door/links.ts";
import { createFiles } from "./files.ts";
import type { FlowStore } from "./flows/store.ts";
import { listen, type Listener } from "./listener.ts";
import type { Log } from "./log.ts";
import { createMcp } from "./mcp/handler.ts";
import { Metrics } from "./metrics.ts";
import type { Settings } from "./settings.ts";

/** What {@linkcode serve} needs. */
export interface ServeOptions {
  /** Where to listen, and whom to answer. */
  readonly settings: Settings;
  /** Of which a caller must present one; null: none is asked for. */
  readonly tokens: Tokens | null;
  /** What is asked. */
  readonly service: Service;
  /** Signs links. */
  readonly links: Links;
  /** The document that an MCP client draws results with. */
  readonly view: string;
  /** The admin page's files. */
  readonly assets: AppOptions["assets"];
  /** Where flows are kept. */
  readonly flows: FlowStore;
  /** Where requests and faults are logged. */
  readonly log: Log;
  /** What the server says it is. */
  readonly version: string;
  /** Milliseconds running answers have to finish after `stop`; default 5 000. */
  readonly graceMs?: number;
}

/** A server that runs. */
export interface Server {
  /** Where it is reached, as `http://127.0.0.1:4445`. */
  readonly address: string;
  /** Refuses new requests, lets running ones finish within a bound, closes. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Serves.
 *
 * @throws {Error} the address cannot be bound
 */
export async function serve(options: ServeOptions): Promise<Server> {
  const { settings, tokens, service, flows, links, assets, view, log, version, graceMs = 5_000 } =
    options;
  const { host } = settings;
  // The port is part of what a Host may be, and with port 0 it is known only once it is bound.
  const app = Promise.withResolvers<App>();
  const now = (): number => performance.now();
  const metrics = new Metrics(version, () => service.stats());
  const quotas = new Quotas({ callsPerMinute: settings.rateLimit, now });
  const calls = new Calls({ service, flows, quotas, metrics, log, now });
  const mcp = createMcp({ calls, version, view, log });
  const listener: Listener = await listen({
    host,
    port: settings.port,
    handle: async (request) => (await app.promise).handle(request),
  });
  const { port } = listener;
  const { allowHosts, publicUrl } = settings;
  const unnamed = isLoopback(host) ? "default" : null;
  const stopping = new AbortController();
  const sections = [
    createAdmin({ service, version, links, stopping: stopping.signal }),
    createFiles({ service, unnamed }),
  ];
  const door = { host, port, allowHosts, publicUrl, tokens, quotas, links, sections, assets };
  app.resolve(createApp({ service, calls, metrics, mcp, log, ...door, now }));
  return {
    address: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    async stop() {
      stopping.abort();
      await listener.stop(graceMs);
      await mcp.close();
    },
  };
}
