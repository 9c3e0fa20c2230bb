import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Pages, type PageSite, servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap } from "./harness.ts";
import { until } from "./until.ts";

/** Ends what `/hang` keeps waiting. */
const over = Promise.withResolvers<Response>();

const script = (text: string) => () =>
  new Response(text, { headers: { "content-type": "text/javascript" } });

const PAGES: Pages = {
  "/": `<title>start</title><h1>start</h1><a id=hang href=/hang>away</a>
    <a id=gone download href=/none>gone</a>
    <button id=ask onclick="field.click()">ask</button><input id=field type=file hidden>`,
  "/next": "<title>next</title>",
  "/hang": () => over.promise.then((response) => response.clone()),
  "/worker": `<title>worker</title><script>
    navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready)
      .then(() => document.title = "ready")
  </script>`,
  "/worker.js": script(`
    addEventListener("install", () => skipWaiting());
    addEventListener("activate", (event) => event.waitUntil(clients.claim()));
    addEventListener("fetch", () => {});
  `),
};

let pagetap: Pagetap;
let site: PageSite;
Deno.test.beforeAll(async () => {
  site = servePages(PAGES);
  pagetap = await Pagetap.start();
});
Deno.test.afterAll(async () => {
  await pagetap.stop();
  over.resolve(new Response(null));
  await site[Symbol.asyncDispose]();
});

for (const browser of BROWSERS) {
  Deno.test(`a navigation that is not answered is given up, and the page before stays: ${browser}`, async () => {
    const workspace = `given-up-${browser}`;
    const { origin } = site;
    const late = { url: `${origin}/hang`, timeout: 0.7 };
    const opening = await pagetap.refused(workspace, "open_session", { browser, ...late });
    try {
      assertEquals(opening.status, 504);
      assertMatch(
        opening.message,
        /\/hang has not answered within 0\.7 s: the navigation was given/,
      );
      assertEquals(
        (await pagetap.call(workspace, "navigate", { url: `${origin}/` })).title,
        "start",
      );
      assertEquals((await pagetap.refused(workspace, "navigate", late)).status, 504);
      const there = await pagetap.call(workspace, "extract", { selector: { css: "h1" } });
      assertEquals([there.url, there.title, there.text], [`${origin}/`, "start", "start"]);
      const { url, title, stayed } = await pagetap.call(workspace, "navigate", {
        url: late.url,
        wait: "none",
      });
      assertEquals(url, `${origin}/`);
      assertEquals(title, browser === "chrome" ? null : "start");
      assertMatch(String(stayed), /\/hang has not answered yet/);
    } finally {
      await pagetap.post(workspace, "end_browser");
    }
  });

  Deno.test(`what a page asks for and does not get is told: ${browser}`, async () => {
    const workspace = `asks-${browser}`;
    await pagetap.session(workspace, { browser, url: `${site.origin}/` }, async () => {
      const { notices } = await pagetap.click(workspace, "ask");
      assertEquals(notices, [
        'the page asked for a file: give it one with upload_file on <input id="field" type="file">',
      ]);
      const gone = { selector: { css: "#gone" } };
      const { status, message } = await pagetap.refused(workspace, "download", gone);
      assertEquals(status, 400);
      assertMatch(
        message,
        browser === "chrome"
          ? /with an error, such as 404, or the conn/
          : /the server answered 404/,
      );
      // Firefox opens a tab for what it has to say, in a moment.
      const told = [await pagetap.click(workspace, "gone")];
      await until(
        async () => {
          const listed = await pagetap.call(workspace, "tabs", { action: "list" });
          told.push(listed);
          const notices = told.flatMap((each) => each.notices ?? []).join();
          return (listed.tabs as unknown[]).length === 1 && /download/.test(notices);
        },
        5_000,
        () => told,
      );
    });
  });
}

Deno.test("a call on a page that is on its way says so soon", async () => {
  await pagetap.session("on-its-way", { url: `${site.origin}/` }, async () => {
    await pagetap.click("on-its-way", "hang");
    for (const [tool, args] of [["screenshot", {}], ["emulate", { locale: "de-DE" }]] as const) {
      const began = performance.now();
      const { status, message } = await pagetap.refused("on-its-way", tool, args);
      assertEquals(status, 504);
      assertMatch(message, /the page is on its way to .*\/hang, which has not answered yet/);
      assert(performance.now() - began < 5_000);
    }
  });
});

Deno.test("a tab that no navigation leads out of is replaced", async () => {
  const workspace = "led-nowhere";
  const { origin } = site;
  await pagetap.session(workspace, { url: `${origin}/worker` }, async () => {
    await pagetap.call(workspace, "assert", { script: "return document.title === 'ready'" });
    // Its process goes on, with the worker in it; Chrome then leaves its error page for nothing.
    await pagetap.refused(workspace, "execute_script", { script: "while (true);", timeout: 0.5 });
    await pagetap.call(workspace, "navigate", { url: `${origin}/next` });
    await pagetap.call(workspace, "emulate", { offline: true });
    await pagetap.refused(workspace, "navigate", { reload: true });
    await pagetap.call(workspace, "emulate", { offline: false });
    const stuck = await pagetap.post(workspace, "navigate", { url: `${origin}/next`, timeout: 3 });
    if (stuck.status === 504) {
      const { notices, title } = await pagetap.call(workspace, "outline");
      assertEquals(title, "next");
      assertMatch(String(notices), /\/next did not answer for 3 s: its tab was closed and the URL/);
    }
    assertEquals((await pagetap.call(workspace, "navigate", { url: `${origin}/` })).title, "start");
  });
});
