/** What a token may do, on every way in: nothing that its scopes do not name, nor in a workspace not its own. */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ACTIONS } from "../../http/actions/table.ts";
import type { App } from "../../http/app.ts";
import { type Scope, SCOPES } from "../../http/door/access.ts";
import { sha256, Tokens } from "../../http/door/tokens.ts";
import { connect, ERAS, type Fixture, fixture } from "../fakes/surface.ts";

/** A surface with one token that has `scopes` in the workspaces `mine*`. */
function withToken(scopes: readonly Scope[]): Fixture & { tokens: Tokens } {
  const token = { name: "ci", digest: sha256("the-token"), scopes, workspaces: ["mine*"] };
  const tokens = new Tokens([token], () => 0);
  return { ...fixture({ tokens }), tokens };
}

async function ask(
  app: App,
  path: string,
  { workspace = "mine", method = "GET", body }: {
    workspace?: string | null;
    method?: string;
    body?: unknown;
  } = {},
): Promise<{ status: number; error: string }> {
  const response = await app.handle(
    new Request(`http://localhost:4445${path}`, {
      method,
      headers: {
        host: "localhost:4445",
        authorization: "Bearer the-token",
        accept: "application/json, text/event-stream",
        ...workspace !== null && { "x-workspace": workspace },
        ...body !== undefined && { "content-type": "application/json" },
      },
      ...body !== undefined && { body: JSON.stringify(body) },
    }),
  );
  const text = await response.text();
  const error = response.ok ? "" : String(JSON.parse(text).error);
  return { status: response.status, error };
}

for (const action of ACTIONS) {
  Deno.test(`${action.name} needs its scope on both surfaces, whatever its arguments`, async () => {
    const { app, service } = withToken(SCOPES.filter((scope) => scope !== action.scope));
    const missing = `${action.name} needs the scope ${action.scope}, and the token ci has`;
    const { status, error } = await ask(app, action.path, { method: "POST", body: {} });
    assertEquals(status, 403);
    assertStringIncludes(error, missing);
    const client = await connect(app, "2025", "?workspace=mine&tools=all", "the-token");
    const { content, isError } = await client.callTool({ name: action.name, arguments: {} });
    assertEquals(isError, true);
    assertStringIncludes(JSON.stringify(content), missing);
    const { tools } = await client.listTools();
    assertEquals(tools.some(({ name }) => name === action.name), false);
    await client.close();
    assertEquals(service.asked, []);
  });
}

const selector = { css: "a" };
const besides: [name: string, args: object, scope: Scope | null][] = [
  ["write", { selector, secret: { name: "n", key: "s" } }, "secrets"],
  ["write", { selector, text: "s" }, null],
  [
    "fill_form",
    { fields: [{ selector, value: 1 }, { selector, secret: { name: "n", key: "s" } }] },
    "secrets",
  ],
  ["fill_form", { fields: [{ selector, value: false }] }, null],
  ["screenshot", { save: true }, "interact"],
  ["screenshot", { save: "a.png" }, "interact"],
  ["screenshot", { save: false }, null],
  ["print", { save: true }, "interact"],
  ["print", {}, null],
];
for (const [name, args, scope] of besides) {
  Deno.test(`${name} with ${Object.keys(args)} needs ${scope ?? "nothing"} besides its own scope`, async () => {
    const action = ACTIONS.find((each) => each.name === name);
    assert(action !== undefined);
    const { app, service } = withToken(
      scope === null ? [action.scope] : SCOPES.filter((each) => each !== scope),
    );
    const { status, error } = await ask(app, action.path, { method: "POST", body: args });
    const client = await connect(app, "2025", "?workspace=mine", "the-token");
    const { content, isError } = await client.callTool({ name, arguments: { ...args } });
    await client.close();
    if (scope === null) return assertEquals([status, service.asked.length], [200, 2]);
    assertEquals([status, isError, service.asked], [403, true, []]);
    const missing = `${name} needs the scope ${scope}`;
    assertStringIncludes(error, missing);
    assertStringIncludes(JSON.stringify(content), missing);
  });
}

for (const [name, args, scope] of besides) {
  // To run a flow is to act, so that is what its token may do in any case.
  if (scope === "interact") continue;
  Deno.test(`a step ${name} with ${Object.keys(args)} needs ${scope ?? "nothing"} besides its own scope`, async () => {
    const { app, service } = withToken(SCOPES.filter((each) => each !== scope));
    const kept = await ask(app, "/browser/save-flow", {
      method: "POST",
      body: { name: "it", flow: { steps: [{ tool: name, arguments: args }] } },
    });
    assertEquals(kept.status, 200, kept.error);
    service.asked.length = 0;
    const { status, error } = await ask(app, "/browser/run-flow", {
      method: "POST",
      body: { name: "it" },
    });
    if (scope === null) return assertEquals([status, service.asked.length], [200, 1]);
    assertEquals([status, service.asked], [403, []]);
    assertStringIncludes(
      error,
      `run_flow "it" stopped at step 1 of 1: ${name} needs the scope ${scope}`,
    );
  });
}

for (const era of ERAS) {
  Deno.test(`a ${era} client is shown what its token may use, and keeps the lists to itself`, async () => {
    const { app } = withToken(["observe"]);
    const client = await connect(app, era, "?workspace=mine&tools=all", "the-token");
    const { tools } = await client.listTools();
    const usable = ACTIONS.filter(({ scope }) => scope === "observe").map(({ name }) => name);
    assertEquals(tools.map(({ name }) => name), usable);
    const { resources } = await client.listResources();
    assert(resources.length > 0 && resources.every(({ uri }) => !uri.startsWith("secret:")));
    await client.close();
  });

  Deno.test(`a ${era} client without observe is shown no resource and reads none`, async () => {
    const { app, service } = withToken(["interact", "secrets"]);
    const client = await connect(app, era, "?workspace=mine", "the-token");
    assertEquals((await client.listResources()).resources, []);
    assertEquals((await client.listResourceTemplates()).resourceTemplates, []);
    await assertRejects(
      () => client.readResource({ uri: "workspace://current" }),
      Error,
      "needs the scope observe",
    );
    await client.close();
    assertEquals(service.asked, []);
  });

  Deno.test(`a ${era} client reads no secret:// URI without the scope secrets`, async () => {
    const { app, service } = withToken(["observe"]);
    const client = await connect(app, era, "?workspace=mine", "the-token");
    for (const uri of ["secret://secrets", "SECRET://secrets"]) {
      await assertRejects(() => client.readResource({ uri }), Error, "needs the scope secrets");
      const { content } = await client.callTool({ name: "read", arguments: { uri } });
      assertStringIncludes(JSON.stringify(content), "needs the scope secrets");
    }
    await client.close();
    assertEquals(service.asked, []);
  });

  Deno.test(`a ${era} client does not get into a workspace its token is not bound to`, async () => {
    const { app, service } = withToken(SCOPES);
    await assertRejects(
      () => connect(app, era, "?workspace=yours", "the-token"),
      Error,
      // What a client of either revision makes of it; the older one shows the sentence too.
      era === "2025" ? "The token ci is not bound to the workspace that is named" : "HTTP 403",
    );
    assertEquals(service.asked, []);
  });
}

Deno.test("GET /resources needs observe, and secrets for secret://", async () => {
  const uri = (text: string) => `/resources?uri=${encodeURIComponent(text)}`;
  const blind = await ask(withToken(["admin"]).app, uri("workspace://current"));
  assertEquals(blind.status, 403);
  assertStringIncludes(blind.error, "needs the scope observe");
  const { app, service } = withToken(["observe"]);
  assertEquals((await ask(app, uri("workspace://current"))).status, 200);
  const { status, error } = await ask(app, uri("secret://secrets"));
  assertEquals(status, 403);
  assertStringIncludes(error, "needs the scope secrets");
  assertEquals(service.asked.length, 1);
});

Deno.test("GET /metrics needs admin where tokens are asked for", async () => {
  const { status, error } = await ask(withToken(["observe"]).app, "/metrics");
  assertEquals(status, 403);
  assertStringIncludes(error, "GET /metrics needs the scope admin");
  assertEquals((await ask(withToken(["admin"]).app, "/metrics")).status, 200);
});

Deno.test("a foreign workspace is refused in the same words on every route, before anything is asked", async () => {
  const { app, service } = withToken(SCOPES);
  const answers = new Set<string>();
  for (const workspace of ["yours", "default", "min", "Mine"]) {
    for (const { path } of ACTIONS) {
      const answer = await ask(app, path, { workspace, method: "POST", body: {} });
      answers.add(JSON.stringify(answer));
    }
    answers.add(
      JSON.stringify(await ask(app, "/resources?uri=workspace%3A%2F%2Fx", { workspace })),
    );
    const call = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    answers.add(JSON.stringify(await ask(app, "/mcp", { workspace, method: "POST", body: call })));
  }
  assertEquals([...answers].map((text) => JSON.parse(text)), [{
    status: 403,
    error:
      "The token ci is not bound to the workspace that is named, but to mine*; name such a one as ?workspace= or X-Workspace",
  }]);
  assertEquals(service.asked, []);
});

Deno.test("a token is told that it named no workspace where it did not", async () => {
  const { app } = withToken(SCOPES);
  for (const path of ["/resources?uri=workspace%3A%2F%2Fcurrent", "/files/a.txt"]) {
    const { error } = await ask(app, path, { workspace: null });
    assertStringIncludes(error, "No workspace is named, which stands for default", path);
  }
});

Deno.test("a token that is revoked cuts its running calls short on both surfaces, and says so", async () => {
  const { app, service, tokens } = withToken(SCOPES);
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  service.answer = (_asked, options) => {
    asked[service.asked.length - 1]?.resolve();
    const { promise, reject } = Promise.withResolvers<unknown>();
    options?.signal.addEventListener("abort", () => reject(new Error("cut short")));
    options?.progress?.("waiting");
    return promise;
  };
  const json = ask(app, "/browser/outline", { method: "POST", body: {} });
  const client = await connect(app, "2025", "?workspace=mine", "the-token");
  const call = client.callTool({ name: "outline", arguments: {} }, { onprogress: () => {} })
    .then(({ content }) => JSON.stringify(content), (error) => String(error));
  await Promise.all(asked.map(({ promise }) => promise));
  tokens.replace([]);
  assertEquals(await json, { status: 401, error: "The token ci was revoked or changed" });
  assertStringIncludes(await call, "The token ci was revoked or changed");
  assertEquals((await ask(app, "/openapi.json")).status, 401);
  await client.close();
});

Deno.test("a request is logged with the name of its token, never with the token", async () => {
  const { app, logged } = withToken(["observe"]);
  await ask(app, "/resources?uri=workspace%3A%2F%2Fcurrent");
  assertStringIncludes(logged.join(""), "token=ci");
  assertEquals(logged.join("").includes("the-token"), false);
});
