/**
 * Where pages may be taken, with the lists an operator gives: by the address, and by where a page leads.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap } from "./harness.ts";
import { until } from "./until.ts";

for (const browser of BROWSERS) {
  Deno.test(`pages in ${browser} go where the lists let them, and redirects too`, async (t) => {
    await using site = servePages({
      "/": "<title>here</title>",
      "/out": ({ url }) => {
        const location = new URL(url).searchParams.get("to") ?? "";
        return new Response(null, { status: 302, headers: { location } });
      },
    });
    const { port } = new URL(site.origin);
    await using pagetap = await Pagetap.start({
      BROWSER: browser,
      ALLOW_ORIGINS: `${site.origin}, localhost, http://*.localhost:${port}`,
      DENY_ORIGINS: `http://denied.localhost:${port}`,
    });
    const workspace = "lists";
    const refused = async (url: string, why: string): Promise<void> => {
      for (
        const [tool, args] of [
          ["open_session", { url }],
          ["navigate", { url }],
          ["tabs", { action: "open", url }],
          ["download", { url }],
        ] as const
      ) {
        const { status, message } = await pagetap.refused(workspace, tool, args);
        assertEquals(status, 403, `${tool}: ${message}`);
        assertStringIncludes(message, why, tool);
      }
    };
    await pagetap.call(workspace, "open_session", { url: `${site.origin}/` });

    await t.step("by the address", async () => {
      await pagetap.call(workspace, "navigate", { url: `http://localhost:${port}/` });
      await pagetap.call(workspace, "navigate", { url: `http://a.localhost:${port}/` });
      await refused("https://example.com/", "ALLOW_ORIGINS does not have its origin");
      await refused(`http://DENIED.localhost.:${port}/`, "DENY_ORIGINS has its origin");
      await refused("http://0xa9fea9fe/latest/", "a link-local or cloud metadata address");
      await refused("http://[::ffff:169.254.169.254]/", "a link-local or cloud metadata address");
      await refused("http://metadata.google.internal/", "a link-local or cloud metadata address");
      const { tabs } = await pagetap.read<{ tabs: unknown[] }>(workspace, "workspace://current");
      assertEquals(tabs.length, 1);
    });

    await t.step("by a redirect, and by a script of the page", async () => {
      const there = `http://denied.localhost:${port}/`;
      const redirect = `${site.origin}/out?to=${encodeURIComponent(there)}`;
      const back = () =>
        until(async () => {
          const { body } = await pagetap.post(workspace, "extract");
          return body.url === "about:blank" && body;
        });
      const { status, message } = await pagetap.refused(workspace, "navigate", { url: redirect });
      assertEquals(status, 403, message);
      assertStringIncludes(message, "DENY_ORIGINS has its origin; the tab was put back");
      await back();
      await pagetap.call(workspace, "navigate", { url: `${site.origin}/` });
      await pagetap.post(workspace, "execute_script", {
        script: `location.href = ${JSON.stringify(there)}`,
      });
      await back();
    });
    await pagetap.call(workspace, "end_browser");
  });
}
