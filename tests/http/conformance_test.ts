/**
 * The official MCP conformance suite, of both revisions, against the server as it is and against the
 * fixture with the surface the suite calls by name. What is expected is data: a scenario that starts to
 * pass must be entered here just as one that stops.
 */
import { assertEquals } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { type App, createApp } from "../../http/app.ts";
import { Links } from "../../http/door/links.ts";
import { Calls } from "../../http/calls.ts";
import { Quotas } from "../../http/door/quotas.ts";
import { DiskUse } from "../../actors/store/disk_use.ts";
import { FlowStore } from "../../http/flows/store.ts";
import { listen } from "../../http/listener.ts";
import { createLog } from "../../http/log.ts";
import { createMcp, type Mcp, type McpOptions } from "../../http/mcp/handler.ts";
import { Metrics } from "../../http/metrics.ts";
import { conformanceFixture } from "../fakes/conformance_fixture.ts";
import { defaultAnswer, FakeService } from "../fakes/service.ts";
import { SCRATCH } from "../fakes/scratch.ts";

/** The suite of each revision, pinned, with the arguments that choose its scenarios. */
const SUITES = {
  "2025": { version: "0.1.16", choose: ["--suite", "all"] },
  "2026-07-28": { version: "0.2.0-alpha.12", choose: ["--requirements", "2026-07-28"] },
} as const;

type Revision = keyof typeof SUITES;

/** Milliseconds a run may take; it takes two seconds. */
const TIMEOUT_MS = 120_000;

/** What passes on the server as it is: all that asks for nothing by name. */
const PLAIN: Record<Revision, string[]> = {
  "2025": [
    "dns-rebinding-protection",
    "ping",
    "resources-list",
    "server-initialize",
    "server-sse-multiple-streams",
    "tools-list",
  ],
  "2026-07-28": [
    "dns-rebinding-protection",
    "http-header-validation",
    // The next four hold for a server that never asks for input.
    "input-required-result-ignore-extra-params",
    "input-required-result-missing-input-response",
    "input-required-result-unsupported-methods",
    "input-required-result-validate-input",
    "resources-list",
    "sep-2164-resource-not-found",
    "server-sse-multiple-streams",
    "tools-list",
  ],
};

/** What does not pass even with the surface it calls by name, and why. */
const CANNOT: Record<Revision, Record<string, string>> = {
  "2025": {
    "elicitation-sep1034-defaults": "the server asks the client: needs a session",
    "elicitation-sep1330-enums": "the server asks the client: needs a session",
    "resources-subscribe": "no subscriptions: a resource's URI names no workspace",
    "resources-unsubscribe": "no subscriptions: a resource's URI names no workspace",
    "server-sse-polling": "checks nothing of a server that keeps no events to resume from",
    "tools-call-elicitation": "the server asks the client: needs a session",
    "tools-call-sampling": "the server asks the client: needs a session",
  },
  "2026-07-28": Object.fromEntries(
    [
      "tasks-capability-negotiation",
      "tasks-dispatch-and-envelope",
      "tasks-lifecycle",
      "tasks-mrtr-composition",
      "tasks-mrtr-input",
      "tasks-request-headers",
      "tasks-request-state-removal",
      "tasks-required-task-error",
      "tasks-status-notifications",
      "tasks-wire-fields",
    ].map((name) => [name, "tasks are an extension, not scored, and the SDK has none"]),
  ),
};

for (const revision of ["2025", "2026-07-28"] as const) {
  Deno.test(`the server passes what applies of the ${revision} conformance suite`, async () => {
    const { passed } = await run(revision, createMcp);
    assertEquals(passed, PLAIN[revision]);
  });

  Deno.test(`the ${revision} conformance suite passes with the surface it calls by name`, async () => {
    const { others } = await run(revision, ({ log }) => conformanceFixture(log));
    assertEquals(others, Object.keys(CANNOT[revision]));
  });
}

/** Runs a suite against a server of its own; gives the scenarios that passed a check and failed none. */
async function run(
  revision: Revision,
  mount: (options: McpOptions) => Mcp,
): Promise<{ passed: string[]; others: string[] }> {
  const log = createLog({ level: "error", format: "text", now: () => 0, write: () => {} });
  const service = new FakeService((asked) => {
    const { uri = "" } = asked.args as { uri?: string };
    if (asked.what === "read" && !uri.startsWith("workspace://")) {
      throw new ActionError(404, `There is no resource ${uri}`);
    }
    return defaultAnswer(asked);
  });
  const app = Promise.withResolvers<App>();
  const listener = await listen({
    host: "127.0.0.1",
    port: 0,
    handle: async (request) => (await app.promise).handle(request),
  });
  const { host, port } = listener;
  const now = (): number => performance.now();
  const metrics = new Metrics("1", () => service.stats());
  const quotas = new Quotas({ callsPerMinute: 0, now });
  const flows = new FlowStore(SCRATCH, new DiskUse(SCRATCH));
  const calls = new Calls({ service, flows, quotas, metrics, log, now });
  const mcp = mount({ calls, log, version: "1", view: "" });
  const links = new Links({ key: new Uint8Array(32), now });
  const rest = { links, sections: [], assets: new Map() };
  const door = { host, port, allowHosts: [], publicUrl: null, tokens: null, quotas, ...rest };
  app.resolve(createApp({ service, calls, metrics, mcp, log, now, ...door }));
  try {
    return scenarios(await suite(revision, `http://127.0.0.1:${port}/mcp`));
  } finally {
    await listener.stop(1_000);
    await mcp.close();
  }
}

/** What the suite printed. */
async function suite(revision: Revision, url: string): Promise<string> {
  const { version, choose } = SUITES[revision];
  const directory = await Deno.makeTempDir({ prefix: "pagetap-conformance-" });
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  try {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-config",
        "--no-lock",
        "--allow-net=127.0.0.1",
        "--allow-read",
        `--allow-write=${directory}`,
        "--allow-env",
        "--allow-sys",
        `npm:@modelcontextprotocol/conformance@${version}`,
        "server",
        "--url",
        url,
        ...choose,
        "--output-dir",
        directory,
      ],
      cwd: directory,
      env: { NO_COLOR: "1" },
      stdout: "piped",
      stderr: "null",
      signal: timeout.signal,
    }).output();
    return new TextDecoder().decode(stdout);
  } finally {
    clearTimeout(timer);
    await Deno.remove(directory, { recursive: true });
  }
}

function scenarios(printed: string): { passed: string[]; others: string[] } {
  const lines = [...printed.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)];
  if (lines.length === 0) throw new Error(`the suite printed no summary: ${printed.slice(-500)}`);
  const passed = lines.filter(([, , passed, failed]) => Number(passed) > 0 && Number(failed) === 0)
    .map(([, name = ""]) => name).sort();
  const others = lines.map(([, name = ""]) => name).filter((name) => !passed.includes(name)).sort();
  return { passed, others };
}
