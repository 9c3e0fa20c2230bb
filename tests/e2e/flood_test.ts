import { assert, assertEquals } from "@std/assert";
import { BROWSERS, Pagetap, startSite } from "./harness.ts";

let pagetap: Pagetap;
let site: Awaited<ReturnType<typeof startSite>>;
Deno.test.beforeAll(async () => {
  [pagetap, site] = await Promise.all([Pagetap.start(), startSite()]);
});
Deno.test.afterAll(async () => {
  await Promise.all([pagetap.stop(), site.stop()]);
});

for (const browser of BROWSERS) {
  Deno.test(`20 000 lines are only a flood: ${browser}`, async () => {
    const workspace = `flood-${browser}`;
    await pagetap.call(workspace, "open_session", {
      browser,
      url: `${site.origin}/p/blank`,
      capture: true,
      call_timeout: 120,
    });
    const flood = pagetap.call(workspace, "execute_script", {
      script: `for (let i = 0; i < 20000; i++) console.error("flood", i)`,
      timeout: 120,
    });
    // Reads are answered while it runs, and never behind it.
    let reads = 0;
    let done = false;
    void flood.finally(() => done = true);
    while (!done) {
      const began = performance.now();
      const response = await fetch(
        `${pagetap.address}/resources?workspace=${workspace}&uri=workspace://console`,
      );
      const text = await response.text();
      assert(performance.now() - began < 2_000, "a read was behind the flood");
      assert(text.length < 64_000, `${text.length} bytes`);
      reads++;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert(reads > 2);
    await flood;
    await pagetap.call(workspace, "wait_for", { selector: { css: "p" } });
    const console = await pagetap.console(workspace, "?limit=1");
    assertEquals(console.entries[0]?.text, "flood 19999");
    assertEquals(console.total, 1_000);
    // What is no longer there was counted: nothing of the 20 000 is unaccounted for.
    assertEquals(console.total + console.dropped, 20_000);
    const full = await fetch(
      `${pagetap.address}/resources?workspace=${workspace}&uri=${
        encodeURIComponent("workspace://console?limit=1000")
      }`,
    );
    assert((await full.text()).length < 64_000);
    await pagetap.call(workspace, "end_browser");
  });
}
