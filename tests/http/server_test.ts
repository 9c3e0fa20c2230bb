import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { openTokens } from "../../http/door/open_tokens.ts";
import { Links } from "../../http/door/links.ts";
import { DiskUse } from "../../actors/store/disk_use.ts";
import { FlowStore } from "../../http/flows/store.ts";
import { createLog } from "../../http/log.ts";
import { serve, type Server } from "../../http/server.ts";
import { parseCommand, type Settings } from "../../http/settings.ts";
import { type Answer, FakeService } from "../fakes/service.ts";
import { type Era, ERAS } from "../fakes/surface.ts";
import { SCRATCH } from "../fakes/scratch.ts";

interface Fixture {
  server: Server;
  service: FakeService;
}

async function start(answer?: Answer, over: Partial<Settings> = {}): Promise<Fixture> {
  const command = parseCommand(["--port=0"], () => undefined);
  if (command.kind !== "serve") throw new Error("not a start");
  const service = new FakeService(answer);
  const log = createLog({ level: "error", format: "text", now: () => 0, write: () => {} });
  const settings = { ...command.settings, ...over };
  const { tokens } = await openTokens({ settings, log, now: () => performance.now() });
  const flows = new FlowStore(SCRATCH, new DiskUse(SCRATCH));
  const server = await serve({
    settings,
    tokens,
    service,
    flows,
    links: new Links({ key: new Uint8Array(32), now: () => performance.now() }),
    assets: new Map(),
    view: "",
    log,
    version: "1.2.3",
    graceMs: 1_000,
  });
  return { server, service };
}

async function connect(address: string, era: Era): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1" },
    era === "2025" ? {} : { versionNegotiation: { mode: "auto" } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)));
  return client;
}

/** Answers once its caller left; says when it was asked and when it was left. */
function waiting() {
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const answer: Answer = (_asked, options) => {
    options?.signal.addEventListener("abort", () => left.resolve(), { once: true });
    asked.resolve();
    return left.promise.then(() => ({ call: 1 }));
  };
  return { answer, asked: asked.promise, left: left.promise };
}

Deno.test("serve() says where it is and answers there", async () => {
  const { server } = await start();
  assert(/^http:\/\/127\.0\.0\.1:\d+$/.test(server.address), server.address);
  const response = await fetch(`${server.address}/health`);
  assertEquals((await response.json()).ok, true);
  await server.stop();
});

Deno.test("serve() binds IPv6 and writes its address as URLs have it", async () => {
  const { server } = await start(undefined, { host: "::1" });
  assert(/^http:\/\/\[::1\]:\d+$/.test(server.address), server.address);
  const response = await fetch(`${server.address}/health`);
  assertEquals(response.status, 200);
  await response.body?.cancel();
  await server.stop();
});

Deno.test("serve() cancels a JSON call whose caller left", async () => {
  const { answer, asked, left } = waiting();
  const { server } = await start(answer);
  const caller = new AbortController();
  const call = fetch(`${server.address}/browser/execute-script`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ script: "x".repeat(50_000) }),
    signal: caller.signal,
  });
  await asked;
  caller.abort();
  await assertRejects(() => call);
  await left;
  await server.stop();
});

for (const era of ERAS) {
  Deno.test(`serve() cancels the call of a ${era} client that left`, async () => {
    const { answer, asked, left } = waiting();
    const { server } = await start(answer);
    const client = await connect(server.address, era);
    const call = client.callTool({ name: "outline", arguments: {} }).catch(() => "rejected");
    await asked;
    await client.close();
    await left;
    assertEquals(await call, "rejected");
    await server.stop();
  });

  Deno.test(`serve() cancels the call that a ${era} client cancels`, async () => {
    const { answer, asked, left } = waiting();
    const { server } = await start(answer);
    const client = await connect(server.address, era);
    const caller = new AbortController();
    const call = client.callTool({ name: "outline", arguments: {} }, { signal: caller.signal });
    await asked;
    caller.abort("enough");
    await assertRejects(() => call);
    await left;
    await client.close();
    await server.stop();
  });

  Deno.test(`serve() keeps the workspaces of ${era} clients apart`, async () => {
    const { server, service } = await start();
    const of = async (workspace: string) => {
      const client = new Client(
        { name: "test", version: "1" },
        era === "2025" ? {} : { versionNegotiation: { mode: "auto" } },
      );
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), {
          requestInit: { headers: { "x-workspace": workspace } },
        }),
      );
      return client;
    };
    const clients = await Promise.all(["a", "b", "c"].map(of));
    await Promise.all(
      clients.map((client, index) =>
        client.callTool({ name: "press_key", arguments: { keys: `${index}` } })
      ),
    );
    assertEquals(
      service.asked.map(({ workspace, args }) => [workspace, args]).sort(),
      [["a", { keys: "0" }], ["b", { keys: "1" }], ["c", { keys: "2" }]],
    );
    await Promise.all(clients.map((client) => client.close()));
    await server.stop();
  });
}

Deno.test("serve() lets a token in and nobody else", async () => {
  const { server } = await start(undefined, { authToken: "s3cret" });
  const post = (headers: Record<string, string>) =>
    fetch(`${server.address}/browser/outline`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: "{}",
    });
  const refused = await post({});
  assertEquals(refused.status, 401);
  assertStringIncludes(refused.headers.get("www-authenticate") ?? "", "Bearer");
  await refused.body?.cancel();
  const admitted = await post({ authorization: "Bearer s3cret" });
  assertEquals(admitted.status, 200);
  await admitted.body?.cancel();
  await server.stop();
});

Deno.test("Server.stop() lets a running call finish, twice called or once", async () => {
  const asked = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const { server } = await start(async () => {
    asked.resolve();
    await finish.promise;
    return { call: 7 };
  });
  const call = fetch(`${server.address}/browser/outline`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  await asked.promise;
  const stops = [server.stop(), server.stop()];
  finish.resolve();
  assertEquals(await (await call).json(), { call: 7 });
  await Promise.all(stops);
  await assertRejects(() => fetch(`${server.address}/health`));
});

Deno.test("Server.stop() cancels a call that does not finish", async () => {
  const { answer, asked, left } = waiting();
  const { server } = await start(answer);
  const client = await connect(server.address, "2026-07-28");
  const call = client.callTool({ name: "outline", arguments: {} }).then(() => {}, () => {});
  await asked;
  await server.stop();
  await left;
  await call;
  await client.close();
});
