/**
 * A secret that was typed, looked for in parts: by texts that are cut, by lengths, by names, and by conditions that
 * hold or do not.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap } from "./harness.ts";

const SECRET = "Xq7-Secret-Val-9z";
/** What no answer may have of it. */
const PART = SECRET.slice(0, 4);
/** Most of a URL that an error tells. */
const MAX_URL = 300;

/** A site that shows what it was sent, and has it in its URL, a cookie's name and a name of a header. */
function site() {
  const html = { "content-type": "text/html; charset=utf-8" };
  return servePages({
    "/": (request) => {
      const said = new URL(request.url).searchParams.get("q") ?? "";
      const body = `<!doctype html><link rel=icon href="data:,"><title>parts</title>
        <form><input id=plain name=q></form><input id=word type=password>
        <p>you typed <b>${said.replaceAll("A", "")}</b></p>`;
      return new Response(body, { headers: html });
    },
    "/echo": () => new Response("ok"),
  });
}

for (const browser of BROWSERS) {
  Deno.test(`a typed secret is not found out in parts: ${browser}`, async (t) => {
    await using pages = site();
    await using pagetap = await Pagetap.start({
      BROWSER: browser,
      PAGETAP_SECRET_SHOP__PASSWORD: SECRET,
      PAGETAP_SECRET_SHOP__ORIGINS: pages.origin,
    });
    const secret = { name: "shop", key: "password" };
    const call = (tool: string, args: object = {}) => pagetap.call("w", tool, args);
    /** What is said when nothing comes. */
    const late = async (args: object) => {
      const { status, body } = await pagetap.post("w", "wait_for", { ...args, timeout: 0.2 });
      assertEquals(status, 504, JSON.stringify(body));
      return JSON.stringify(body);
    };
    const plain = { css: "#plain" };
    const submit = async (before: number) => {
      await call("navigate", { url: `${pages.origin}/` });
      if (before > 0) await call("write", { selector: plain, text: "A".repeat(before) });
      await call("write", { selector: plain, secret, submit: true });
      await call("wait_for", { url: "*/?q=*" });
    };
    await call("open_session", { url: `${pages.origin}/`, capture: true });

    await t.step("by a URL that an error cuts", async () => {
      for (const left of [4, 9, 16]) {
        await submit(MAX_URL - `${pages.origin}/?q=`.length - left);
        const said = await late({ text: "zzz" });
        assert(said.includes("AAA•••"), said);
        assert(!said.includes(PART), said);
      }
    });

    await t.step("by what is waited for", async () => {
      await submit(0);
      for (
        const args of [
          { url: "q=Xq7-Se" },
          { url: "*q=X*" },
          { text: "you typed X" },
          { selector: { text: "you typed Xq7-S" } },
        ]
      ) {
        await late(args);
        assertEquals((await call("wait_for", { ...args, gone: true })).gone, true);
      }
      for (const args of [{ text: "you typed" }, { url: "?q=" }]) {
        assertEquals((await call("wait_for", args)).found, true);
      }
    });

    await t.step("by the length of what a field holds", async () => {
      for (const selector of [plain, { css: "#word" }]) {
        await call("write", { selector, secret });
        for (const args of [{}, { clear: true }]) {
          const { how, value_length, note } = await call("write", { selector, text: "", ...args });
          assertEquals([how, value_length, note], ["typed", undefined, undefined]);
        }
      }
    });

    await t.step("by a name: of a cookie, of a header", async () => {
      const script = "document.cookie = `${arguments[0]}=1; path=/`; " +
        "return (await fetch('/echo', { headers: { ['x-' + arguments[0]]: '1' } })).status";
      assertEquals((await call("execute_script", { script, args: [SECRET] })).value, 200);
      const { requests } = await pagetap.network("w", "?url=/echo&pages=5");
      const [echo] = requests;
      assert(echo !== undefined);
      const told = JSON.stringify(await pagetap.read("w", `workspace://network/${echo.id}`));
      assert(told.includes("•••=•••"), told);
      assert(!told.toLowerCase().includes(PART.toLowerCase()), told);
      assert(told.includes("x-•••"), told);
      const listed = JSON.stringify(await call("cookies", { action: "list" }));
      assert(listed.includes("•••") && !listed.includes(PART), listed);
      assert(!listed.includes("size"), listed);
    });
    await call("end_browser");
  });
}
