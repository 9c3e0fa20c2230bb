import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { InteractArgs, Selector } from "../../page/args.ts";
import { interact } from "../../page/interact.ts";
import { PageError } from "../../page/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";
import type { RealPage } from "../fakes/real_page.ts";

const ODD = `<title>odd</title>
<style>body { height: 5000px } .b { position: absolute; width: 80px; height: 30px }</style>
<button class=b id=plain style="top:10px">plain</button>
<button class=b id=covered style="top:60px">covered</button>
<div id=cover style="position:absolute;top:50px;width:200px;height:60px;background:#fcc"></div>
<button class=b id=half style="top:60px;left:160px">half covered</button>
<button class=b id=below style="top:4000px">below</button>
<button class=b id=none style="display:none">none</button>
<button class=b id=invisible style="top:130px;visibility:hidden">invisible</button>
<button class=b id=zero style="top:170px;width:0;height:0;padding:0;border:0;overflow:hidden"></button>
<button class=b id=off style="left:-500px;top:200px">off</button>
<button class=b id=disabled style="top:240px" disabled>disabled</button>
<button class=b id=aria style="top:240px;left:100px" aria-disabled=true>aria</button>
<button class=b id=through style="top:240px;left:200px;pointer-events:none">through</button>
<button class=b id=clear style="top:280px;opacity:0">clear</button>
<div style="position:absolute;top:320px;width:100px;height:50px;overflow:auto">
  <div style="height:400px"></div><button id=scrolled>scrolled</button></div>
<div id=host style="position:absolute;top:400px"></div>
<button class=b id=framed style="top:440px">framed</button>
<iframe id=frame srcdoc="<p>in" style="position:absolute;top:430px;width:100px;height:50px"></iframe>
<div class=b style="top:500px"><label id=label><input type=checkbox id=box style="display:none">box</label></div>
<button class=b id=moving style="top:540px">moving</button>
<button class=b id=late style="top:580px" disabled>late</button>
<a id=contents style="display:contents" href="#x"><span class=b id=inner style="top:620px">inner</span></a>
<button class=b id=twice style="top:660px">twice</button>
<a id=wrapped href="#w" style="position:absolute;top:700px;width:60px">a link on two lines</a>
<header style="position:fixed;top:0;left:300px;width:300px;height:60px;background:#ccf">bar</header>
<button class=b id=barred style="top:1200px;left:320px">barred</button>
<script>
  const seen = [];
  for (const type of ["click", "dblclick", "contextmenu", "mouseover"]) {
    addEventListener(type, (e) => {
      const inner = e.composedPath()[0];
      seen.push(type + " " + (inner.id || inner.localName) + " " + e.isTrusted);
    }, true);
  }
  host.attachShadow({ mode: "open" }).innerHTML = "<button id=shadow>shadow</button>";
  let x = 0;
  const timer = setInterval(() => { if (++x > 20) clearInterval(timer); moving.style.left = x * 5 + "px" }, 16);
  setTimeout(() => late.disabled = false, 600);
</script>`;

type Action = InteractArgs["action"];

async function seen(page: RealPage, selector: Selector, action: Action = "click") {
  await page.evaluate("seen.length = 0");
  await interact(page, { selector, action });
  const kinds = action === "hover" ? "mouseover" : "click|dblclick|contextmenu";
  return await page.evaluate(
    `seen.filter((one) => /^(${kinds})/.test(one)).join()`,
  );
}

testInBrowsers(
  "interact() presses what a person would reach",
  { "/": ODD },
  async ({ t, page }) => {
    page.waitTimeoutMs = 2_000;
    const clicks: Record<string, [Selector, string]> = {
      "a plain button": [{ css: "#plain" }, "click plain true"],
      "a button that is enabled soon": [{ css: "#late" }, "click late true"],
      "a button that moves": [{ css: "#moving" }, "click moving true"],
      "a button half of which is covered": [{ css: "#half" }, "click half true"],
      "a button below the fold": [{ css: "#below" }, "click below true"],
      "a button scrolled out of its box": [{ css: "#scrolled" }, "click scrolled true"],
      "a button that is transparent": [{ css: "#clear" }, "click clear true"],
      "a button in a shadow root": [{ css: "#shadow" }, "click shadow true"],
      "a link of two lines": [{ css: "#wrapped" }, "click wrapped true"],
      "a link without a box": [{ css: "#contents" }, "click inner true"],
      "a button that a fixed bar hides": [{ css: "#barred" }, "click barred true"],
      "a hidden checkbox by its label": [{ css: "#box" }, "click label true,click box true"],
    };
    for (const [name, [selector, events]] of Object.entries(clicks)) {
      await t.step(name, async () => assertEquals(await seen(page, selector), events));
    }

    await t.step("double_click, right_click, hover", async () => {
      assertEquals(
        await seen(page, { css: "#twice" }, "double_click"),
        "click twice true,click twice true,dblclick twice true",
      );
      assertEquals(await seen(page, { css: "#plain" }, "right_click"), "contextmenu plain true");
      assertStringIncludes(
        String(await seen(page, { css: "#disabled" }, "hover")),
        "mouseover disabled true",
      );
    });

    await t.step("scroll_to sends no input", async () => {
      await page.evaluate("scrollTo(0, 0)");
      page.sent.length = 0;
      const result = await interact(page, { selector: { css: "#below" }, action: "scroll_to" });
      assertEquals(result, { element: '<button id="below" class="b"> "below"' });
      assertEquals(page.sent, ["script.callFunction"]);
      assertEquals(await page.evaluate("scrollY > 3000"), true);
    });

    await t.step("a click is two commands", async () => {
      page.sent.length = 0;
      await interact(page, { selector: { css: "#plain" }, action: "click" });
      assertEquals(page.sent, ["script.callFunction", "input.performActions"]);
    });

    page.waitTimeoutMs = 300;
    const refusals: Record<string, string> = {
      covered: 'it is covered by <div id="cover">',
      framed: 'it is covered by <iframe id="frame">',
      none: "it has display: none",
      invisible: "it has visibility: hidden",
      zero: "its size is zero",
      off: "it lies outside what the page can be scrolled to",
      disabled: "it is disabled",
      aria: "it is disabled (aria-disabled)",
      through: "it takes no pointer events (pointer-events: none)",
    };
    for (const [id, why] of Object.entries(refusals)) {
      await t.step(`refuses #${id}`, async () => {
        await page.evaluate("seen.length = 0");
        const error = await assertRejects(
          () => interact(page, { selector: { css: `#${id}` }, action: "click" }),
          PageError,
        );
        assertEquals(error.status, 400);
        assertStringIncludes(error.message, why);
        assertStringIncludes(error.message, `id="${id}"`);
        assertEquals(await page.evaluate("seen.filter((one) => one.includes('click')).length"), 0);
      });
    }
  },
);
