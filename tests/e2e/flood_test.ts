import { assert, assertEquals } from "@std/assert";
import { BROWSERS, Pagetap, startSite } from "./harness.ts";

/** Milliseconds that a read behind the flood would take at the very least. */
const BEHIND_MS = 4_000;

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
    await pagetap.session(workspace, {
      browser,
      url: `${site.origin}/p/blank`,
      call_timeout: 120,
    }, async () => {
      const flood = pagetap.call(workspace, "execute_script", {
        script: `for (let i = 0; i < 20000; i++) console.error("flood", i)`,
        timeout: 120,
      });
      // Reads are answered while it runs, and never behind it.
      let done = false;
      const ended = flood.finally(() => done = true);
      const slow: number[] = [];
      let reads = 0;
      for (; !done; reads++) {
        const began = performance.now();
        const text = JSON.stringify(await pagetap.console(workspace, "?limit=1000"));
        if (performance.now() - began > BEHIND_MS) slow.push(performance.now() - began);
        assert(text.length < 64_000, `${text.length} bytes`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const { page } = await ended;
      assertEquals(slow, []);
      assert(reads > 1, `${reads} reads`);

      // Nothing of the 20 000 is unaccounted for, in the list and in the hints.
      const { page: after } = await pagetap.call(workspace, "extract");
      const late = after?.late?.[0]?.errors ?? 0;
      assertEquals((page?.errors ?? 0) + late, 20_000);
      const console = await pagetap.console(workspace, "?limit=1");
      assertEquals(console.entries[0]?.text, "flood 19999");
      assertEquals([console.total, console.dropped], [1_000, 19_000]);
    });
  });
}
