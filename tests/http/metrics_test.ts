import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { ACTIONS } from "../../http/actions/table.ts";
import { parsePrometheusText, type Sample } from "../fakes/prometheus_text.ts";
import { connect, ERAS, type Fixture, fixture } from "../fakes/surface.ts";

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  signal?: AbortSignal;
}

async function send(app: Fixture["app"], path: string, sent: Sent = {}): Promise<Response> {
  const { headers = {}, ...init } = sent;
  return await app.handle(
    new Request(`http://localhost:4445${path}`, {
      ...init,
      headers: { host: "localhost:4445", ...headers },
    }),
  );
}

async function post(app: Fixture["app"], path: string, args: unknown, sent: Sent = {}) {
  const headers = { "content-type": "application/json", ...sent.headers };
  const body = typeof args === "string" ? args : JSON.stringify(args);
  const response = await send(app, path, { method: "POST", body, ...sent, headers });
  await response.body?.cancel();
  return response.status;
}

async function scrape(app: Fixture["app"]): Promise<string> {
  const response = await send(app, "/metrics");
  assertEquals(response.status, 200);
  return await response.text();
}

async function samples(app: Fixture["app"], metric: string): Promise<Sample[]> {
  return parsePrometheusText(await scrape(app)).get(metric)?.samples ?? [];
}

/** The calls counted, as `tool surface outcome browser`. */
async function calls(app: Fixture["app"]): Promise<Record<string, number>> {
  const counted = await samples(app, "pagetap_calls_total");
  return Object.fromEntries(counted.map(({ labels, value }) => {
    const { tool, surface, outcome, browser } = labels;
    return [`${tool} ${surface} ${outcome} ${browser}`, value];
  }));
}

Deno.test("GET /metrics answers Prometheus text, HEAD its headers, and nothing else is taken", async () => {
  const { app } = fixture();
  for (const method of ["GET", "HEAD"]) {
    const response = await send(app, "/metrics", { method });
    assertEquals(response.status, 200);
    const type = "text/plain; version=0.0.4; charset=utf-8";
    assertEquals(response.headers.get("content-type"), type);
    assertEquals(response.headers.get("cache-control"), "no-store");
    await response.body?.cancel();
  }
  assertEquals(await post(app, "/metrics", {}), 405);
  assertEquals((await send(app, "/metrics", { method: "DELETE" })).status, 405);
});

Deno.test("GET /metrics has the door of everything but /health", async () => {
  const { app } = fixture({ authToken: "s3cret" });
  const status = async (headers: Record<string, string>) =>
    (await send(app, "/metrics", { headers })).status;
  assertEquals(await status({}), 401);
  assertEquals(await status({ authorization: "Bearer s3cret" }), 200);
  const authorization = "Bearer s3cret";
  assertEquals(await status({ authorization, host: "evil.test" }), 403);
  assertEquals(await status({ authorization, origin: "http://evil.test" }), 403);
});

Deno.test("GET /metrics shows the state of the actors", async () => {
  const { app, service } = fixture();
  const { dispatcher } = service;
  for (const ms of [0, 3, 3, 20_000]) dispatcher.handled(ms);
  dispatcher.held(7);
  dispatcher.dropped();
  dispatcher.unsolicited();
  const families = parsePrometheusText(await scrape(app));
  const values = (name: string): Record<string, unknown>[] | undefined =>
    families.get(`pagetap_${name}`)?.samples.map(({ labels, value }) => ({ ...labels, value }));
  assertEquals(values("build_info"), [{ version: "1.2.3", value: 1 }]);
  const byBrowser = [{ browser: "chrome", value: 1 }, { browser: "firefox", value: 0 }];
  assertEquals(values("sessions"), byBrowser);
  assertEquals(values("connections"), byBrowser);
  assertEquals(values("workspaces"), [{ value: 2 }]);
  assertEquals(values("browsers"), [{ value: 1 }]);
  assertEquals(values("capture_bytes"), [{ value: 4_096 }]);
  assertEquals(values("dispatcher_queue_peak"), [{ value: 7 }]);
  assertEquals(values("dispatcher_dropped_events_total"), [{ value: 1 }]);
  assertEquals(values("connection_unsolicited_events_total"), [{ value: 1 }]);
  assertEquals(values("dispatcher_recent_lag_seconds"), [
    { quantile: "0.5", value: 0.003 },
    { quantile: "0.95", value: 20 },
    { quantile: "1", value: 20 },
  ]);
  const lag = families.get("pagetap_dispatcher_lag_seconds");
  assertEquals(lag?.type, "histogram");
  const at = (le: string) => lag?.samples.find(({ labels }) => labels.le === le)?.value;
  assertEquals([at("0.001"), at("0.002"), at("0.005"), at("10"), at("+Inf")], [1, 1, 3, 3, 4]);
  assertEquals(values("dispatcher_lag_seconds")?.slice(-2), [{ value: 20.006 }, { value: 4 }]);
});

Deno.test("GET /metrics shows what is counted elsewhere once, however often it is asked", async () => {
  const { app, service } = fixture();
  service.dispatcher.dropped();
  service.dispatcher.handled(1);
  await scrape(app);
  const dropped = await samples(app, "pagetap_dispatcher_dropped_events_total");
  assertEquals(dropped.map(({ value }) => value), [1]);
  const lag = await samples(app, "pagetap_dispatcher_lag_seconds");
  assertEquals(lag.at(-1)?.value, 1);
});

Deno.test("GET /metrics counts calls of the JSON surface by how they ended and where they ran", async () => {
  const { app, service } = fixture();
  service.answer = ({ what }, options) => {
    if (what === "outline") throw new ActionError(404, "no session");
    options?.runsIn?.(what === "navigate" ? "firefox" : "chrome");
    if (what === "wait_for") throw new ActionError(504, "too late");
    if (what === "screenshot") throw new TypeError("what nobody understands");
    return { call: 1 };
  };
  await post(app, "/browser/navigate", { url: "http://a.test" });
  await post(app, "/browser/navigate", { url: "http://a.test" });
  await post(app, "/browser/outline", {});
  await post(app, "/browser/wait-for", { text: "x" });
  await post(app, "/browser/screenshot", {});
  await post(app, "/browser/screenshot", { nope: 1 });
  await post(app, "/browser/screenshot", "{not json");
  await post(app, "/browser/read", { uri: "workspace://current" });
  assertEquals(await calls(app), {
    "navigate json ok firefox": 2,
    "outline json 404 none": 1,
    "wait_for json 504 chrome": 1,
    "screenshot json 500 chrome": 1,
    "screenshot json 400 none": 2,
    "read json ok none": 1,
  });
});

for (const era of ERAS) {
  Deno.test(`GET /metrics counts calls of a client of ${era} alike`, async () => {
    const { app, service } = fixture();
    service.answer = ({ what }, options) => {
      options?.runsIn?.("chrome");
      if (what === "wait_for") throw new ActionError(504, "too late");
      return { call: 1, url: "http://a.test/", title: "A", outline: "" };
    };
    const client = await connect(app, era);
    await client.callTool({ name: "navigate", arguments: { url: "http://a.test" } });
    await client.callTool({ name: "wait_for", arguments: { text: "x" } });
    await client.callTool({ name: "wait_for", arguments: { nope: "x" } });
    await assertRejects(() => client.callTool({ name: "nope", arguments: {} }));
    await client.close();
    assertEquals(await calls(app), {
      "navigate mcp ok chrome": 1,
      "wait_for mcp 504 chrome": 1,
      "wait_for mcp 400 none": 1,
      "unknown mcp 404 none": 1,
    });
  });

  Deno.test(`GET /metrics counts a call that a client of ${era} cancels as cancelled`, async () => {
    const { app, service } = fixture();
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    service.answer = async (_asked, options) => {
      options?.signal.addEventListener("abort", () => left.resolve(), { once: true });
      asked.resolve();
      await left.promise;
      options?.signal.throwIfAborted();
    };
    const client = await connect(app, era);
    const leave = new AbortController();
    const call = client.callTool({ name: "outline", arguments: {} }, { signal: leave.signal });
    await asked.promise;
    leave.abort();
    await assertRejects(() => call);
    await client.close();
    await left.promise;
    await new Promise((turn) => setTimeout(turn));
    assertEquals(await calls(app), { "outline mcp cancelled none": 1 });
  });
}

Deno.test("GET /metrics counts a call whose caller left as cancelled, whatever it failed with", async () => {
  const { app, service } = fixture();
  const left = new AbortController();
  service.answer = (_asked, options) => {
    left.abort();
    options?.signal.throwIfAborted();
    throw new Error("the signal did not abort");
  };
  assertEquals(await post(app, "/browser/outline", {}, { signal: left.signal }), 503);
  assertEquals(await calls(app), { "outline json cancelled none": 1 });
});

Deno.test("GET /metrics times calls by tool and surface", async () => {
  let now = 0;
  const { app, service } = fixture({ now: () => now });
  service.answer = () => {
    now += 400;
    return { call: 1 };
  };
  await post(app, "/browser/outline", {});
  await post(app, "/browser/outline", {});
  const timed = await samples(app, "pagetap_call_duration_seconds");
  for (const { labels } of timed) {
    assertEquals([labels.tool, labels.surface], ["outline", "json"]);
  }
  const at = (le: string) => timed.find(({ labels }) => labels.le === le)?.value;
  assertEquals([at("0.25"), at("0.5"), at("120"), at("+Inf")], [0, 2, 2, 2]);
  assertEquals(timed.slice(-2).map(({ value }) => value), [0.8, 2]);
});

Deno.test("GET /metrics names no workspace", async () => {
  const { app } = fixture();
  const secret = "Workspace-of-customer-4711";
  await post(app, `/browser/navigate?workspace=${secret}`, { url: `http://${secret}.test/` });
  await post(app, `/browser/nope?workspace=${secret}`, {});
  await post(app, `/browser/${secret}`, {}, { headers: { "x-workspace": secret } });
  const client = await connect(app, "2026-07-28", `?workspace=${secret}`);
  await client.callTool({ name: "outline", arguments: {} });
  await assertRejects(() => client.callTool({ name: secret, arguments: {} }));
  await client.close();
  const text = await scrape(app);
  assert(!text.toLowerCase().includes(secret.toLowerCase()), text);
  assertEquals(Object.keys(await calls(app)), [
    "navigate json ok none",
    "unknown json 404 none",
    "outline mcp ok none",
    "unknown mcp 404 none",
  ]);
});

Deno.test("GET /metrics has no more series than its labels allow, whatever is sent", async () => {
  const { app } = fixture();
  const client = await connect(app, "2026-07-28");
  for (let i = 0; i < 50; i++) {
    await post(app, `/browser/tool-${i}`, {});
    await post(app, `/browser/outline?workspace=w${i}`, {});
    await post(app, `/${i}`, {});
    await send(app, `/browser/outline`, { method: `WEIRD${i}` });
    await send(app, `/browser/nope`, { method: `WEIRD${i}` });
    await assertRejects(() => client.callTool({ name: `tool"\n${i}`, arguments: {} }));
  }
  await client.close();
  assertEquals(await calls(app), {
    "unknown json 404 none": 50,
    "outline json ok none": 50,
    "unknown mcp 404 none": 50,
  });
  const tools = new Set([...ACTIONS.map(({ name }) => name), "unknown"]);
  for (const { labels } of await samples(app, "pagetap_calls_total")) {
    assert(tools.has(labels.tool ?? ""), labels.tool);
  }
});

Deno.test("parsePrometheusText() refuses what a scrape must not be", () => {
  const head = "# HELP a_total x\n# TYPE a_total counter\n";
  const histogram = "# HELP h x\n# TYPE h histogram\n";
  assertEquals(
    parsePrometheusText(`${head}a_total{b="c\\"d",e=""} 1.5e3\n`).get("a_total")?.samples,
    [{ name: "a_total", labels: { b: 'c\\"d', e: "" }, value: 1500 }],
  );
  for (
    const text of [
      `${head}a_total 1`,
      `${head}b_total 1\n`,
      `${head}a_total -1\n`,
      `${head}a_total undefined\n`,
      `${head}a_total{b="c} 1\n`,
      `${head}a_total{b="1",b="2"} 1\n`,
      `${head}a_total 1\na_total 1\n`,
      `${head}${head}a_total 1\n`,
      "# TYPE a_total counter\na_total 1\n",
      "a_total 1\n",
      `${histogram}h_bucket{le="+Inf"} 2\nh_sum 1\nh_count 1\n`,
      `${histogram}h_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_sum 1\nh_count 1\n`,
      `${histogram}h_bucket{le="1"} 1\nh_sum 1\nh_count 1\n`,
      `${histogram}h_bucket{le="+Inf"} 1\nh_sum 1\n`,
    ]
  ) assertThrows(() => parsePrometheusText(text), Error, undefined, text);
});
