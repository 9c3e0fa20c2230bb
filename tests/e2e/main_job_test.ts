import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Body, ConsoleList, NetworkList } from "../../capture/shapes.ts";
import { BROWSERS, Pagetap, type Result, startSite } from "./harness.ts";

let pagetap: Pagetap;
let site: Awaited<ReturnType<typeof startSite>>;
Deno.test.beforeAll(async () => {
  [pagetap, site] = await Promise.all([Pagetap.start(), startSite()]);
});
Deno.test.afterAll(async () => {
  await Promise.all([pagetap.stop(), site.stop()]);
});

/** An MCP client with the verbs of the main job. */
async function connect(workspace: string, era: "legacy" | "auto") {
  const client = new Client({ name: "main-job", version: "1" }, {
    ...(era === "auto" && { versionNegotiation: { mode: "auto" } }),
  });
  const url = new URL(`${pagetap.address}/mcp?workspace=${workspace}`);
  await client.connect(new StreamableHTTPClientTransport(url));
  return {
    close: () => client.close(),
    async call<T = Result>(name: string, args: Record<string, unknown> = {}): Promise<T> {
      const answer = await client.callTool({ name, arguments: args });
      assert(!answer.isError, JSON.stringify(answer.content));
      return answer.structuredContent as T;
    },
    async resource<T>(uri: string): Promise<T> {
      const { contents } = await client.readResource({ uri });
      const [first] = contents;
      assert(first && "text" in first);
      return JSON.parse(first.text as string);
    },
  };
}

for (const browser of BROWSERS) {
  for (const era of ["legacy", "auto"] as const) {
    Deno.test(`the main job goes as the README tells it: ${browser}, ${era} client`, async () => {
      const workspace = `main-${browser}-${era}`;
      const mcp = await connect(workspace, era);
      try {
        const opened = await mcp.call("open_session", {
          browser,
          url: `${site.origin}/p/shop`,
          capture: true,
        });
        assertEquals(opened.url, `${site.origin}/p/shop`);
        assertEquals(opened.title, "shop");
        assertEquals(opened.page, undefined);

        const click = (id: string) =>
          mcp.call("interact", { selector: { css: `#${id}` }, action: "click" });
        const failed = await click("buy");
        assertEquals(failed.page?.errors, 1);
        assertEquals(failed.page?.failed_requests, 1);
        const see = failed.page?.see ?? "";
        assertEquals(see, `workspace://console?level=error&call=${failed.call}`);

        const errors = await mcp.resource<ConsoleList>(see);
        assertEquals(errors.entries.map((entry) => entry.text), ["order failed: 500"]);
        assertEquals(errors.entries[0]?.source?.url, `${site.origin}/p/shop`);
        assertEquals(errors.entries[0]?.source?.line, 4);

        const rows = await mcp.call<NetworkList>("read", {
          uri: `workspace://network?filter=failed&call=${failed.call}`,
        });
        const [row] = rows.requests;
        assert(row);
        assertEquals([row.method, row.status, row.type, row.class, row.failed], [
          "POST",
          500,
          "fetch",
          "http",
          true,
        ]);
        assertMatch(row.id, /^\d+\.\d+$/);

        const body = await mcp.call<Body>("network_body", { id: row.id });
        assertEquals(body.text, '{"error":"out of stock","sku":"A-1","left":0}');
        const sent = await mcp.call<Body>("network_body", { id: row.id, side: "request" });
        assertEquals(sent.text, '{"sku":"A-1"}');

        const clean = await click("look");
        assertEquals(clean.page, undefined);
        assertEquals(clean.call, (failed.call ?? 0) + 1);
      } finally {
        await mcp.call("end_browser");
        await mcp.close();
      }
    });
  }

  Deno.test(`what the first page did before anyone looked is there: ${browser}`, async () => {
    const workspace = `first-${browser}`;
    const opened = await pagetap.call(workspace, "open_session", {
      browser,
      url: `${site.origin}/p/first`,
      capture: true,
    });
    assertEquals(opened.page?.errors, 1);
    assertEquals(opened.page?.failed_requests, 1);
    const errors = await pagetap.console(workspace, "?level=error");
    assertStringIncludes(errors.entries[0]?.text ?? "", "thrown in head");
    assertEquals(errors.entries[0]?.type, "javascript");
    const failed = await pagetap.network(workspace, "?filter=failed");
    assertEquals(failed.requests.map((row) => row.status), [404]);
    await pagetap.call(workspace, "end_browser");
  });
}
