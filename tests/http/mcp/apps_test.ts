import { assert, assertEquals } from "@std/assert";
import type { ClientCapabilities } from "@modelcontextprotocol/client";
import { RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY } from "@modelcontextprotocol/ext-apps";
import { EXTENSION_ID } from "@modelcontextprotocol/ext-apps/server";
import {
  APPS_EXTENSION,
  drawsViews,
  VIEW_META_KEY,
  VIEW_MIME,
  VIEW_URI,
} from "../../../http/mcp/apps.ts";
import { connect, ERAS, fixture } from "../../fakes/surface.ts";

Deno.test("the constants of MCP Apps are those of its package", () => {
  assertEquals([VIEW_MIME, VIEW_META_KEY, APPS_EXTENSION], [
    RESOURCE_MIME_TYPE,
    RESOURCE_URI_META_KEY,
    EXTENSION_ID,
  ]);
});

for (
  const [capabilities, draws] of [
    [undefined, false],
    [{}, false],
    [{ extensions: { "io.modelcontextprotocol/other": {} } }, false],
    [{ extensions: { [APPS_EXTENSION]: {} } }, true],
    [{ extensions: { [APPS_EXTENSION]: { mimeTypes: [VIEW_MIME] } } }, true],
    [{ extensions: { [APPS_EXTENSION]: { mimeTypes: ["text/plain"] } } }, false],
    [{ extensions: { [APPS_EXTENSION]: { mimeTypes: "what" } } }, true],
  ] as const
) {
  Deno.test(`drawsViews() is ${draws} for ${JSON.stringify(capabilities)}`, () => {
    assertEquals(drawsViews(capabilities as ClientCapabilities | undefined), draws);
  });
}

for (const era of ERAS) {
  Deno.test(`the core has show for a client of ${era} that renders views, and for no other`, async () => {
    const { app } = fixture();
    const names = async (query: string, extensions?: ClientCapabilities["extensions"]) => {
      const client = await connect(app, era, query, undefined, extensions);
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    };
    const core = await names("");
    const drawing = await names("", { [APPS_EXTENSION]: { mimeTypes: [VIEW_MIME] } });
    assertEquals(drawing.filter((name) => !core.includes(name)), ["show"]);
    assertEquals(core.filter((name) => !drawing.includes(name)), []);
    const all = await names("?tools=all");
    assertEquals(await names("?tools=all", { [APPS_EXTENSION]: {} }), all);
  });

  Deno.test(`show names its view, and network_body and read may be called by it, to a client of ${era}`, async () => {
    const client = await connect(fixture().app, era, "?tools=all");
    const { tools } = await client.listTools();
    const meta = (name: string) => tools.find((tool) => tool.name === name)?._meta;
    assertEquals(meta("show"), { ui: { resourceUri: VIEW_URI }, [VIEW_META_KEY]: VIEW_URI });
    // Without `visibility`, which is then the model and the app (SEP-1865).
    for (const name of ["network_body", "read"]) assertEquals(meta(name), undefined);
    await client.close();
  });

  Deno.test(`the view is a document for a client of ${era}`, async () => {
    const client = await connect(fixture().app, era);
    const [content] = (await client.readResource({ uri: VIEW_URI })).contents;
    assert(content !== undefined && "text" in content);
    assertEquals([content.mimeType, content.text], [VIEW_MIME, "<p>view"]);
    await client.close();
  });

  Deno.test(`show answers a client of ${era} that cannot draw with what read answers`, async () => {
    const client = await connect(fixture().app, era);
    const args = { uri: "workspace://network" };
    const shown = await client.callTool({ name: "show", arguments: args });
    const read = await client.callTool({ name: "read", arguments: args });
    assertEquals(shown.structuredContent, {
      ...read.structuredContent as Record<string, unknown>,
      ...args,
    });
    await client.close();
  });
}
