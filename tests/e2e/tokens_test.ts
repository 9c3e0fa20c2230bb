/**
 * Two tokens, two workspaces: neither can read, drive, list or guess the other's, on any surface.
 *
 * @module
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ACTIONS } from "../../http/actions/table.ts";
import { SCOPES } from "../../http/door/access.ts";
import { Pagetap } from "./harness.ts";
import { until } from "./until.ts";

const ANN = "ann-0123456789abcdef";
const BEN = "ben-0123456789abcdef";
const OPS = "ops-0123456789abcdef";

interface Entry {
  name: string;
  token: string;
  scopes: readonly string[];
  workspaces?: string[];
}

const ENTRIES: Entry[] = [
  { name: "ann", token: ANN, scopes: SCOPES, workspaces: ["ann", "shared-*"] },
  { name: "ben", token: BEN, scopes: SCOPES, workspaces: ["ben"] },
  { name: "ops", token: OPS, scopes: ["observe"] },
];

/** Runs a server with these tokens; `write` puts others into the file. */
async function withTokens(
  task: (pagetap: Pagetap, write: (entries: Entry[]) => Promise<void>) => Promise<void>,
): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".json" });
  const write = (entries: Entry[]) => Deno.writeTextFile(path, JSON.stringify(entries));
  try {
    await write(ENTRIES);
    await using pagetap = await Pagetap.start({ TOKENS_FILE: path });
    await task(pagetap, write);
    for (const secret of [ANN, BEN, OPS]) assertEquals(pagetap.log.includes(secret), false);
  } finally {
    await Deno.remove(path);
  }
}

interface Answer {
  status: number;
  text: string;
}

/** One request with a token, in a workspace. */
async function ask(
  pagetap: Pagetap,
  path: string,
  { token, workspace, body, method }: {
    token: string;
    workspace: string;
    body?: unknown;
    method?: string;
  },
): Promise<Answer> {
  const response = await fetch(`${pagetap.address}${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      authorization: `Bearer ${token}`,
      "x-workspace": workspace,
      accept: "application/json, text/event-stream",
      ...body !== undefined && { "content-type": "application/json" },
    },
    ...body !== undefined && { body: JSON.stringify(body) },
  });
  return { status: response.status, text: await response.text() };
}

async function connect(pagetap: Pagetap, token: string, workspace: string): Promise<Client> {
  const client = new Client({ name: "e2e", version: "1" });
  const url = new URL(`${pagetap.address}/mcp?workspace=${workspace}`);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

const resource = (uri: string): string => `/resources?uri=${encodeURIComponent(uri)}`;

/** Every way in there is, with what it is sent. */
const WAYS_IN: [path: string, body?: unknown][] = [
  ...ACTIONS.map(({ path }): [string, unknown] => [path, {}]),
  ...[
    "workspace://current",
    "workspace://console",
    "workspace://network/1.1",
    "workspace://files",
    "workspace://files/x.png",
    "workspace://site-data",
    "secret://secrets",
    "skill://pagetap/SKILL.md",
  ].map((uri): [string] => [resource(uri)]),
  ...[
    ["initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x" } }],
    ["tools/list", {}],
    ["tools/call", { name: "read", arguments: { uri: "workspace://current" } }],
    ["resources/list", {}],
    ["resources/read", { uri: "workspace://current" }],
    ["completion/complete", {
      ref: { type: "ref/resource", uri: "workspace://files/{name}" },
      argument: { name: "name", value: "" },
    }],
  ].map(([method, params], id): [string, unknown] => ["/mcp", {
    jsonrpc: "2.0",
    id,
    method,
    params,
  }]),
];

Deno.test("two tokens cannot read, drive, list or guess each other's workspaces", async (t) => {
  await withTokens(async (pagetap) => {
    // A flow is kept without a browser, so there is something of Ann's to be found.
    const flow = { steps: [{ tool: "outline", arguments: {} }] };
    const saved = await ask(pagetap, "/browser/save-flow", {
      token: ANN,
      workspace: "ann",
      body: { name: "sign_in", flow },
    });
    await t.step("its own is as without tokens", async () => {
      assertEquals(saved.status, 200, saved.text);
      const { text } = await ask(pagetap, "/browser/list-flows", {
        token: ANN,
        workspace: "ann",
        body: {},
      });
      assertStringIncludes(text, "sign_in");
    });

    await t.step(
      "every way in answers the same, whether there is such a workspace or not",
      async () => {
        for (const [path, body] of WAYS_IN) {
          const answers = await Promise.all(
            ["ann", "shared-1", "nobody", "default", "Ben", "ben2"].map((workspace) =>
              ask(pagetap, path, { token: BEN, workspace, body })
            ),
          );
          const [first] = answers;
          assertEquals(first?.status, 403, `${path} ${first?.text}`);
          assertStringIncludes(first?.text ?? "", "The token ben is not bound to the workspace");
          for (const answer of answers) assertEquals(answer, first, path);
        }
      },
    );

    await t.step("a list names only what is the caller's", async () => {
      for (const path of ["/admin/workspaces", "/openapi.json", "/metrics"]) {
        const { status, text } = await ask(pagetap, path, { token: BEN, workspace: "ben" });
        assertEquals(status, 200, text);
        assertEquals(/\bann\b|shared|sign_in/.test(text), false, text);
      }
      const { status } = await ask(pagetap, "/admin/workspaces/ann", {
        token: BEN,
        workspace: "ben",
      });
      assertEquals(status, 403);
      const client = await connect(pagetap, BEN, "ben");
      const lists = JSON.stringify([
        await client.listTools(),
        await client.listResources(),
        await client.listResourceTemplates(),
        await client.callTool({ name: "list_flows", arguments: {} }),
        await client.callTool({ name: "read", arguments: { uri: "workspace://current" } }),
      ]);
      assertEquals(lists.includes("sign_in"), false);
      await client.close();
    });

    await t.step("a file is its workspace's, and so is the link to it", async () => {
      const put = async (token: string, workspace: string) => {
        const response = await fetch(`${pagetap.address}/files/plan.txt`, {
          method: "PUT",
          headers: { authorization: `Bearer ${token}`, "x-workspace": workspace },
          body: "of Ann's",
        });
        return { status: response.status, text: await response.text() };
      };
      assertEquals((await put(ANN, "ann")).status, 201);
      assertEquals((await put(BEN, "ann")).status, 403);
      assertEquals((await put(OPS, "ann")).status, 403);
      const uri = "workspace://files/plan.txt";
      const mine = await ask(pagetap, resource(uri), { token: ANN, workspace: "ann" });
      const { link } = JSON.parse(mine.text);
      assertEquals(await (await fetch(link)).text(), "of Ann's");
      for (const path of ["/files/plan.txt", "/files/none.txt"]) {
        const { status, text } = await ask(pagetap, path, { token: BEN, workspace: "ann" });
        assertEquals(status, 403);
        assertStringIncludes(text, "The token ben is not bound to the workspace");
      }
      const own = await ask(pagetap, resource(uri), { token: BEN, workspace: "ben" });
      assertEquals(own.status, 404, own.text);
      const bent = await fetch(link.replace("workspace=ann", "workspace=ben"));
      assertEquals(bent.status, 403);
      assertEquals((await bent.text()).includes("of Ann's"), false);
    });

    await t.step("naming two workspaces is no way in", async () => {
      const both = await ask(pagetap, "/browser/list-flows?workspace=ann", {
        token: BEN,
        workspace: "ben",
        body: {},
      });
      assertEquals(both.status, 400, both.text);
      const argument = await ask(pagetap, "/browser/list-flows", {
        token: BEN,
        workspace: "ben",
        body: { workspace: "ann" },
      });
      assertEquals(argument.status, 400, argument.text);
    });

    await t.step(
      "without a token there is nothing to see but that the server is well",
      async () => {
        for (const [path, body] of [...WAYS_IN, ["/metrics"], ["/admin/workspaces"]] as const) {
          const { status, text } = await ask(pagetap, path, {
            token: "no-such-token-here",
            workspace: "ann",
            body,
          });
          assert(status === 401 || status === 429, `${path}: ${status} ${text}`);
        }
        const health = await fetch(`${pagetap.address}/health`);
        assertEquals(await health.json(), { ok: true });
      },
    );

    await t.step("a token for looking does nothing else, in any workspace", async () => {
      for (const { name, path, scope } of ACTIONS) {
        if (scope === "observe") continue;
        const { status, text } = await ask(pagetap, path, {
          token: OPS,
          workspace: "ann",
          body: {},
        });
        assertEquals(status, 403);
        assertStringIncludes(
          text,
          `${name} needs the scope ${scope}, and the token ops has observe`,
        );
      }
      const { status } = await ask(pagetap, "/metrics", { token: OPS, workspace: "ann" });
      assertEquals(status, 403);
    });
  });
});

Deno.test("SIGHUP reads the tokens again, and a bad file leaves them as they were", async () => {
  await withTokens(async (pagetap, write) => {
    const status = async (token: string, workspace: string) =>
      (await ask(pagetap, resource("workspace://current"), { token, workspace })).status;
    assertEquals([await status(ANN, "ann"), await status(BEN, "ben")], [200, 200]);
    const client = await connect(pagetap, BEN, "ben");

    await write(ENTRIES.filter(({ name }) => name !== "ben"));
    pagetap.signal("SIGHUP");
    await until(() => pagetap.log.includes("tokens read again"));
    assertEquals([await status(ANN, "ann"), await status(BEN, "ben")], [200, 401]);
    assertMatch(await client.listTools().then(() => "listed", String), /401|Unauthorized|token/i);
    await client.close();

    await write([{ ...ENTRIES[0], token: "short" } as Entry]);
    pagetap.signal("SIGHUP");
    await until(() => pagetap.log.includes("tokens are left as they were"));
    assertEquals([await status(ANN, "ann"), await status(BEN, "ben")], [200, 401]);
  });
});

Deno.test("a server does not start with a file of tokens it cannot take, and says why", async () => {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, `[{"name":"ann","token":"${ANN}","scopes":["all"]}]`);
    const failed = await Pagetap.start({ TOKENS_FILE: path }).then(() => "started", String);
    assertStringIncludes(failed, "ended with 2");
    assertStringIncludes(failed, "of entry 1, scopes must be a list of at least one of observe");
    assertEquals(failed.includes(ANN), false);
  } finally {
    await Deno.remove(path);
  }
});
