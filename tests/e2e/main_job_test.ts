import { assertEquals, assertStringIncludes } from "@std/assert";
import { BROWSERS, Pagetap, startSite } from "./harness.ts";
import { mainJob } from "./main_job.ts";
import { ERAS } from "./mcp_client.ts";

let pagetap: Pagetap;
let site: Awaited<ReturnType<typeof startSite>>;
Deno.test.beforeAll(async () => {
  [pagetap, site] = await Promise.all([Pagetap.start(), startSite()]);
});
Deno.test.afterAll(async () => {
  await Promise.all([pagetap.stop(), site.stop()]);
});

for (const browser of BROWSERS) {
  for (const era of ERAS) {
    Deno.test(`the main job goes as the README tells it: ${browser}, ${era} client`, async () => {
      const { address } = pagetap;
      const workspace = `main-${browser}-${era}`;
      await mainJob({ address, workspace, era, browser, origin: site.origin });
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
