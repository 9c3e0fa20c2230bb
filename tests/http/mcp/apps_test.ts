import { assert, assertEquals } from "@std/assert";
import { RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY } from "@modelcontextprotocol/ext-apps";
import { VIEW_META_KEY, VIEW_MIME, VIEW_URI } from "../../../http/mcp/apps.ts";
import { connect, ERAS, fixture } from "../../fakes/surface.ts";

Deno.test("the constants of MCP Apps are those of its package", () => {
  assertEquals([VIEW_MIME, VIEW_META_KEY], [RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY]);
});

for (const era of ERAS) {
  Deno.test(`show names its view, and network_body and read may be called by it, to a client of ${era}`, async () => {
    const client = await connect(fixture().app, era, "?tools=all");
    const { tools } = await client.listTools();
    const meta = (name: string) => tools.find((tool) => tool.name === name)?._meta;
    assertEquals(meta("show"), { ui: { resourceUri: VIEW_URI }, [VIEW_META_KEY]: VIEW_URI });
    for (const name of ["network_body", "read"]) {
      assertEquals(meta(name), { ui: { visibility: ["model", "app"] } });
    }
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
