/**
 * Tabs and popups, with real browsers: announced, switched to, closed, captured and lost.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type PageSite, servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap, type Result } from "./harness.ts";
import { until } from "./until.ts";

let pagetap: Pagetap;
let site: PageSite;
let denied: PageSite;
Deno.test.beforeAll(async () => {
  denied = servePages({ "/": "denied" });
  site = servePages({
    "/": `<title>first</title>
      <button id=pop onclick="window.popup = window.open('/second', '', 'width=300,height=200')">Pop</button>
      <a id=link href=/second?a target=_blank>Link</a>
      <a id=bad href="${denied.origin}/" target=_blank>Bad</a>
      <button id=later onclick="setTimeout(() => window.open('/second?later'), 300)">Later</button>
      <button id=ask onclick="setTimeout(() => popup.ask(), 300)">Ask</button>`,
    "/frames":
      `<title>frames</title><iframe src="/second"></iframe><iframe src="/second?b"></iframe>`,
    "/second": `<title>second</title><p>second page
      <button id=say onclick="console.error('said in the second'); fetch('/missing')">Say</button>
      <button id=shut onclick="window.close()">Shut</button>
      <script>console.error("second loaded"); ask = () => alert("from the back")</script>`,
  });
  pagetap = await Pagetap.start({ DENY_ORIGINS: denied.origin });
});
Deno.test.afterAll(async () => {
  await pagetap.stop();
  await Promise.all([site[Symbol.asyncDispose](), denied[Symbol.asyncDispose]()]);
});

type Listed = { tab: string; url: string; driven?: true; dialog?: string; opener?: string };

for (const browser of BROWSERS) {
  Deno.test(`tabs are announced, driven, captured and closed in ${browser}`, async (t) => {
    const workspace = `tabs-${browser}`;
    const call = (action: string, args: unknown = {}) => pagetap.call(workspace, action, args);
    const tabs = async (action: string, tab?: string): Promise<Result & { tabs: Listed[] }> => {
      const result = await call("tabs", { action, ...(tab && { tab }) });
      return { ...result, tabs: result.tabs as Listed[] };
    };
    /** The tabs as they are, without a call that would be told of them. */
    const seen = async () =>
      (await pagetap.read(workspace, "workspace://current")).tabs as Listed[];
    const viewport = async () =>
      (await call("execute_script", { script: "return [innerWidth, innerHeight]" })).value;
    const open = { browser, url: `${site.origin}/`, width: 900, height: 700 };
    await pagetap.session(workspace, open, async (opened) => {
      assertEquals([opened.tab, opened.opened], [undefined, undefined]);

      await t.step(
        "a popup is told by the call that opened it, which goes on in its tab",
        async () => {
          const clicked = await pagetap.click(workspace, "pop");
          assertEquals(clicked.opened, [{ tab: "t2", url: `${site.origin}/second` }]);
          assertEquals([clicked.title, clicked.tab, clicked.notices], ["first", "t1", undefined]);
          assertEquals((await call("extract", { selector: { css: "#pop" } })).opened, undefined);
          assertEquals(clicked.page?.errors, 1);
        },
      );

      await t.step(
        "a link to a tab of its own is, too, whether it tells its opener or not",
        async () => {
          const clicked = await pagetap.click(workspace, "link");
          assertEquals(clicked.opened, [{ tab: "t3", url: `${site.origin}/second?a` }]);
          const { tabs: listed } = await tabs("list");
          assertEquals(listed, [
            { tab: "t1", url: `${site.origin}/`, driven: true },
            { tab: "t2", url: `${site.origin}/second`, opener: "t1" },
            { tab: "t3", url: `${site.origin}/second?a`, opener: "t1" },
          ]);
        },
      );

      await t.step("one that opens between calls is told with the next", async () => {
        await pagetap.click(workspace, "later");
        await until(async () => (await seen())[3]?.url.endsWith("/second?later"));
        const { notices } = await call("extract");
        assertMatch(String(notices), /tab t4 was opened by the page since, at .*second\?later/);
        assertEquals((await tabs("close", "t4")).tabs.length, 3);
      });

      await t.step("a switch makes calls, capture and the viewport follow", async () => {
        const switched = await tabs("switch", "t2");
        assertEquals([switched.title, switched.tab], ["second", "t2"]);
        assertEquals(await viewport(), [900, 700]);
        const said = await pagetap.click(workspace, "say");
        assertEquals([said.page?.errors, said.page?.failed_requests], [1, 1]);
        const { entries, pages } = await pagetap.console(workspace, "?level=error");
        assertEquals([entries[0]?.text, entries[0]?.tab], ["said in the second", "t2"]);
        assertEquals(pages[0]?.url, `${site.origin}/second`);
        const { requests } = await pagetap.network(workspace, "?filter=failed");
        assertEquals([requests[0]?.tab, requests[0]?.status], ["t2", 404]);
        const loaded = await pagetap.console(workspace, "?text=second%20loaded&pages=5");
        assert(loaded.entries.some(({ tab }) => tab === "t3"), JSON.stringify(loaded.entries));
        const current = await pagetap.read(workspace, "workspace://current");
        const [first, second] = current.tabs as Listed[];
        assertEquals([first?.tab, second?.tab, second?.driven], ["t1", "t2", true]);
        assertEquals((current.page as Result).url, `${site.origin}/second`);
      });

      await t.step("a dialog of a tab in the back says which tab it is in", async () => {
        await tabs("switch", "t1");
        await pagetap.click(workspace, "ask");
        await until(async () => (await seen())[1]?.dialog === "alert");
        // Chrome's runs in the process of its opener, and holds it up.
        if (browser === "chrome") {
          // The first call may be cut short by finding that out.
          const { body } = await until(async () => {
            const answer = await pagetap.post(workspace, "extract");
            return answer.status === 409 && answer;
          });
          assertMatch(
            String(body.error),
            /a native alert dialog is open in tab t2 and holds up this one/,
          );
        } else {
          const { notices } = await call("extract");
          assertMatch(String(notices), /a native alert dialog is open in tab t2.*"from the back"/);
        }
        const there = await tabs("switch", "t2");
        assertEquals(there.dialog, { type: "alert", message: "from the back" });
        assertEquals(there.tab, "t2");
        assertEquals((await call("dialog", { action: "accept" })).dialog, undefined);
      });

      await t.step("a tab that closes itself hands over to its opener, and says so", async () => {
        const shut = await pagetap.click(workspace, "shut");
        const next = shut.notices ? shut : await call("extract");
        assertMatch(String(next.notices), /was closed.*calls act on t1 now/);
        assertEquals([next.title ?? "first", (await tabs("list")).tab], ["first", "t1"]);
      });

      await t.step("a tab is opened at a URL, and closed", async () => {
        const url = `${site.origin}/second?b`;
        const opened = await call("tabs", { action: "open", url });
        assertEquals([opened.title, opened.tab, opened.url], ["second", "t5", url]);
        assertEquals(opened.opened, undefined);
        assertEquals(await viewport(), [900, 700]);
        const closed = await tabs("close");
        assertEquals(closed.tabs.map(({ tab }) => tab), ["t1", "t3"]);
      });

      await t.step("a tab that went where none may go is put back", async () => {
        await tabs("switch", "t1");
        const { message } = await pagetap.refused(workspace, "interact", {
          selector: { css: "#bad" },
          action: "click",
        }).catch(async () => ({ message: String((await call("extract")).notices) }));
        assertMatch(message, /not allowed.*the tab was put back to about:blank/);
      });
    });
  });
}

for (const browser of BROWSERS) {
  Deno.test(`what is copied to print a page with frames is no tab in ${browser}`, async () => {
    const workspace = `print-${browser}`;
    const open = { browser, url: `${site.origin}/frames` };
    await pagetap.session(workspace, open, async () => {
      await pagetap.call(workspace, "print");
      const listed = await pagetap.call(workspace, "tabs", { action: "list" });
      assertEquals(listed.tabs, [{ tab: "t1", url: `${site.origin}/frames`, driven: true }]);
      assertEquals(listed.tab, undefined);
      const opened = await pagetap.call(workspace, "tabs", { action: "open" });
      assertEquals(opened.tab, "t2");
      const current = await pagetap.read(workspace, "workspace://current");
      assertEquals((current.tabs as Listed[]).map(({ tab }) => tab), ["t1", "t2"]);
    });
  });
}
