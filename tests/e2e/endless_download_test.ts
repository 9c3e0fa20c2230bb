/**
 * A download without an end: nothing stops it but the end of the browser, which comes before the disk is full.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap } from "./harness.ts";
import { until } from "./until.ts";

const CHUNK = new Uint8Array(1024 * 1024);

for (const browser of BROWSERS) {
  Deno.test(`a download in ${browser} that does not end ends the browser`, async () => {
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    const left = Promise.withResolvers<void>();
    await using site = servePages({
      "/": "<p>page",
      "/inf": () =>
        new Response(
          new ReadableStream({
            pull: (controller) => controller.enqueue(CHUNK),
            cancel: () => left.resolve(),
          }),
          { headers: { "content-disposition": "attachment; filename=inf.bin" } },
        ),
    });
    const url = `${site.origin}/`;
    await pagetap.call("a", "open_session", { url });
    const { status, message } = await pagetap.refused("a", "download", {
      url: `${site.origin}/inf`,
    });
    assertEquals(status, 413, message);
    await left.promise;
    const { reopened } = await until(async () => {
      const { body } = await pagetap.post("a", "extract");
      return body.reopened !== undefined && body;
    }, 30_000);
    const { why } = reopened as { why: string };
    assertStringIncludes(why, "a download that was given up went on and could not be stopped");
    await pagetap.call("a", "end_browser");
  });
}
