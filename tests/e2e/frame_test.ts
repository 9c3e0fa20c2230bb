/**
 * Frames of every kind, with real browsers: entered, acted in as a page is, left, and gone.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type PageSite, servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap, type Result } from "./harness.ts";

const INNER = `<title>inner</title><body style="margin:0"><div style="height:400px">far</div>
  <button id=b onclick="out.textContent = 'clicked ' + event.isTrusted">Press</button>
  <input id=i oninput="out.textContent = 'typed ' + this.value"><p id=out>nothing yet</p>
  <button id=go onclick="location.href = '/other'">Go</button>
  <button id=drop onclick="parent.postMessage('drop', '*')">Drop me</button>`;

let pagetap: Pagetap;
let site: PageSite;
let other: string;
let denied: PageSite;
Deno.test.beforeAll(async () => {
  site = servePages({
    "/inner": INNER,
    "/other": "<title>other</title><p id=out>other document",
    "/middle": () => html(`<iframe id=deep src="${site.origin}/inner" height=200></iframe>`),
    "/": () =>
      html(`<title>top</title><h1>Top</h1><div id=host></div>
        <iframe id=same src="/inner" height=200></iframe>
        <iframe id=cross src="${other}/inner" height=200></iframe>
        <div style="height:1500px">a long way</div>
        <iframe id=nest src="${other}/middle" height=260></iframe>
        <iframe id=srcdoc srcdoc="${INNER.replaceAll('"', "&quot;")}" height=200></iframe>
        <iframe id=small src="/inner" height=200 style="transform: scale(.5)"></iframe>
        <script>host.attachShadow({mode: "open"}).innerHTML =
          '<iframe id=shadow src="/inner" height=200></iframe>';
        onmessage = ({data}) => data === "drop" && document.querySelector("#same").remove();
        </script>`),
  });
  other = site.origin.replace("127.0.0.1", "localhost");
  denied = servePages({ "/": "denied" });
  pagetap = await Pagetap.start({ DENY_ORIGINS: denied.origin });
});
Deno.test.afterAll(async () => {
  await pagetap.stop();
  await Promise.all([site[Symbol.asyncDispose](), denied[Symbol.asyncDispose]()]);
});

function html(body: string): Response {
  return new Response(`<!doctype html><link rel=icon href="data:,">${body}`, {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

for (const browser of BROWSERS) {
  Deno.test(`every action works in a frame of ${browser}`, async (t) => {
    const workspace = `frame-${browser}`;
    const call = (action: string, args: unknown = {}) => pagetap.call(workspace, action, args);
    const refused = (action: string, args: unknown) => pagetap.refused(workspace, action, args);
    const enter = (id: string) => call("frame", { selector: { css: `#${id}` } });
    const leave = () => call("frame", { leave: "top" });
    const out = async () => (await call("extract", { selector: { css: "#out" } })).text;
    const frameUrl = ({ frame }: Result) => (frame as { url: string } | undefined)?.url;
    await pagetap.session(
      workspace,
      { browser, url: `${site.origin}/`, wait_timeout: 2 },
      async () => {
        for (
          const [id, url] of [
            ["same", `${site.origin}/inner`],
            ["cross", `${other}/inner`],
            ["shadow", `${site.origin}/inner`],
            ["srcdoc", "about:srcdoc"],
            ["small", `${site.origin}/inner`],
          ] as const
        ) {
          await t.step(`${id}: outline, click, write, key, script, wait`, async () => {
            const entered = await enter(id);
            assertMatch(String(entered.entered), new RegExp(`<iframe id="${id}"`));
            assertEquals([entered.title, frameUrl(entered)], ["top", url]);
            const clicked = await call("interact", { selector: { css: "#b" }, action: "click" });
            assertEquals([await out(), frameUrl(clicked)], ["clicked true", url]);
            await call("write", { selector: { css: "#i" }, text: "ab" });
            assertEquals(await out(), "typed ab");
            await call("press_key", { selector: { css: "#i" }, keys: "c" });
            assertEquals(await out(), "typed abc");
            const outlined = String((await call("outline")).outline);
            assertMatch(outlined, /button "Press" \[ref=f\d+e\d+\]/);
            const [, ref] = /button "Press" \[ref=(f\d+e\d+)\]/.exec(outlined) ?? [];
            await call("interact", { selector: { ref }, action: "click" });
            assertEquals(await out(), "clicked true");
            const run = await call("execute_script", { script: "return document.title" });
            assertEquals([run.value, run.title], ["inner", "top"]);
            assertEquals((await call("wait_for", { text: "clicked true" })).found, true);
            const left = await leave();
            assertEquals([left.left, left.frame], [true, undefined]);
            assertMatch(
              (await refused("interact", { selector: { ref }, action: "click" })).message,
              /is no ref of the page as it is now/,
            );
          });
        }

        await t.step("a frame in a frame is entered from inside, and left by a step", async () => {
          await enter("nest");
          const deep = await enter("deep");
          assertEquals(frameUrl(deep), `${site.origin}/inner`);
          await call("interact", { selector: { css: "#b" }, action: "click" });
          assertEquals(await out(), "clicked true");
          assertEquals(frameUrl(await call("frame", { leave: "parent" })), `${other}/middle`);
          assertEquals(frameUrl(await call("frame", { leave: "parent" })), undefined);
          assertMatch((await refused("frame", { leave: "top" })).message, /none was entered/);
        });

        await t.step("a picture is one of the frame, and print one of the tab", async () => {
          await enter("cross");
          const { width, height } = await call("screenshot");
          assertEquals([width, height], [300, 200]);
          const one = await call("screenshot", { selector: { css: "#b" } });
          assert(Number(one.width) < 300 && Number(one.height) < 60, JSON.stringify(one.width));
          assertMatch((await refused("screenshot", { full_page: true })).message, /of a frame/);
          await leave();
        });

        await t.step("a frame that is covered is refused with what covers it", async () => {
          await call("execute_script", {
            script: `const over = document.createElement("div");
            over.id = "over";
            over.style = "position: fixed; inset: 0; background: #fffc; z-index: 9";
            document.body.append(over);`,
          });
          await enter("cross");
          const { status, message } = await refused("interact", {
            selector: { css: "#b" },
            action: "click",
          });
          assertEquals(status, 400);
          assertMatch(message, /<iframe id="cross".* is covered there by <div id="over">/);
          await leave();
          await call("execute_script", { script: `document.querySelector("#over").remove()` });
        });

        await t.step("a frame that goes elsewhere is stayed in", async () => {
          await enter("cross");
          const clicked = await call("interact", { selector: { css: "#go" }, action: "click" });
          assertEquals(frameUrl(clicked), `${other}/other`);
          assertEquals(await out(), "other document");
          const back = await call("execute_script", {
            script: `setTimeout(() => location.href = "${site.origin}/inner")`,
          });
          assertEquals(back.notices, undefined);
          assertEquals((await call("wait_for", { text: "nothing yet" })).found, true);
          assertEquals(frameUrl(await call("outline")), `${site.origin}/inner`);
          await leave();
        });

        await t.step("a click that takes its own frame away succeeds, and says so", async () => {
          await enter("same");
          const dropped = await call("interact", { selector: { css: "#drop" }, action: "click" });
          const next = dropped.notices ? dropped : await call("outline");
          assertMatch(
            String(next.notices),
            /the frame <iframe id="same".* is gone.*the page again/,
          );
          assertEquals(next.frame, undefined);
          assertEquals((await call("extract", { selector: { css: "h1" } })).text, "Top");
        });

        await t.step("a call whose frame goes away says so in one sentence", async () => {
          await call("execute_script", {
            script: `setTimeout(() => document.querySelector("#cross").remove(), 500)`,
          });
          await enter("cross");
          const { status, message } = await refused("wait_for", { text: "never", timeout: 20 });
          assertEquals(status, 400);
          assertMatch(message, /^the frame <iframe id="cross".* is gone/);
          assertMatch(String((await call("outline")).notices), /is gone/);
        });

        await t.step("a navigation is the tab's, and leaves the frame", async () => {
          await enter("srcdoc");
          const gone = await call("navigate", { url: `${site.origin}/other` });
          assertEquals([gone.title, gone.frame], ["other", undefined]);
          assertEquals(await out(), "other document");
        });

        await t.step("a frame is put back from where none may go", async () => {
          await call("navigate", { url: `${site.origin}/` });
          const sent = await call("execute_script", {
            script: `document.querySelector("#same").src = "${denied.origin}/";
            await new Promise((done) => setTimeout(done, 800));`,
          });
          assertMatch(String(sent.notices), /not allowed.*the frame was put back to about:blank/);
          await enter("same");
          assertEquals(
            (await call("execute_script", { script: "return location.href" })).value,
            "about:blank",
          );
        });
      },
    );
  });
}
