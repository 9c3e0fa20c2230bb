import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Selector } from "../../../page/args.ts";
import { drag } from "../../../page/drag.ts";
import { extract } from "../../../page/extract.ts";
import { fillForm } from "../../../page/fill_form.ts";
import { frame } from "../../../page/frame.ts";
import { interact } from "../../../page/interact.ts";
import { outline } from "../../../page/outline.ts";
import { PageError } from "../../../page/page.ts";
import { pressKey } from "../../../page/press_key.ts";
import { select } from "../../../page/select.ts";
import { waitFor } from "../../../page/wait_for.ts";
import { write } from "../../../page/write.ts";
import { testInBrowsers } from "../../fakes/page_site.ts";

/** A form with a control, out of sight, of each name that a form has a property of. */
const PAGE = `<title>names</title><form id=buying role=form aria-label=Order>
  <p>Pay <b>now</b></p>
  <label>Email <input class=email></label>
  <label>Color <select class=color><option>Red<option>Green</select></label>
  <label><input type=checkbox class=agree> Agree</label>
  <button type=button class=buy>Buy</button>
  <iframe title=Card src="/card" style="width:200px;height:60px"></iframe>
  <i draggable=true class=card>card</i>
</form>
<form contenteditable id=editor aria-label=Note style="min-height:30px"></form>
<form draggable=true id=card style="height:30px">drag</form><div id=bin style="height:30px">bin</div>
<script>
  const clicked = [];
  for (const form of document.querySelectorAll("form")) {
    const hidden = document.createElement("div");
    hidden.style.display = "none";
    hidden.contentEditable = "false";
    for (let of = HTMLFormElement.prototype; of; of = Object.getPrototypeOf(of)) {
      for (const name of Object.getOwnPropertyNames(of)) {
        const control = document.createElement("input");
        control.name = name;
        hidden.append(control);
      }
    }
    Element.prototype.append.call(form, hidden);
  }
  document.querySelector(".buy").onclick = (event) => clicked.push(event.target.className);
  bin.ondragover = (event) => event.preventDefault();
  bin.ondrop = (event) => bin.textContent = event.dataTransfer.getData("text/plain");
  document.getElementById("card").ondragstart = (event) => event.dataTransfer.setData("text/plain", "dropped");
</script>`;

const css = (of: string) => ({ selector: { css: of } });

testInBrowsers("what its controls are called says nothing of a form", {
  "/": PAGE,
  "/card":
    `<button style="width:80px;height:30px" onclick="this.textContent = 'paid'">Pay</button>`,
}, async ({ t, page }) => {
  await t.step("a page sees a control in place of what it reads", async () => {
    const read = "['parentNode', 'getAttribute', 'localName'].map((of) => String(buying[of]))";
    assertEquals(
      await page.evaluate(`${read}.join()`),
      Array(3).fill("[object HTMLInputElement]").join(),
    );
  });

  await t.step("outline", async () => {
    const { outline: text } = await outline(page, {});
    for (
      const line of [
        '- form "Order" [ref=e1]',
        '  - paragraph "Pay now"',
        '  - textbox "Email" [ref=e2]',
        '  - combobox "Color" [ref=e3] value="Red"',
        '  - button "Buy" [ref=e5]',
        '- form "Note"',
      ]
    ) assertStringIncludes(text, line);
    const part = await outline(page, { selector: { ref: "e1" } });
    assertStringIncludes(part.outline, '- form "Order" [ref=e1]');
  });

  await t.step("interact", async () => {
    const selectors = [{ role: "button", name: "Buy" }, { text: "Buy" }, { css: ".buy" }, {
      xpath: "//form/button",
    }];
    for (const selector of selectors) {
      const { element } = await interact(page, { selector, action: "click" });
      assertStringIncludes(element, '"Buy"');
    }
    assertEquals(await page.evaluate("clicked.join()"), selectors.map(() => "buy").join());
    for (const action of ["hover", "scroll_to"] as const) {
      const { element } = await interact(page, {
        selector: { role: "form", name: "Order" },
        action,
      });
      assertStringIncludes(element, '<form id="buying"> "Order"');
    }
  });

  await t.step("write, select, fill_form and press_key", async () => {
    await write(page, { selector: { label: "Email" }, text: "a@b.c" });
    await select(page, { selector: { label: "Color" }, label: "Green" });
    await fillForm(page, { fields: [{ selector: { label: "Agree" }, value: true }] });
    assertEquals(
      await page.evaluate(
        "[...document.querySelectorAll('.email, .color')].map((e) => e.value).join()",
      ),
      "a@b.c,Green",
    );
    assertEquals(await page.evaluate("document.querySelector('.agree').checked"), true);
    await write(page, { ...css("#editor"), text: "a note" });
    await pressKey(page, { ...css("#editor"), keys: "End" });
    assertStringIncludes((await extract(page, css("#editor"))).text ?? "", "a note");
  });

  await t.step("wait_for", async () => {
    await waitFor(page, { text: "Pay now" });
    await waitFor(page, { selector: { role: "form", name: "Order" } });
    await waitFor(page, { text: "Nothing", gone: true });
  });

  await t.step("extract", async () => {
    const { text = "" } = await extract(page, css("#buying"));
    assertStringIncludes(text, "Pay now");
    assert((await extract(page, {})).text?.includes("Pay now"));
    const { html = "" } = await extract(page, { ...css("#buying"), format: "html" });
    assertStringIncludes(html, '<form id="buying"');
  });

  await t.step("a frame in it", async () => {
    await frame(page, { selector: { role: "iframe" } });
    page.context = page.driving.entered.at(-1)?.context ?? "";
    await interact(page, { selector: { role: "button" }, action: "click" });
    assertEquals(await page.evaluate("document.querySelector('button').textContent"), "paid");
    page.context = page.top;
  });

  await t.step("drag of one", async () => {
    await drag(page, { from: css("#card"), to: css("#bin") });
    assertEquals(await page.evaluate("bin.textContent"), "dropped");
  });

  await t.step("several of them are told apart", async () => {
    const error = await interact(page, { ...css("form"), action: "click" }).catch(String);
    assertStringIncludes(String(error), '<form id="buying"');
  });
});

testInBrowsers("only what is in the topmost modal dialog can be used while it is open", {
  "/": `<button id=a>Save</button><input id=i aria-label=Name><main inert>
    <dialog id=one aria-label=First><button>Save</button><x-box></x-box></dialog></main>
    <dialog id=two><button>Yes</button></dialog><dialog id=plain open>not modal</dialog>
    <style>.gone { display: none !important } .small::backdrop { display: none }</style><script>
    const shadow = document.querySelector("x-box").attachShadow({ mode: "open" });
    shadow.innerHTML = "<dialog class=small><button>Deep</button></dialog>";
    const deep = shadow.firstChild;</script>`,
}, async ({ t, page }) => {
  const outlined = async (script: string) => {
    await page.evaluate(script);
    return (await outline(page, {})).outline.replace(/ \[ref=e\d+\]| focused/g, "");
  };
  const click = (selector: Selector) => interact(page, { selector, action: "click" });
  const page0 = '- button "Save"\n- textbox "Name"\n- dialog "not modal"';

  await t.step("outline", async () => {
    assertEquals(await outlined(""), page0);
    const first = '- dialog "First" modal\n  - button "Save"';
    assertEquals(await outlined("one.showModal()"), first);
    assertEquals(await outlined("two.showModal()"), '- dialog modal\n  - button "Yes"');
    assertEquals(await outlined("one.close(), one.showModal()"), first);
    assertEquals(await outlined("deep.showModal()"), '- dialog modal\n  - button "Deep"');
    assertEquals(await outlined("deep.close(), two.close()"), first);
  });

  await t.step("selectors", async () => {
    for (
      const selector of [{ role: "button", name: "Save" }, { text: "Save" }, { css: "#one button" }]
    ) {
      assertStringIncludes((await click(selector)).element, '<button> "Save"');
    }
    const inert = 'it is inert while the modal <dialog id="one"> is open';
    const refused: [() => Promise<unknown>, string][] = [
      [() => click({ css: "#a" }), `Cannot click <button id="a"> "Save": ${inert}`],
      [
        () => click({ role: "textbox" }),
        `1 that cannot be used matches: <input id="i"> "Name": ${inert}`,
      ],
      [() => write(page, { selector: { css: "#i" }, text: "x" }), inert],
    ];
    for (const [task, words] of refused) {
      assertStringIncludes((await assertRejects(task, PageError)).message, words);
    }
  });

  await t.step(
    "a dialog that nobody sees keeps the page from being used all the same",
    async () => {
      assertEquals(await outlined("one.className = 'gone'"), page0);
      const { message } = await assertRejects(() => click({ text: "Save" }), PageError);
      assertStringIncludes(message, "it is inert while the modal <dialog");
      await page.evaluate("one.close()");
      assertStringIncludes((await click({ text: "Save" })).element, '<button id="a">');
    },
  );
});
