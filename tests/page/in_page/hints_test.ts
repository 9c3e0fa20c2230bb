import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Selector } from "../../../page/args.ts";
import { frame } from "../../../page/frame.ts";
import { interact } from "../../../page/interact.ts";
import { PageError } from "../../../page/page.ts";
import { waitFor } from "../../../page/wait_for.ts";
import { testInBrowsers } from "../../fakes/page_site.ts";
import type { RealPage } from "../../fakes/real_page.ts";

async function refusal(page: RealPage, selector: Selector): Promise<string> {
  page.waitTimeoutMs = 200;
  const click = interact(page, { selector, action: "click" });
  return (await assertRejects(() => click, PageError)).message;
}

testInBrowsers("what a frame holds is told to be searched only there, and the reverse", {
  "/":
    `<button>Buy</button><iframe title=Payment src="/in"></iframe><iframe id=ext src="/in"></iframe>
    <iframe title=Ghost hidden></iframe>`,
  "/in": "<button>Pay</button>",
}, async ({ page }) => {
  const ends = '2 iframes are not searched ("Payment", <iframe id="ext">): enter one with frame';
  for (const selector of [{ role: "button", name: "Pay" }, { label: "Payment" }, { css: "#pay" }]) {
    assertStringIncludes(await refusal(page, selector), `; ${ends}; use outline`);
  }
  const late = await assertRejects(() => waitFor(page, { text: "Pay", timeout: 0.1 }), PageError);
  assertStringIncludes(late.message, ends);
  assert(!(await refusal(page, { role: "iframe", name: "Map" })).includes("not searched"));

  await frame(page, { selector: { role: "iframe", name: "Payment" } });
  page.context = page.driving.entered.at(-1)?.context ?? "";
  assertEquals(
    await refusal(page, { css: "#buy" }),
    'Cannot click: no element matches {"css":"#buy"} within 0.2 s: 1 button in the frame: "Pay"; ' +
      'use outline to see what there is, or frame {"leave":"top"} to leave the frame',
  );
  const wait = await assertRejects(() => waitFor(page, { text: "Buy", timeout: 0.1 }), PageError);
  assertStringIncludes(wait.message, "the frame that was entered is at http");
  page.context = page.top;
});

testInBrowsers("an element that matches and cannot be used is told, and why", {
  "/": `<button style="display:none" id=h>Hidden</button><div hidden id=box><input aria-label=Code>
    <button>Twice</button><button>Twice</button></div><div aria-hidden=true><button>Mute</button></div>
    <div inert><button>Off</button></div><button>Other</button>`,
}, async ({ page }) => {
  const told: [Selector, string][] = [
    [
      { role: "button", name: "Hidden" },
      '1 that cannot be used matches: <button id="h"> "Hidden": it has display: none; use outline',
    ],
    [
      { role: "button", name: "Twice" },
      '2 that cannot be used match: <button> "Twice": <div id="box"> around it has display: none',
    ],
    [{ label: "Code" }, '<input> "Code": <div id="box"> around it has display: none'],
    [{ role: "button", name: "Mute" }, '"Mute": it is hidden by aria-hidden'],
    [{ role: "button", name: "Off" }, '"Off": it is inert, by <div>'],
    [{ role: "button", name: "None" }, '1 button on the page: "Other"'],
  ];
  for (const [selector, words] of told) assertStringIncludes(await refusal(page, selector), words);
});

testInBrowsers("several matches are told apart by what is around them", {
  "/": `<div class=card><span>Alpha</span><button>Delete</button></div>
    <div class=card><span>Beta</span> <i><button>Edit</button> <button>Delete</button></i></div>
    <form><h3>Gamma</h3><button type=button>Add</button><h3>Delta</h3><button type=button>Add</button></form>
    <table><tr><td>One<td><b><button>Move</button></b></table>
    <table><tr><td>Two<td><b><button>Move</button></b></table>
    <a href="#a">Home</a><p>text <a href="#b">Cart</a></p>`,
}, async ({ page }) => {
  const told: [Selector, string][] = [
    [
      { role: "button", name: "Delete" },
      '<button> "Delete" [ref=e1] in "Alpha", <button> "Delete" [ref=e2] in "Beta Edit"; use',
    ],
    [
      { role: "button", name: "Add" },
      '<button type="button"> "Add" [ref=e3] after "Gamma", ' +
      '<button type="button"> "Add" [ref=e4] after "Delta"',
    ],
    [
      { role: "button", name: "Move" },
      '"Move" [ref=e5] in "One", <button> "Move" [ref=e6] in "Two"',
    ],
    [{ css: "a" }, '<a> "Home" [ref=e7], <a> "Cart" [ref=e8]; use'],
  ];
  for (const [selector, words] of told) assertStringIncludes(await refusal(page, selector), words);
});

testInBrowsers("a shadow root that a CSS selector would have to cross is told", {
  "/": `<button>Buy</button><main><user-card name=Zoe><b>light</b></user-card></main><script>
    const card = document.querySelector("user-card").attachShadow({ mode: "open" });
    card.innerHTML = "<p><button id=nick>Nick</button></p>";</script>`,
}, async ({ page }) => {
  const words =
    '<user-card name="Zoe"> has a shadow root, which a CSS combinator does not cross: look for ';
  for (
    const [css, last] of [
      ["user-card button", "button"],
      [' main > user-card[name="Zoe"] > p #nick ', "#nick"],
      ["user-card:not(.a > b) p > button:is(#nick, .other)", "button:is(#nick, .other)"],
    ] as const
  ) {
    assertStringIncludes(await refusal(page, { css }), `${words}${JSON.stringify(last)} alone`);
  }
  for (const css of ["user-card i", "main b i", "user-card i, main i"]) {
    const message = await refusal(page, { css });
    assert(!message.includes("shadow root"), message);
  }
});
