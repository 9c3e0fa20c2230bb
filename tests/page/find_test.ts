import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Selector } from "../../page/args.ts";
import { extract } from "../../page/extract.ts";
import { interact } from "../../page/interact.ts";
import { outline } from "../../page/outline.ts";
import { PageError } from "../../page/page.ts";
import { waitFor } from "../../page/wait_for.ts";
import { testInBrowsers } from "../fakes/page_site.ts";
import type { RealPage } from "../fakes/real_page.ts";

const SHOP = `<title>shop</title>
<h1>Shop</h1>
<nav aria-label=Main><a id=home href="#a">Home</a> <a id=cart href="#b">Cart <b>2</b></a></nav>
<p id=hello>Hello <em>big</em>
  world</p>
<form>
  <label for=email>Email</label> <input id=email type=email>
  <label>Full name <input id=full></label>
  <span id=by>Search</span> <input id=query aria-labelledby=by>
  <input id=aria aria-label="Phone number">
  <label><input type=checkbox id=agree> I <b>agree</b></label>
  <input type=submit id=send value="Send it">
  <input id=place placeholder=Coupon>
</form>
<button id=buy>Buy now</button><button id=buyer>Buy now and later</button>
<button id=icon><img alt="Close dialog" src="data:,"></button>
<button id=titled title="Help me">?</button>
<button id=ghost style="display:none">Ghost</button>
<div aria-hidden=true><button id=mute>Mute</button></div>
<div role=switch tabindex=0 id=switch aria-checked=false>Dark mode</div>
<x-box><span slot=in id=slotted>In a slot</span></x-box>
<ul><li id=one>Row one</li><li id=two>Row two</li></ul>
<ol><li id=apple><b>Apple</b><p>red</p><button class=add>Add</button></li>
<li>Pear<p>green</p><button class=add>Add</button></li></ol>
<input id=hinted title="Their name"><p role=alert id=saved>Saved</p>
<script>
  customElements.define("x-box", class extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: "open" }).innerHTML =
        "<button id=deep>Deep</button><label>Inner <input id=inner></label>" +
        "<slot name=in></slot><y-box></y-box>";
    }
  });
  customElements.define("y-box", class extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: "open" }).innerHTML = "<p id=deepest>Deepest <i>text</i></p>";
    }
  });
</script>`;

async function idOf(page: RealPage, selector: Selector): Promise<string> {
  const { html = "" } = await extract(page, { selector, format: "html" });
  return /id="(\w+)"/.exec(html)?.[1] ?? html;
}

testInBrowsers("onElement() resolves every kind of selector", { "/": SHOP }, async (given) => {
  const { t, page, origin } = given;
  const found: [Selector, string][] = [
    [{ css: "#buy" }, "buy"],
    [{ css: "#deep" }, "deep"],
    [{ css: "p i" }, "<i>text</i>"],
    [{ xpath: "//h1" }, "<h1>Shop</h1>"],
    [{ xpath: "//button[text()='Deep']" }, "deep"],
    [{ xpath: "//p[@id='deepest']" }, "deepest"],
    [{ xpath: "/html/body/nav/a[2]" }, "cart"],
    [{ role: "link", name: "Cart 2" }, "cart"],
    [{ role: "button", name: "Buy now" }, "buy"],
    [{ role: "button", name: "and later" }, "buyer"],
    [{ role: "button", name: "close DIALOG" }, "icon"],
    [{ role: "button", name: "Send it" }, "send"],
    [{ role: "button", name: "Deep" }, "deep"],
    [{ role: "textbox", name: "Email" }, "email"],
    [{ role: "textbox", name: "Search" }, "query"],
    [{ role: "textbox", name: "Coupon" }, "place"],
    [{ role: "checkbox" }, "agree"],
    [{ role: "switch", name: "Dark mode" }, "switch"],
    [{ role: "heading" }, "<h1>Shop</h1>"],
    [{ text: "Buy now" }, "buy"],
    [{ text: "Hello big world" }, "hello"],
    [{ text: "big" }, "<em>big</em>"],
    [{ text: "cart 2" }, "cart"],
    [{ text: "Send it" }, "send"],
    [{ text: "Deepest text" }, "deepest"],
    [{ text: "In a slot" }, "slotted"],
    [{ label: "Email" }, "email"],
    [{ label: "Full name" }, "full"],
    [{ label: "Search" }, "query"],
    [{ label: "Phone number" }, "aria"],
    [{ label: "i agree" }, "agree"],
    [{ label: "Inner" }, "inner"],
    [{ label: "Coupon" }, "place"],
    [{ label: "Their name" }, "hinted"],
    [{ role: "listitem", name: "Row one" }, "one"],
    [{ role: "listitem", name: "Apple" }, "apple"],
    [{ role: "alert", name: "Saved" }, "saved"],
    [{ role: "paragraph", name: "Hello big world" }, "hello"],
  ];
  for (const [selector, id] of found) {
    await t.step(JSON.stringify(selector), async () => {
      assertEquals(await idOf(page, selector), id);
    });
  }

  const wrong: [Selector, string[]][] = [
    [{ css: "#byu" }, [
      'no element matches {"css":"#byu"} within 0.3 s',
      'buttons on the page: "Send it", "Buy now"',
      "use outline",
    ]],
    [{ role: "button", name: "Ghost" }, ["no element matches"]],
    [{ role: "button", name: "Mute" }, ["no element matches"]],
    [{ role: "slider" }, ["no slider on the page"]],
    [{ text: "Buy now please" }, ['"Buy now"']],
    [{ css: "ul li" }, [
      '2 elements match {"css":"ul li"}',
      '<li id="one"> "Row one" [ref=e1], <li id="two"> "Row two" [ref=e2]',
      "use one of these refs",
    ]],
    [{ label: "Emial" }, ["no element matches"]],
    [{ text: "Row" }, ['2 elements match {"text":"Row"}']],
    [{ css: "..x" }, ['{"css":"..x"} is not a valid selector']],
    [{ xpath: "//[" }, ["is not a valid selector"]],
    [{ xpath: "count(//p)" }, ["it gives a value, and not elements"]],
    [{ xpath: "//p/text()" }, ["it selects #text, no element"]],
    [{ ref: "e99" }, ['{"ref":"e99"}', "use outline"]],
  ];
  page.waitTimeoutMs = 300;
  for (const [selector, parts] of wrong) {
    await t.step(`refuses ${JSON.stringify(selector)}`, async () => {
      const error = await assertRejects(
        () => interact(page, { selector, action: "click" }),
        PageError,
      );
      assertEquals(error.status, 400);
      for (const part of parts) assertStringIncludes(error.message, part);
    });
  }

  await t.step("a bad selector is refused without a wait", async () => {
    page.waitTimeoutMs = 60_000;
    await assertRejects(() => idOf(page, { css: "..x" }), PageError, "not a valid selector");
  });

  await t.step("an element that comes late is waited for", async () => {
    page.waitTimeoutMs = 5_000;
    await page.evaluate(
      "setTimeout(() => buy.insertAdjacentHTML('afterend', '<b id=late>!'), 300)",
    );
    assertEquals(await idOf(page, { css: "#late" }), "late");
  });

  await t.step("an element of the next document is waited for", async () => {
    await page.evaluate("buy.remove(); setTimeout(() => location.reload(), 300)");
    assertEquals(await idOf(page, { css: "#buy" }), "buy");
  });

  await t.step("a ref names its element until the element is gone", async () => {
    const { outline: text } = await outline(page, {});
    const ref = /button "Buy now" \[ref=(e\d+)\]/.exec(text)?.[1] ?? "";
    assertEquals(await idOf(page, { ref }), "buy");
    await page.evaluate("buy.remove()");
    await assertRejects(() => idOf(page, { ref }), PageError, "use outline to get new ones");
    const other = /button "Deep" \[ref=(e\d+)\]/.exec(text)?.[1] ?? "";
    await page.go(`${origin}/`);
    await assertRejects(() => idOf(page, { ref: other }), PageError, "use outline to get new ones");
  });
});

testInBrowsers(
  "onElement() tells several matches apart by refs and by what they are in",
  { "/": SHOP },
  async ({ page }) => {
    const click = (selector: Selector) => interact(page, { selector, action: "click" });
    const add: Selector = { role: "button", name: "Add" };
    const { message } = await assertRejects(() => click(add), PageError);
    const [, first, second] = /\[ref=(e\d+)\] in "Apple red", .*\[ref=(e\d+)\] in "Pear green"/
      .exec(message) ?? [];
    assert(first !== undefined && second !== undefined, message);
    for (const ref of [first, second]) {
      assertStringIncludes((await click({ ref })).element, '<button class="add">');
    }
    // An outline calls them the same.
    assertStringIncludes((await outline(page, {})).outline, `- button "Add" [ref=${second}]`);
  },
);

testInBrowsers(
  "onElement() refuses a role that there is not, at once",
  { "/": SHOP },
  async ({ page }) => {
    page.waitTimeoutMs = 60_000;
    const refused: [string, string][] = [
      ["buton", 'there is no role "buton"; did you mean "button"?'],
      ["div", "roles are those of ARIA, as outline shows them; name a tag by css"],
    ];
    for (const [role, words] of refused) {
      for (
        const look of [
          () => interact(page, { selector: { role }, action: "click" }),
          () => waitFor(page, { selector: { role }, gone: true }),
        ]
      ) {
        page.sent.length = 0;
        const error = await assertRejects(look, PageError);
        assertStringIncludes(error.message, words);
        assertEquals([error.status, page.sent], [400, []]);
      }
    }
  },
);
