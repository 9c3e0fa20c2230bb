/** The SDK's own client, of both revisions, on a surface without a socket. @module */
import {
  Client,
  type ClientCapabilities,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { createAdmin } from "../../http/admin/admin.ts";
import { type App, type AppOptions, createApp } from "../../http/app.ts";
import { Calls } from "../../http/calls.ts";
import { Quotas } from "../../http/door/quotas.ts";
import { tokenForEverything, Tokens } from "../../http/door/tokens.ts";
import { createFiles } from "../../http/files.ts";
import { DiskUse } from "../../actors/store/disk_use.ts";
import { FlowStore } from "../../http/flows/store.ts";
import { Links } from "../../http/door/links.ts";
import { createLog } from "../../http/log.ts";
import { createMcp } from "../../http/mcp/handler.ts";
import { Metrics } from "../../http/metrics.ts";
import { FakeService } from "./service.ts";
import { SCRATCH } from "./scratch.ts";

/** The revisions a client may speak. */
export const ERAS = ["2025", "2026-07-28"] as const;

/** A revision a client may speak. */
export type Era = typeof ERAS[number];

/** A surface over a fake service, with what it logged. */
export interface Fixture {
  app: App;
  service: FakeService;
  logged: string[];
}

/** What a surface is made with. */
export interface FixtureOptions extends Partial<AppOptions> {
  /** A token that may do everything, and without which nothing is done. */
  readonly authToken?: string;
}

/** Makes a surface. */
export function fixture({ authToken, ...options }: FixtureOptions = {}): Fixture {
  const logged: string[] = [];
  const log = createLog({
    level: "debug",
    format: "text",
    now: () => 0,
    write: (line) => logged.push(line),
  });
  const service = new FakeService();
  const { now = () => 0 } = options;
  const metrics = new Metrics("1.2.3", () => service.stats());
  const { quotas = new Quotas({ callsPerMinute: 0, now }) } = options;
  const tokens = authToken === undefined ? [] : [tokenForEverything(authToken)];
  const calls = new Calls({
    quotas,
    service,
    flows: new FlowStore(SCRATCH, new DiskUse(SCRATCH)),
    metrics,
    log,
    now,
  });
  const links = new Links({ key: new Uint8Array(32), now });
  const app = createApp({
    service,
    calls,
    metrics,
    mcp: createMcp({ calls, log, version: "1.2.3", view: "<p>view" }),
    log,
    host: "127.0.0.1",
    port: 4445,
    allowHosts: [],
    publicUrl: null,
    tokens: tokens.length === 0 ? null : new Tokens(tokens, now),
    quotas,
    links,
    sections: [
      createAdmin({ service, version: "1.2.3", links, stopping: new AbortController().signal }),
      createFiles({ service, unnamed: "default" }),
    ],
    assets: new Map([["/admin", { type: "text/html; charset=utf-8", text: "<p>admin" }]]),
    now,
    ...options,
  });
  return { app, service, logged };
}

/** Connects a client to a surface; `query` goes on its URL, `token` along, and `extensions` are declared. */
export async function connect(
  app: App,
  era: Era,
  query = "",
  token?: string,
  extensions?: NonNullable<ClientCapabilities["extensions"]>,
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, {
    ...(extensions && { capabilities: { extensions } }),
    ...(era !== "2025" && { versionNegotiation: { mode: "auto" } }),
  });
  const transport = new StreamableHTTPClientTransport(
    new URL(`http://localhost:4445/mcp${query}`),
    {
      fetch: (input, init) => {
        const request = new Request(input, init);
        request.headers.set("host", "localhost:4445");
        if (token !== undefined) request.headers.set("authorization", `Bearer ${token}`);
        return app.handle(request);
      },
    },
  );
  await client.connect(transport);
  return client;
}
