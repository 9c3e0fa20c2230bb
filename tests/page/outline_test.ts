import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Selector } from "../../page/args.ts";
import { frame } from "../../page/frame.ts";
import { interact } from "../../page/interact.ts";
import { outline } from "../../page/outline.ts";
import { PageError } from "../../page/page.ts";
import { ROLES } from "../../page/roles.ts";
import { waitFor } from "../../page/wait_for.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

const PAGE = `<title>page</title>
<header><h1>Shop</h1></header>
<nav aria-label=Main><ul><li><a href="#a">Home</a></li><li>plain</li></ul></nav>
<main>
  <p>Some <em>text</em> here</p>
  <div>loose <span>words</span></div>
  <form aria-label=Order>
    <label>Email <input type=email required value="a@b.c"></label>
    <label>Password <input type=password value=s3cr3t></label>
    <label><input type=checkbox checked> Agree</label>
    <select aria-label=Color><option>Red<option selected>Green</select>
    <textarea aria-label=Note></textarea>
    <button disabled>Send <i>now</i></button>
    <fieldset><legend>Size</legend><label><input type=radio name=s>Small</label></fieldset>
  </form>
  <details><summary>More</summary>in the details</details>
  <div role=tree><div role=treeitem aria-expanded=true aria-selected=true tabindex=0>Node</div></div>
  <x-box></x-box>
  <iframe title=Frame src="about:blank"></iframe>
  <img alt=Logo src="data:,"><img alt="" src="data:,">
  <div tabindex=0 id=click>Click me</div>
  <div style="display:none"><button>Ghost</button></div>
  <div aria-hidden=true><button>Muted</button></div>
  <table><tr><th>Name</th></tr><tr><td>Ann <a href="#ann">open</a></td></tr></table>
</main>
<script>
  customElements.define("x-box", class extends HTMLElement {
    connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<button>Deep</button>" }
  });
</script>`;

const WANTED = `- banner
  - heading "Shop" [ref=e1] level=1
- navigation "Main" [ref=e2]
  - list
    - listitem
      - link "Home" [ref=e3]
    - listitem "plain"
- main
  - paragraph "Some text here"
  - text "loose words"
  - form "Order" [ref=e4]
    - textbox "Email" [ref=e5] required type=email value="a@b.c"
    - textbox "Password" [ref=e6] type=password value="•••"
    - checkbox "Agree" [ref=e7] checked
    - combobox "Color" [ref=e8] value="Green"
    - textbox "Note" [ref=e9]
    - button "Send now" [ref=e10] disabled
    - group "Size" [ref=e11]
      - radio "Small" [ref=e12]
  - group "More" [ref=e13]
    - button "More" [ref=e14] collapsed
  - tree
    - treeitem "Node" [ref=e15] expanded selected
  - button "Deep" [ref=e16]
  - iframe "Frame" [ref=e17] src="about:blank"
  - img "Logo" [ref=e18]
  - generic [ref=e19]
    - text "Click me"
  - table
    - row "Name" [ref=e20]
    - row "Ann open" [ref=e21]
      - link "open" [ref=e22]`;

testInBrowsers("outline() tells roles, names, states and refs", { "/": PAGE }, async (given) => {
  const { t, page, origin } = given;
  await t.step("the whole document, in one command", async () => {
    page.sent.length = 0;
    assertEquals(await outline(page, {}), { outline: WANTED });
    assertEquals(page.sent, ["script.callFunction"]);
    assertEquals(typeof page.refs.get("e22"), "string");
  });

  await t.step("an element keeps its ref, and a new one gets a new ref", async () => {
    await page.evaluate(
      "document.querySelector('h1').insertAdjacentHTML('beforebegin', '<button>New')",
    );
    const { outline: text } = await outline(page, { selector: { role: "banner" } });
    assertEquals(
      text,
      '- banner\n  - button "New" [ref=e23]\n  - heading "Shop" [ref=e1] level=1',
    );
    assertEquals(page.refs.get("e3"), undefined);
  });

  await t.step("what has the focus", async () => {
    await page.evaluate("document.querySelector('textarea').focus()");
    const { outline: text } = await outline(page, { selector: { css: "form" } });
    assertStringIncludes(text, 'textbox "Note" [ref=e9] focused');
  });

  await t.step("what is left out is counted", async () => {
    const { outline: text, left_out } = await outline(page, { max_nodes: 3 });
    assertEquals(text.split("\n").length, 4);
    assertStringIncludes(text, `(${left_out} more left out:`);
  });

  await t.step("an element with a picture in an attribute gets no ref", async () => {
    await page.evaluate(`document.body.innerHTML =
      '<a href="data:,' + "x".repeat(20_000) + '">big</a><a href="#s">small</a>'`);
    const { outline: text } = await outline(page, {});
    assertEquals(text, '- link "big"\n- link "small" [ref=e24]');
  });

  await t.step("an empty document", async () => {
    await page.go(`${origin}/`);
    await page.evaluate("document.body.replaceChildren()");
    assertStringIncludes((await outline(page, {})).outline, "nothing that has a role");
  });
});

testInBrowsers("outline() gives no ref to another element, whatever document is there", {
  "/": `<button onclick="location='/next'">Away</button><button>Stay</button>`,
  "/next": "<button>Delete</button><button>Delete</button>",
}, async ({ page, origin }) => {
  const first = '- button "Away" [ref=e1]\n- button "Stay" [ref=e2]';
  assertEquals((await outline(page, {})).outline, first);
  await page.go(`${origin}/next`);
  const { message } = await assertRejects(
    () => interact(page, { selector: { text: "Delete" }, action: "hover" }),
    PageError,
  );
  assertStringIncludes(message, '[ref=e3], <button> "Delete" [ref=e4]');
  const { outline: text } = await outline(page, {});
  assertEquals(text, '- button "Delete" [ref=e3]\n- button "Delete" [ref=e4]');
  const old = interact(page, { selector: { ref: "e2" }, action: "hover" });
  await assertRejects(() => old, PageError, "it is no ref of the page as it is now");
  await page.go(`${origin}/next`);
  assertStringIncludes((await outline(page, {})).outline, "[ref=e5]");
});

testInBrowsers(
  "outline() prints no role that an element cannot be found by",
  {
    "/": `<title>roles</title>${
      ROLES.map((role) => `<div role=${role}>of ${role}</div>`).join("")
    }${PAGE.replace(/<title>.*<\/title>/, "")}
    <svg tabindex=0><circle r=5 /></svg><p tabindex=0>in focus</p><div tabindex=-1>out of it</div>
    <iframe role=none src="about:blank"></iframe><object type="text/html" data="about:blank"></object><video tabindex=0></video><hr><progress></progress>`,
  },
  async ({ page }) => {
    const { outline: text } = await outline(page, { max_nodes: 1_000 });
    const printed = new Set([...text.matchAll(/^ *- (\w+)/gm)].map(([, role]) => role ?? ""));
    printed.delete("text");
    assert(printed.has("iframe") && printed.has("generic") && printed.size > 40, text);
    const missing: string[] = [];
    for (const role of printed) {
      await waitFor(page, { selector: { role }, timeout: 0.2 }).catch(() => missing.push(role));
    }
    assertEquals(missing, []);
  },
);

testInBrowsers("outline() tells every kind of frame that can be entered", {
  "/": `<frameset cols="50%,50%"><frame src="/in" title=Menu><frame src="/in"></frameset>`,
  "/objects": `<object type="text/html" data="/in" title=Card>not shown</object>
    <object data="/none" type="x/y">no frame: <button>Instead</button></object><embed src="/in">`,
  "/in":
    `<button style="width:80px;height:30px" onclick="this.textContent = 'pressed'">Press</button>`,
}, async ({ t, page, origin }) => {
  const press = async (selector: Selector) => {
    await frame(page, { selector });
    page.context = page.driving.entered.at(-1)?.context ?? "";
    await interact(page, { selector: { role: "button" }, action: "click" });
    const { outline: text } = await outline(page, {});
    page.context = page.top;
    return text;
  };

  await t.step("of a frameset", async () => {
    assertEquals(await outline(page, {}), {
      outline: `- iframe "Menu" [ref=e1] src="${origin}/in"\n- iframe [ref=e2] src="${origin}/in"`,
    });
    for (const selector of [{ ref: "e2" }, { role: "iframe", name: "Menu" }]) {
      assertStringIncludes(await press(selector), 'button "pressed"');
    }
  });

  await t.step("and an object that shows a document", async () => {
    await page.go(`${origin}/objects`);
    assertEquals(await outline(page, {}), {
      outline: `- iframe "Card" [ref=e5] data="${origin}/in"\n- text "no frame:"\n` +
        '- button "Instead" [ref=e6]',
    });
    assertStringIncludes(await press({ role: "iframe" }), 'button "pressed"');
  });
});
