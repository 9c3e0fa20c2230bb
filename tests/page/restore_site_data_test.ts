import { assertEquals } from "@std/assert";
import type { SiteData } from "../../page/kept_sites.ts";
import { restoreSiteData } from "../../page/restore_site_data.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

testInBrowsers(
  "restoreSiteData() puts everything back before a page's own scripts run",
  {
    "/": "",
    "/page": (request) =>
      new Response(
        `<script>window.first = JSON.stringify({ ...localStorage, ...sessionStorage })</script>
        <p>${request.headers.get("cookie")}</p><iframe src="/inner"></iframe>`,
        { headers: { "content-type": "text/html" } },
      ),
    "/inner": "<script>parent.inner = sessionStorage.length</script>",
  },
  async ({ page, origin, t }) => {
    const local = origin.replace("127.0.0.1", "localhost");
    const data: SiteData = {
      savedAt: 1,
      browser: "chrome",
      cookies: [
        {
          name: "sid",
          value: { type: "string", value: "s3cr3t" },
          domain: "127.0.0.1",
          path: "/",
          httpOnly: true,
          secure: false,
          sameSite: "default",
        },
        {
          name: "huge",
          value: { type: "string", value: "x".repeat(5_000) },
          domain: "127.0.0.1",
          path: "/",
          httpOnly: false,
          secure: false,
          sameSite: "lax",
        },
      ],
      origins: [
        { origin, entries: [["a", "1"], ["quote", '"\\\u2028']] },
        { origin: local, entries: [["b", "2"]] },
        { origin: "http://empty.test", entries: [] },
      ],
      session: { origin, entries: [["step", "3"], ["</script>", "`${1}\ud800"]] },
    };
    await page.go("about:blank");
    const restored = await restoreSiteData(page, data);

    await t.step("and says what was refused", () => {
      assertEquals(restored.cookies, { set: 1, ended: 0, refused: ["huge of 127.0.0.1"] });
      assertEquals([restored.origins, restored.failed], [[origin, local], []]);
    });

    await t.step("the sessionStorage in the tab and origin it is of, once", async () => {
      await page.go(`${local}/page`);
      assertEquals(JSON.parse(String(await page.evaluate("first"))), { b: "2" });
      await page.go(`${origin}/page`);
      assertEquals(JSON.parse(String(await page.evaluate("first"))), {
        a: "1",
        quote: '"\\\u2028',
        step: "3",
        "</script>": "`${1}\ud800",
      });
      assertEquals(await page.evaluate("document.querySelector('p').textContent"), "sid=s3cr3t");
      await page.evaluate("sessionStorage.step = '4'");
      await page.go(`${origin}/page`);
      assertEquals(await page.evaluate("sessionStorage.step"), "4");
    });
  },
);
