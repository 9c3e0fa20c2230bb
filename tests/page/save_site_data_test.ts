import { assert, assertEquals, assertMatch } from "@std/assert";
import { saveSiteData } from "../../page/save_site_data.ts";
import { FakePage, gives } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

testInBrowsers(
  "saveSiteData() keeps cookies, each origin's localStorage, and the open page's sessionStorage",
  {
    "/": `<iframe srcdoc="in"></iframe><script>
      localStorage.of = "page"; sessionStorage.step = "3"; document.cookie = "a=1"</script>`,
    "/other": `<script>localStorage.of = "tab"</script>`,
  },
  async ({ page, origin, t }) => {
    const local = origin.replace("127.0.0.1", "localhost");
    const { sites } = page.workspace;

    await t.step("of the open page where it is, whatever frame was entered", async () => {
      page.origins = [origin];
      const { contexts } = await page.send("browsingContext.getTree", { root: page.top });
      page.context = contexts[0]?.children?.[0]?.context ?? "";
      page.sent.length = 0;
      const saved = await saveSiteData(page);
      page.context = page.top;
      assertEquals(saved, {
        cookies: 1,
        origins: [origin],
        session_storage: origin,
        bytes: saved.bytes,
      });
      assertEquals(sites.kept?.origins, [{ origin, entries: [["of", "page"]] }]);
      assertEquals(sites.kept?.session, { origin, entries: [["step", "3"]] });
      assert(!page.sent.includes("browsingContext.create"), "a tab was opened for nothing");
    });

    await t.step(
      "and of those it has been on before, in this session or an earlier one",
      async () => {
        await page.go(`${local}/framed`);
        await page.evaluate("localStorage.of = 'tab'");
        await page.go("about:blank");
        page.origins = [local];
        const saved = await saveSiteData(page);
        assertEquals([saved.origins, saved.session_storage], [[local, origin], undefined]);
        assertEquals(sites.kept?.session, null);
        assertEquals(sites.kept?.origins.map(({ entries }) => entries), [[["of", "tab"]], [[
          "of",
          "page",
        ]]]);
      },
    );

    await t.step(
      "but not of where no page may be taken, and nothing for no storage at all",
      async () => {
        page.origins = [origin];
        sites.kept = null;
        page.forbidden = (url) => url.startsWith(local) ? "it is forbidden" : null;
        page.origins = [local, "http://nothing.test"];
        const saved = await saveSiteData(page);
        assertEquals([saved.origins, saved.failed], [[], undefined]);
        assertEquals((await sites.load())?.origins, [{
          origin: "http://nothing.test",
          entries: [],
        }]);
      },
    );
  },
);

const none = { origin: "null", size: 0, entries: [] };

/** A browser without pages, whose spare tab shows what `storage` says of an origin. */
function fakeBrowser(storage: (origin: string) => object | Error, here: object = none) {
  let url = "about:blank";
  return new FakePage((method, params) => {
    switch (method) {
      case "storage.getCookies":
        return { cookies: [] };
      case "browsingContext.create":
        return { context: "spare" };
      case "network.addIntercept":
        return { intercept: "i" };
      case "browsingContext.navigate":
        url = String(params.url);
        return { navigation: "n", url };
      case "script.callFunction": {
        const { context } = params.target as { context?: string };
        if (context === "T") return gives(here);
        const { origin } = new URL(url);
        if (context === "spare") return gives({ href: url, origin });
        const told = storage(origin);
        return told instanceof Error ? told : gives({ origin, ...told });
      }
    }
    return {};
  });
}

Deno.test("saveSiteData() keeps what it had of an origin that cannot be read now, and says so", async () => {
  const page = fakeBrowser((origin) =>
    origin.includes("bad") ? new Error("it is busy") : { size: 2, entries: [["k", "v"]] }
  );
  page.origins = ["http://good.test", "http://bad.test"];
  const kept = { origin: "http://bad.test", entries: [["old", "1"]] as const };
  page.workspace.sites.kept = {
    savedAt: 1,
    browser: "chrome",
    cookies: [],
    origins: [kept],
    session: null,
  };
  const saved = await saveSiteData(page);
  assertEquals(saved.failed, [{ origin: "http://bad.test", why: "it is busy" }]);
  assertEquals(page.workspace.sites.kept.origins, [
    { origin: "http://good.test", entries: [["k", "v"]] },
    kept,
  ]);
});

Deno.test("saveSiteData() names a site that is too big, and keeps the others", async () => {
  const page = fakeBrowser((origin) =>
    origin.includes("big") ? { size: 2_000_000, entries: null } : { size: 2, entries: [["k", "v"]] }
  );
  page.origins = ["http://big.test", "http://small.test"];
  const saved = await saveSiteData(page);
  assertEquals([saved.left_out, saved.origins], [["big.test"], ["http://small.test"]]);
});

Deno.test("saveSiteData() visits a page whose storage cannot be read where it is", async () => {
  const page = fakeBrowser(() => ({ size: 2, entries: [["k", "v"]] }));
  const throws = {
    type: "exception",
    realm: "R",
    exceptionDetails: { text: "SecurityError: denied" },
  };
  const real = page.send.bind(page);
  page.send = ((method: "script.callFunction", params: never, options: never) => {
    const { context } = (params as { target?: { context?: string } }).target ?? {};
    return context === "T" ? Promise.resolve(throws) : real(method, params, options);
  }) as typeof page.send;
  page.origins = ["http://a.test"];
  assertEquals((await saveSiteData(page)).origins, ["http://a.test"]);
});

Deno.test("saveSiteData() reads the storage of a hundred origins at most, the last ones", async () => {
  const page = fakeBrowser(() => ({ size: 0, entries: [] }));
  page.origins = Array.from({ length: 120 }, (_, i) => `http://h${i}.test`);
  await saveSiteData(page);
  const kept = page.workspace.sites.kept?.origins.map(({ origin }) => origin) ?? [];
  assertEquals([kept.length, kept[0]], [100, "http://h0.test"]);
  assertMatch(String(kept[99]), /h99/);
});

Deno.test("saveSiteData() names the sites it had that are beyond the hundredth", async () => {
  const page = fakeBrowser(() => ({ size: 0, entries: [] }));
  page.origins = Array.from({ length: 98 }, (_, i) => `http://h${i}.test`);
  const kept = (origin: string, ...entries: [string, string][]) => ({ origin, entries });
  page.workspace.sites.kept = {
    savedAt: 1,
    browser: "chrome",
    cookies: [],
    origins: [
      kept("http://h97.test", ["a", "1"]),
      kept("http://last.test", ["a", "1"]),
      kept("http://fits.test", ["a", "1"]),
      kept("http://old.test", ["a", "1"]),
      kept("http://empty.test"),
      kept("http://old.test:81", ["a", "1"]),
    ],
    session: null,
  };
  const saved = await saveSiteData(page);
  assertEquals(saved.left_out, ["old.test"]);
  assertEquals(page.workspace.sites.kept.origins.length, 100);
});
