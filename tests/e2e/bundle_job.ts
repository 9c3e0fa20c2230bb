/**
 * The main job against the bundle, as a program of its own so that it can be run where there is no
 * network but loopback: `bundle_job.ts <bundle> <empty folder>`. Starts the fixture site, and the bundle
 * with an empty environment, an empty cache and least permissions; ends with `done` when all went well.
 *
 * @module
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Body, ConsoleList } from "../../capture/shapes.ts";
import { ADMIN_ASSETS } from "../../ui/assets.ts";
import { Child } from "./child.ts";
import { type BrowserName, BROWSERS, type Result, startSite } from "./harness.ts";

/** The settings, and what the WebSocket library asks for. */
const ENV = [
  "ALLOW_HOSTS",
  "ALLOW_ORIGINS",
  "AUTH_TOKEN",
  "BROWSER",
  "CALL_TIMEOUT",
  "CAPTURE_TTL",
  "CHROME",
  "CHROMEDRIVER",
  "DATA_DIR",
  "DENY_ORIGINS",
  "FIREFOX",
  "GRID_CA",
  "GRID_URL",
  "HEADED",
  "HOST",
  "IDLE_TIMEOUT",
  "LOG_FORMAT",
  "LOG_LEVEL",
  "MAX_BROWSERS",
  "OPEN_TIMEOUT",
  "PATH",
  "PORT",
  "PUBLIC_URL",
  "RATE_LIMIT",
  "SECRETS_DIR",
  "TOKENS_FILE",
  "WS_NO_BUFFER_UTIL",
];

/** Starts the bundle with what it needs and nothing else. */
function start(bundle: string, folder: string): Promise<Child> {
  const path = "/usr/bin:/bin";
  return Child.start({
    command: "/usr/bin/env",
    args: [
      "-i",
      `PATH=${path}`,
      "HOME=/nonexistent",
      `DENO_DIR=${folder}/cache`,
      `TMPDIR=${folder}/tmp`,
      Deno.execPath(),
      "run",
      "--no-prompt",
      "--no-config",
      "--cached-only",
      "--allow-net=127.0.0.1",
      "--allow-run=chromedriver,firefox-esr,ps,kill",
      "--allow-sys=uid",
      `--allow-env=${ENV}`,
      `--allow-read=/usr/bin,${folder}/tmp,${folder}/data`,
      `--allow-write=${folder}/tmp,${folder}/data`,
      bundle,
      "--data-dir",
      `${folder}/data`,
      "--port",
      "0",
    ],
    ready: /address=(http:\/\/[\d.:]+)/,
  });
}

async function mainJob(address: string, origin: string, browser: BrowserName): Promise<void> {
  const client = new Client({ name: "bundle", version: "1" }, {
    versionNegotiation: { mode: "auto" },
  });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp?workspace=${browser}`)),
  );
  const call = async <T = Result>(name: string, args: Record<string, unknown> = {}): Promise<T> => {
    const answer = await client.callTool({ name, arguments: args });
    assert(!answer.isError, JSON.stringify(answer.content));
    return answer.structuredContent as T;
  };
  const { tools } = await client.listTools();
  assert(tools.some((tool) => tool.name === "open_session"));
  await call("open_session", { browser, url: `${origin}/p/shop`, capture: true });
  const { page } = await call("interact", { selector: { css: "#buy" }, action: "click" });
  assertEquals([page?.errors, page?.failed_requests], [1, 1]);
  const { entries } = await call<ConsoleList>("read", { uri: page?.see });
  assertEquals(entries.map((entry) => entry.text), ["order failed: 500"]);
  const { requests } = await call<{ requests: { id: string }[] }>("read", {
    uri: "workspace://network?filter=failed",
  });
  const body = await call<Body>("network_body", { id: requests[0]?.id });
  assertEquals(body.text, '{"error":"out of stock","sku":"A-1","left":0}');
  const { text } = await call<Result & { text: string }>("extract");
  assert(text.length > 0);
  const { outline } = await call<Result & { outline: string }>("outline");
  assert(outline.length > 0);
  await call("end_browser");
  await client.close();
}

/** The admin page is in the bundle, as it was built: there is no file that it could be read from. */
async function adminPage(address: string): Promise<void> {
  assert(ADMIN_ASSETS.has("/admin") && ADMIN_ASSETS.has("/admin/admin.js"));
  for (const [path, { type, text }] of ADMIN_ASSETS) {
    const answer = await fetch(address + path);
    assertEquals([path, answer.status], [path, 200]);
    assertEquals(answer.headers.get("content-type"), type);
    // Compared here, for a difference of scripts is nothing to print.
    assert(await answer.text() === text, `${path} is not what was built`);
  }
}

/** Kills the bundle with browsers open, and sees that the next start ends them with the rights it has. */
async function killed(bundle: string, folder: string): Promise<void> {
  const first = await start(bundle, folder);
  for (const browser of BROWSERS) {
    const url = `${first.match[1]}/browser/open-session?workspace=${browser}`;
    const headers = { "content-type": "application/json" };
    const opened = await fetch(url, { method: "POST", headers, body: JSON.stringify({ browser }) });
    assertEquals(opened.status, 200, await opened.text());
  }
  await first.stop("SIGKILL");
  const next = await start(bundle, folder);
  const log = next.output;
  assertEquals(await next.stop(), 0, "the exit code");
  assertMatch(log, /ended what a killed server had left process_groups=2 profiles=2/);
  assert(!log.includes("warn"), log);
}

const [bundle, folder] = Deno.args;
assert(bundle && folder, "usage: bundle_job.ts <bundle> <empty folder>");
for (const name of ["cache", "tmp"]) await Deno.mkdir(`${folder}/${name}`);
const [pagetap, site] = await Promise.all([start(bundle, folder), startSite()]);
const address = pagetap.match[1] ?? "";
try {
  assertEquals((await fetch(`${address}/health`).then((answer) => answer.json())).ok, true);
  await adminPage(address);
  for (const browser of BROWSERS) await mainJob(address, site.origin, browser);
  const metrics = await fetch(`${address}/metrics`).then((answer) => answer.text());
  assert(
    /^pagetap_calls_total\{tool="interact",surface="mcp",outcome="ok",/m.test(metrics),
    metrics,
  );
  assertEquals(await pagetap.stop(), 0, "the exit code");
  assertEquals([...Deno.readDirSync(`${folder}/tmp`)].map((entry) => entry.name), []);
  await killed(bundle, folder);
} catch (error) {
  throw new Error(`the bundle said: ${pagetap.output}`, { cause: error });
} finally {
  await Promise.all([pagetap.stop(), site.stop()]);
}
console.log("done");
