import { assert, assertEquals, assertMatch } from "@std/assert";
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
  Deno.test(`a tab that a page opens is told of, and the driven one stays in front: ${browser}`, async () => {
    const workspace = `tab-${browser}`;
    await pagetap.session(workspace, { browser, url: `${site.origin}/p/links` }, async () => {
      const click = await pagetap.click(workspace, "tab");
      const opened = { tab: "t2", url: `${site.origin}/p/blank?tab` };
      assertEquals(click.opened, [opened]);
      const began = performance.now();
      const stay = await pagetap.click(workspace, "stay");
      assert(performance.now() - began < 3_000, "the driven tab draws no frames");
      assertEquals(stay.notices, undefined);
      const seen = await pagetap.call(workspace, "execute_script", {
        script: "return document.visibilityState",
      });
      assertEquals(seen.value, "visible");
      assertEquals((await pagetap.call(workspace, "screenshot")).mime, "image/png");
    });
  });

  Deno.test(`a page on its way to one that does not answer is not taken for stuck: ${browser}`, async () => {
    const workspace = `hang-${browser}`;
    await pagetap.session(workspace, { browser, url: `${site.origin}/p/links` }, async () => {
      await pagetap.click(workspace, "hang");
      for (let i = 0; i < 2; i++) {
        // Chrome answers nothing about such a page, Firefox does.
        const { status, body } = await pagetap.post(workspace, "extract");
        if (browser === "firefox") assertEquals(status, 200);
        else assertMatch(String(body.error), /on its way to .*\/e\/hang/);
        assertEquals(body.notices, undefined);
      }
      const left = await pagetap.call(workspace, "navigate", { url: `${site.origin}/p/blank` });
      assertEquals(left.url, `${site.origin}/p/blank`);
      assertEquals((await pagetap.call(workspace, "extract")).text, "blank");
    });
  });
}
