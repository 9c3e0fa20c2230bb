import { assertEquals, assertStringIncludes } from "@std/assert";
import { Masker } from "../../capture/masker.ts";
import { extract } from "../../page/extract.ts";
import { FakePage, gives } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

const TEXT = `<title>text</title><h1>Title</h1><p>First  <b>bold</b> line</p><p>Second</p>
<p style="display:none">hidden</p><ul><li>one</li><li>two</li></ul>
<input id=field value=typed><input id=secret type=password value=s3cr3t>
<select id=select><option>Red<option selected>Green</select>`;

const SHADOW =
  `<title>shadow</title><h1>Outside</h1><x-box>light</x-box><x-slot><b>slotted</b></x-slot>
<pre>a
  b</pre>
<script>
  for (const [name, html] of [["x-box", "<p>In <i>shadow</i></p><style>p{}</style>"], ["x-slot", "[<slot></slot>]"]]) {
    customElements.define(name, class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = html }
    });
  }
</script>`;

testInBrowsers(
  "extract() gives what is rendered, bounded",
  {
    "/": TEXT,
    "/shadow": SHADOW,
    "/xml": () =>
      new Response(
        `<html xmlns="http://www.w3.org/1999/xhtml"><body><p id="p">in</p></body></html>`,
        {
          headers: { "content-type": "application/xhtml+xml" },
        },
      ),
  },
  async ({ t, page, origin }) => {
    await t.step("the document's text", async () => {
      const { text = "", cut } = await extract(page, {});
      assertStringIncludes(text, "Title\n\nFirst bold line\n\nSecond\n\none\ntwo");
      assertEquals([text.includes("hidden"), cut], [false, undefined]);
    });

    await t.step("an element's text, and a field's value, but no password", async () => {
      const of = async (css: string) => (await extract(page, { selector: { css } })).text;
      assertEquals(await of("ul"), "one\ntwo");
      assertEquals(await of("#field"), "typed");
      assertEquals(await of("#select"), "Green");
      assertEquals(await of("#secret"), "");
    });

    await t.step("markup", async () => {
      const { html } = await extract(page, { selector: { css: "ul" }, format: "html" });
      assertEquals(html, "<ul><li>one</li><li>two</li></ul>");
      const whole = await extract(page, { format: "html" });
      assertStringIncludes(whole.html ?? "", "<title>text</title>");
    });

    await t.step("what is cut is counted", async () => {
      const { text, cut } = await extract(page, { selector: { css: "ul" }, max_chars: 4 });
      assertEquals([text, cut], ["one\n", 3]);
    });

    await t.step("open shadow roots are read as they are shown", async () => {
      await page.go(`${origin}/shadow`);
      const { text } = await extract(page, {});
      assertEquals(text, "Outside\n\nIn shadow\n\n[slotted]\na\n  b");
    });

    await t.step("and are in the markup, one in another too", async () => {
      await page.evaluate(`{
        const inner = document.querySelector("x-box").shadowRoot.querySelector("i");
        inner.replaceChildren(document.createElement("x-slot"));
      }`);
      const of = async (css: string) =>
        (await extract(page, { selector: { css }, format: "html" })).html ?? "";
      const box = '<x-box><template shadowrootmode="open"><p>In <i><x-slot>' +
        '<template shadowrootmode="open">[<slot></slot>]</template></x-slot></i></p>' +
        "<style>p{}</style></template>light</x-box>";
      assertEquals(await of("x-box"), box);
      const { html = "" } = await extract(page, { format: "html" });
      assertStringIncludes(html, `<html><head>`);
      assertStringIncludes(html, `<h1>Outside</h1>${box}<x-slot><template`);
      assertEquals(html.endsWith("</body></html>"), true);
    });

    await t.step("which says where it cannot have them", async () => {
      await page.go(`${origin}/xml`);
      const open = "attachShadow({ mode: 'open' }).innerHTML = 'shadow'";
      await page.evaluate(`document.getElementById("p").${open}, 1`);
      const { html = "" } = await extract(page, { format: "html" });
      assertEquals(html.startsWith("<!-- shadow roots are left out --><html"), true);
      assertStringIncludes(html, ">in</p>");
    });
  },
);

Deno.test("extract() masks before it cuts, so that no beginning of a secret is left", async () => {
  const content = "it is hunter22-of-the-shop, and more";
  const page = new FakePage(() => gives({ value: { content, cut: 10 } }));
  await page.workspace.mask("hunter22-of-the-shop");
  assertEquals(await extract(page, { max_chars: 10 }), { text: "it is •••,", cut: 19 });
  assertEquals(await extract(page, { max_chars: 8 }), { text: "it is ••", cut: 21 });
});

testInBrowsers("extract() shows no part of a secret where the page's text was cut in the page", {
  "/": "<pre id=long></pre>",
}, async ({ page }) => {
  const secret = Array.from({ length: 3_000 }, (_, line) => `key${line}`).join("");
  const masker = new Masker();
  masker.bind(secret);
  Object.assign(page.workspace, { maskText: (text: string) => Promise.resolve(masker.text(text)) });
  await page.evaluate(`long.textContent = ${JSON.stringify(`${secret} `.repeat(6))}, 1`);
  const { text = "", cut = 0 } = await extract(page, { max_chars: 100 });
  assertEquals(text.replaceAll(" ", "").replace("…", ""), "•••".repeat(text.split(" ").length));
  assertEquals(cut > 0, true);
});
