import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { ActionError, type ActionStatus } from "../../actors/action_error.ts";
import { Quotas } from "../../http/door/quotas.ts";
import { type Fixture, fixture } from "../fakes/surface.ts";

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

async function send(app: Fixture["app"], path: string, sent: Sent = {}): Promise<Response> {
  const { method = "GET", headers = {}, body = null } = sent;
  const json = method === "POST" ? { "content-type": "application/json" } : {};
  return await app.handle(
    new Request(`http://localhost:4445${path}`, {
      method,
      headers: { host: "localhost:4445", ...json, ...headers },
      body,
    }),
  );
}

function post(args: unknown, headers: Record<string, string> = {}): Sent {
  return { method: "POST", headers, body: JSON.stringify(args) };
}

/** The same call on MCP, as a 2025 client without a handshake sends it. */
function tool(name: string, args: unknown, headers: Record<string, string> = {}): Sent {
  return post(
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
    { accept: "application/json, text/event-stream", ...headers },
  );
}

async function toolAnswer(response: Response): Promise<{ isError: boolean; text: string }> {
  const text = await response.text();
  const { result } = JSON.parse(text.slice(text.indexOf("{")));
  return { isError: result.isError ?? false, text: result.content[0].text };
}

Deno.test("App.handle() runs an action from its route", async () => {
  const { app, service } = fixture();
  const args = { selector: { ref: "e3" }, action: "hover" };
  const response = await send(app, "/browser/interact?workspace=w1", post(args));
  assertEquals(response.status, 200);
  assertEquals(await response.json(), { call: 1, url: "http://a.test/", title: "A" });
  assertEquals(service.asked, [{ workspace: "w1", what: "interact", args }]);
});

Deno.test("App.handle() gives a screenshot's data as base64 in JSON", async () => {
  const response = await send(fixture().app, "/browser/screenshot", post({}));
  assertEquals((await response.json()).data, "iVBORw0KGgo=");
});

Deno.test("App.handle() reads a resource", async () => {
  const { app, service } = fixture();
  const uri = "workspace://console?level=error&call=3";
  const response = await send(app, `/resources?uri=${encodeURIComponent(uri)}`, {
    headers: { "x-workspace": "w2" },
  });
  assertEquals(await response.json(), { capture: false, how: "open_session(capture=true)" });
  assertEquals(service.asked, [{ workspace: "w2", what: "read", args: { uri } }]);
});

Deno.test("App.handle() gives the skill alike at /resources and by the action read", async () => {
  const { app, service } = fixture();
  const uri = "skill://pagetap/SKILL.md";
  const read = await send(app, "/browser/read", post({ uri }));
  const got = await send(app, `/resources?uri=${encodeURIComponent(uri)}`);
  const { text, ...rest } = await got.json();
  assertEquals(rest, { uri, mimeType: "text/markdown" });
  assertStringIncludes(text, "\n# pagetap\n");
  assertEquals(await read.json(), { ...rest, text });
  assertEquals(service.asked, []);
});

Deno.test("App.handle() answers GET and HEAD /health, token or not, and tells strangers no more", async () => {
  const health = { ok: true, version: "1.2.3", uptime_s: 7, browsers: 1, workspaces: 2 };
  assertEquals(await (await send(fixture().app, "/health")).json(), health);
  const { app } = fixture({ authToken: "s3cret", host: "0.0.0.0" });
  assertEquals(await (await send(app, "/health")).json(), { ok: true });
  assertEquals((await send(app, "/health", { method: "HEAD" })).status, 200);
});

Deno.test("App.handle() says what a route takes when asked with OPTIONS", async () => {
  const { app } = fixture();
  const allow = async (path: string) =>
    (await send(app, path, { method: "OPTIONS" })).headers.get("allow");
  assertEquals(await allow("/browser/navigate"), "POST, OPTIONS");
  assertEquals(await allow("/resources"), "GET, HEAD, OPTIONS");
});

Deno.test("App.handle() lets no answer be cached, sniffed, framed or referred from", async () => {
  const { app } = fixture();
  for (const path of ["/health", "/nothing"]) {
    const { headers } = await send(app, path);
    assertEquals(headers.get("cache-control"), "no-store");
    assertEquals(headers.get("x-content-type-options"), "nosniff");
    assertEquals(headers.get("referrer-policy"), "no-referrer");
    assertStringIncludes(headers.get("content-security-policy") ?? "", "frame-ancestors 'none'");
  }
});

Deno.test("App.handle() requires a name beyond loopback", async () => {
  const { app } = fixture({ host: "0.0.0.0", authToken: "t" });
  const response = await send(app, "/browser/outline", post({}, { authorization: "Bearer t" }));
  assertEquals(response.status, 400);
  assertStringIncludes((await response.json()).error, "X-Workspace");
});

for (const status of [400, 403, 404, 409, 413, 429, 500, 503, 504] as ActionStatus[]) {
  Deno.test(`App.handle() answers ${status} when the service does, a tool with isError`, async () => {
    const { app, service } = fixture();
    service.answer = () => {
      throw new ActionError(status, "It did not work, try another");
    };
    const response = await send(app, "/browser/outline", post({}));
    assertEquals(response.status, status);
    assertEquals(await response.json(), { error: "It did not work, try another", status });
    assertEquals(await toolAnswer(await send(app, "/mcp", tool("outline", {}))), {
      isError: true,
      text: "It did not work, try another",
    });
  });
}

Deno.test("App.handle() keeps what it does not understand to itself", async () => {
  const { app, service, logged } = fixture();
  service.answer = () => {
    throw new RangeError("said by the page");
  };
  const response = await send(app, "/browser/outline", post({}));
  assertEquals(response.status, 500);
  assertEquals((await response.text()).includes("said by"), false);
  assertEquals(logged.join("").includes("said by"), false);
  assertStringIncludes(logged.join(""), "error=RangeError");
});

Deno.test("App.handle() logs paths it knows, and never a query", async () => {
  const { app, logged } = fixture();
  await send(app, "/resources?uri=s3cret");
  await send(app, "/s3cret");
  assertEquals(logged.map((line) => line.replace(/^\S+ /, "")), [
    "debug request method=GET path=/resources status=200 ms=0\n",
    "debug request method=GET path=unknown status=404 ms=0\n",
  ]);
});

/** Bad arguments: one sentence, whichever the surface. */
const badArguments: [string, string, unknown, string][] = [
  [
    "a missing argument",
    "network_body",
    {},
    'network_body: "id" is required: a request\'s id in quotes, such as "3.7", or its uri',
  ],
  [
    "a bad choice",
    "interact",
    { selector: { css: "a" }, action: "clik" },
    'interact: "action" must be one of click, double_click, right_click, hover, scroll_to; found "clik"',
  ],
  [
    "an unknown argument",
    "extract",
    { selecter: {} },
    'extract: "selecter" is not an argument; known are selector, format, max_chars',
  ],
  [
    "a number out of range",
    "outline",
    { max_nodes: 1001 },
    'outline: "max_nodes" must be an integer from 1 to 1000; found 1001',
  ],
  [
    "a script that is too long",
    "execute_script",
    { script: "x".repeat(100_001) },
    'execute_script: "script" must be a string of 1 to 100000 characters; found 100001 characters',
  ],
  [
    "a rule that is broken",
    "navigate",
    { back: true, reload: true },
    "navigate: give exactly one of url, back, forward, reload; found back and reload",
  ],
];
for (const [what, name, args, sentence] of badArguments) {
  Deno.test(`App.handle() refuses ${what} in the same words on both surfaces`, async () => {
    const { app, service } = fixture();
    const response = await send(app, `/browser/${name.replaceAll("_", "-")}`, post(args));
    assertEquals(response.status, 400);
    assertEquals(await response.json(), { error: sentence, status: 400 });
    assertEquals(await toolAnswer(await send(app, "/mcp", tool(name, args))), {
      isError: true,
      text: sentence,
    });
    assertEquals(service.asked, []);
  });
}

Deno.test("App.handle() reads arguments written by hand alike on both surfaces", async () => {
  const { app, service } = fixture();
  const args = { selector: '{"css": "#a"}', max_nodes: "5" };
  const response = await send(app, "/browser/outline", post(args));
  assertEquals(response.status, 200);
  assertEquals((await toolAnswer(await send(app, "/mcp", tool("outline", args)))).isError, false);
  const asked = {
    workspace: "default",
    what: "outline",
    args: { selector: { css: "#a" }, max_nodes: 5 },
  };
  assertEquals(service.asked, [asked, asked]);
});

Deno.test("App.handle() refuses a list of tools there is not, and names those there are", async () => {
  const response = await send(fixture().app, "/mcp?tools=some", tool("outline", {}));
  assertEquals(response.status, 400);
  assertEquals(await response.json(), {
    error: "?tools= must be one of core, all, once",
    status: 400,
  });
});

/** What the door refuses: whichever the route. */
const refused: [string, Sent, number, string][] = [
  ["a Host of another's", { headers: { host: "evil.test" } }, 403, "Host is not one"],
  ["an Origin of another's", { headers: { origin: "http://evil.test" } }, 403, "Origin is not one"],
  [
    "a page of another site",
    { headers: { "sec-fetch-site": "cross-site" } },
    403,
    "Sec-Fetch-Site",
  ],
  ["no token", { headers: { authorization: "" } }, 401, "token is required"],
  ["a wrong token", { headers: { authorization: "Bearer nope" } }, 401, "token is wrong"],
  ["GET", { method: "GET" }, 405, "takes POST only"],
  ["DELETE", { method: "DELETE" }, 405, "takes POST only"],
  ["text", { headers: { "content-type": "text/plain" } }, 415, "application/json"],
  [
    "a form",
    { headers: { "content-type": "application/x-www-form-urlencoded" } },
    415,
    "application/json",
  ],
  ["a workspace with a slash", { headers: { "x-workspace": "a/b" } }, 400, "1 to 64 of"],
];
for (const path of ["/mcp", "/browser/outline"]) {
  for (const [what, sent, status, sentence] of refused) {
    Deno.test(`App.handle() refuses ${what} on ${path} and changes nothing`, async () => {
      const { app, service } = fixture({ authToken: "s3cret" });
      const good = { ...tool("outline", {}), ...sent };
      const { body: _body, ...bodiless } = good;
      const response = await send(app, path, {
        ...good.method === "GET" ? bodiless : good,
        headers: {
          authorization: "Bearer s3cret",
          accept: "application/json, text/event-stream",
          ...sent.headers,
        },
      });
      assertEquals(response.status, status);
      const answer = await response.json();
      assertEquals(answer.status, status);
      assertStringIncludes(answer.error, sentence);
      assertEquals(service.asked, []);
    });
  }

  Deno.test(`App.handle() refuses a workspace named twice on ${path}`, async () => {
    const { app } = fixture();
    const response = await send(app, `${path}?workspace=a`, tool("x", {}, { "x-workspace": "a" }));
    assertEquals(response.status, 400);
    assertStringIncludes((await response.json()).error, "named twice");
  });

  Deno.test(`App.handle() refuses what is not JSON on ${path}`, async () => {
    const response = await send(fixture().app, path, { ...tool("x", {}), body: "{not json" });
    assertEquals(response.status, 400);
    await response.body?.cancel();
  });

  Deno.test(`App.handle() refuses a body over 4 MiB on ${path}`, async () => {
    const sent = { ...tool("x", {}), body: `"${"x".repeat(4 * 1024 * 1024)}"` };
    const response = await send(fixture().app, path, sent);
    assertEquals(response.status, 413);
    await response.body?.cancel();
  });
}

Deno.test("App.handle() refuses an MCP batch of over 100 messages, and counts each call of a smaller one", async () => {
  const quotas = new Quotas({ callsPerMinute: 12, now: () => 0 });
  const { app, service } = fixture({ quotas });
  const batch = (count: number): Sent => ({
    ...tool("outline", {}),
    body: JSON.stringify(Array.from({ length: count }, (_, id) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "outline", arguments: {} },
    }))),
  });
  const refused = await send(app, "/mcp", batch(101));
  assertEquals(refused.status, 400);
  await refused.body?.cancel();
  assertEquals(service.asked, []);
  const text = await (await send(app, "/mcp", batch(5))).text();
  assertEquals(text.match(/went over 12 calls a minute/g)?.length, 3);
  assertEquals(service.asked.length, 2);
});

const misses: [string, string, Sent, number, string][] = [
  ["an unknown route", "/browsers", post({}), 404, "POST /browser/<action>"],
  [
    "an unknown action",
    "/browser/clik",
    post({}),
    404,
    "POST /browser/ goes on with open-session, ",
  ],
  [
    "a route in the tool's spelling",
    "/browser/open_session",
    post({}),
    404,
    "/browser/open-session",
  ],
  ["the root", "/", {}, 404, "POST /mcp"],
  ["no URI", "/resources", {}, 400, "?uri="],
  ["two URIs", "/resources?uri=a&uri=b", {}, 400, "?uri="],
  ["POST on a GET route", "/resources?uri=a", post({}), 405, "takes GET only"],
  ["a misspelt workspace", "/browser/outline?workspce=a", post({}), 400, "it takes workspace"],
  [
    "arguments on the URL",
    "/browser/navigate?url=http://a.test",
    post({}),
    400,
    "it takes workspace",
  ],
];
for (const [what, path, sent, status, sentence] of misses) {
  Deno.test(`App.handle() refuses ${what} and says what there is`, async () => {
    const { app, service } = fixture();
    const response = await send(app, path, sent);
    assertEquals(response.status, status);
    assertStringIncludes((await response.json()).error, sentence);
    assertEquals(service.asked, []);
  });
}

Deno.test("App.handle() names a few paths for one that there is not", async () => {
  const said = async (path: string) => (await (await send(fixture().app, path)).json()).error;
  assertEquals(
    await said("/browser/open_session"),
    "There is no such action; near to it are POST /browser/open-session",
  );
  assertStringIncludes(await said("/openapi"), "GET /openapi.json, which names the rest");
  assertStringIncludes(await said("/openapi"), "GET /admin with what is under it");
  assertStringIncludes(await said("/resource"), "near to it are GET /resources");
  for (const path of ["/", "/x", `/${"a".repeat(2_000)}`]) {
    assert((await said(path)).length < 200, path);
  }
});

Deno.test("App.handle() names the actions for one that there is not", async () => {
  for (const name of ["click", "", "a".repeat(2_000)]) {
    const response = await send(fixture().app, `/browser/${name}`, post({}));
    assertEquals(response.status, 404);
    const { error } = await response.json();
    assertStringIncludes(error, "There is no such action; POST /browser/ goes on with ");
    for (const each of ["interact", "open-session", "run-flow"]) assertStringIncludes(error, each);
    assert(error.length < 600, error);
  }
});

Deno.test("App.handle() names what a 405 allows", async () => {
  const response = await send(fixture().app, "/mcp");
  assertEquals(response.headers.get("allow"), "POST, OPTIONS");
});
