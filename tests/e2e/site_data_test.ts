/**
 * A sign-in that is kept for the workspace's next session, on both browsers, and what a page, capture and a
 * caller see of how it is kept.
 *
 * @module
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type PageSite, servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap, type Result } from "./harness.ts";

const SESSION = "sess-4711-abcdef0123";
const TOKEN = "tok-9f8e7d6c5b4a39281706";
const OTHER = "other-5566778899aabb";

/** A site that knows a visitor by an httpOnly cookie, and a page of it by what it has in its storage. */
function shop(hits: string[] = []): PageSite {
  const html = { "content-type": "text/html; charset=utf-8" };
  const page = (request: Request, script: string, headers: Record<string, string> = {}) => {
    hits.push(new URL(request.url).pathname);
    const signedIn = request.headers.get("cookie")?.includes(`session=${SESSION}`) ?? false;
    return new Response(
      `<!doctype html><link rel=icon href="data:,"><title>${
        signedIn ? "welcome back" : "who are you"
      }</title>
      <script>${script}</script><p id=state></p><script>
      document.getElementById("state").textContent = [first, localStorage.token ?? "no token"].join(" ");
      console.log("shop is up");</script>`,
      { headers: { ...html, ...headers } },
    );
  };
  const FIRST = `const first = sessionStorage.step ?? "no step";`;
  const signIn = `${FIRST} localStorage.token = "${TOKEN}"; sessionStorage.step = "checkout-3";`;
  return servePages({
    "/": (request) => page(request, FIRST),
    "/in": (request) =>
      page(request, signIn, { "set-cookie": `session=${SESSION}; HttpOnly; Path=/` }),
    "/other": (request) => page(request, `const first = "";localStorage.token = "${OTHER}";`),
    "/big": (request) => page(request, `const first = "";localStorage.big = "x".repeat(990_000);`),
  });
}

async function state(pagetap: Pagetap, workspace: string): Promise<unknown> {
  const { text } = await pagetap.call(workspace, "extract", { selector: { css: "#state" } });
  return text;
}

const at = (site: PageSite, host: string) => site.origin.replace("127.0.0.1", host);

for (const browser of BROWSERS) {
  Deno.test(`a sign-in is kept for the next session, and nothing shows how, in ${browser}`, async () => {
    const hits: string[] = [];
    await using site = shop(hits);
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    const other = at(site, "localhost");
    await pagetap.call("w", "open_session", { url: `${other}/other`, capture: true });
    await pagetap.call("w", "navigate", { url: `${site.origin}/in` });
    const front = () =>
      pagetap.call("w", "execute_script", {
        script: "return [document.visibilityState, document.hasFocus()].join()",
      });
    const { value } = await front();
    const before = await seen(pagetap);
    hits.length = 0;
    const saved = await pagetap.call("w", "save_site_data");
    assertEquals(new Set(saved.origins as string[]), new Set([site.origin, other]));
    assertEquals([saved.cookies, saved.session_storage], [1, site.origin]);
    const members = ["bytes", "call", "cookies", "origins", "session_storage", "title", "url"];
    assertEquals(Object.keys(saved).sort(), members, JSON.stringify(saved));
    assertEquals(hits, [], "the network was touched");
    assertEquals(await seen(pagetap), before);
    assertEquals((await front()).value, value, "the driven tab is no longer in front");
    const kept = JSON.stringify(await pagetap.read("w", "workspace://site-data"));
    for (const secret of [SESSION, TOKEN, OTHER]) assert(!kept.includes(secret), kept);
    assertMatch(kept, /"name":"session","value":"•••"/);
    await pagetap.call("w", "end_browser");

    const opened = await pagetap.call("w", "open_session", {
      url: `${site.origin}/`,
      capture: true,
    });
    assertEquals(opened.title, "welcome back", JSON.stringify(opened));
    assertMatch(String(opened.notices), /1 cookie\(s\), localStorage of 2 origin\(s\)$/);
    assertEquals(await state(pagetap, "w"), "checkout-3 •••");
    assertEquals(hits, ["/"]);
    const { requests } = await pagetap.network("w", "?pages=5");
    const urls = [`${site.origin}/`, `${site.origin}/in`, `${other}/other`];
    assertEquals(requests.map(({ url }) => url), urls);
    const script = { script: `return localStorage.token === ${JSON.stringify(OTHER)}` };
    await pagetap.call("w", "navigate", { url: `${other}/` });
    assertEquals((await pagetap.call("w", "execute_script", script)).value, true);
    // What a page of this session has done with it is not undone.
    await pagetap.call("w", "navigate", { url: `${site.origin}/` });
    await pagetap.call("w", "execute_script", { script: "sessionStorage.clear()" });
    await pagetap.call("w", "navigate", { reload: true });
    assertEquals(await state(pagetap, "w"), "no step •••");
    const none = await pagetap.call("w", "open_session", {
      url: `${site.origin}/`,
      restore_site_data: false,
    });
    assertEquals([none.title, none.notices], ["who are you", undefined]);
    assertEquals(await state(pagetap, "w"), "no step no token");
    assertEquals(await pagetap.read("w", "workspace://site-data"), {
      saved_at: null,
      how: "save_site_data",
      sites: [],
    });
    for (const secret of [SESSION, TOKEN, OTHER]) assert(!pagetap.log.includes(secret));
    await pagetap.call("w", "end_browser");
  });

  Deno.test(`what is kept of sites outlives the server, and is bounded, in ${browser}`, async () => {
    await using site = shop();
    const dataDir = await Deno.makeTempDir({ prefix: "pagetap-sites-" });
    try {
      let saved: Result;
      {
        await using pagetap = await Pagetap.start({ BROWSER: browser }, dataDir);
        await pagetap.call("w", "open_session", { url: `${at(site, "localhost")}/big` });
        await pagetap.call("w", "navigate", { url: `${site.origin}/big` });
        await pagetap.call("w", "navigate", { url: `${site.origin}/in` });
        saved = await pagetap.call("w", "save_site_data");
      }
      assertEquals([saved.left_out, saved.origins], [["localhost"], [site.origin]]);
      assert(Number(saved.bytes) < 1_000_000);
      await using pagetap = await Pagetap.start({ BROWSER: browser }, dataDir);
      const reopened = await pagetap.call("w", "extract");
      assertEquals([reopened.title, typeof reopened.reopened], ["welcome back", "object"]);
      assertMatch(String(reopened.notices), /was put back/);
      const script = { script: "return localStorage.big.length" };
      assertEquals((await pagetap.call("w", "execute_script", script)).value, 990_000);
      await pagetap.call("w", "end_browser");
    } finally {
      await Deno.remove(dataDir, { recursive: true });
    }
  });
}

/** All that can be read of the workspace but how many calls there were. */
async function seen(pagetap: Pagetap): Promise<unknown> {
  const { calls: _, ...current } = await pagetap.read("w", "workspace://current");
  return [
    current,
    await pagetap.console("w", "?pages=5"),
    await pagetap.network("w", "?pages=5"),
  ];
}
