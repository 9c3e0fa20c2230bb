/**
 * The main job, as the README tells it: an agent opens a shop, buys, is told what went wrong, and reads
 * why.
 *
 * @module
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Body, ConsoleList, NetworkList } from "../../capture/shapes.ts";
import type { BrowserName } from "./harness.ts";
import { McpClient, type McpOptions } from "./mcp_client.ts";

/** Who does it, and where. */
export interface MainJob extends McpOptions {
  readonly browser: BrowserName;
  /** The fixture site. */
  readonly origin: string;
  /** Runs while the browser is open, after all else. */
  readonly meanwhile?: () => Promise<void>;
}

/** Does the main job and ends its browser, whatever it came to. */
export async function mainJob(job: MainJob): Promise<void> {
  const { browser, origin, meanwhile } = job;
  await using mcp = await McpClient.connect(job);
  const click = (id: string) =>
    mcp.call("interact", { selector: { css: `#${id}` }, action: "click" });
  try {
    const url = `${origin}/p/shop`;
    const opened = await mcp.call("open_session", { browser, url, capture: true });
    assertEquals(opened.url, url);
    assertEquals(opened.title, "shop");
    assertEquals(opened.page, undefined);

    const failed = await click("buy");
    assertEquals(failed.page?.errors, 1);
    assertEquals(failed.page?.failed_requests, 1);
    const see = failed.page?.see ?? "";
    assertEquals(see, `workspace://console?level=error&call=${failed.call}`);

    const errors = await mcp.resource<ConsoleList>(see);
    assertEquals(errors.entries.map((entry) => entry.text), ["order failed: 500"]);
    assertEquals(errors.entries[0]?.source?.url, url);
    assertEquals(errors.entries[0]?.source?.line, 4);

    const rows = await mcp.call<NetworkList>("read", {
      uri: `workspace://network?filter=failed&call=${failed.call}`,
    });
    const [row] = rows.requests;
    assert(row);
    assertEquals(
      [row.method, row.status, row.type, row.class, row.failed],
      ["POST", 500, "fetch", "http", true],
    );
    assertMatch(row.id, /^\d+\.\d+$/);

    const body = await mcp.call<Body>("network_body", { id: row.id });
    assertEquals(body.text, '{"error":"out of stock","sku":"A-1","left":0}');
    const sent = await mcp.call<Body>("network_body", { id: row.id, side: "request" });
    assertEquals(sent.text, '{"sku":"A-1"}');

    const clean = await click("look");
    assertEquals(clean.page, undefined);
    assertEquals(clean.call, (failed.call ?? 0) + 1);
    await meanwhile?.();
  } finally {
    await mcp.call("end_browser");
  }
}
