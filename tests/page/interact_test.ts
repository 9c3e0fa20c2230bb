import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { InteractArgs, Selector } from "../../page/args.ts";
import { interact } from "../../page/interact.ts";
import { PageError } from "../../page/page.ts";
import { until } from "../e2e/until.ts";
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

/** Presses that the other site's page has got. */
let taken = 0;

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

    await t.step("a click is three commands, and two more where there are frames", async () => {
      const call = "script.callFunction", input = "input.performActions";
      page.sent.length = 0;
      await interact(page, { selector: { css: "#plain" }, action: "click" });
      assertEquals(page.sent, [call, input, call, input, call]);
      await page.evaluate("window.taken = frame, taken.remove()");
      page.sent.length = 0;
      await interact(page, { selector: { css: "#plain" }, action: "click" });
      assertEquals(page.sent, [call, input, call]);
      await page.evaluate("framed.after(taken)");
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

const MOVING = `<title>moving</title>
<style>.b { position: absolute; left: 10px; top: 20px; width: 100px; height: 40px; border: 0 }
  .away { left: 500px }</style>
<div id=place></div>
<script>
  const log = [];
  for (const type of ["mousedown", "click", "contextmenu"]) {
    addEventListener(type, (e) => log.push(type + " " + (e.target.id || e.target.localName)));
  }
  function show(html, act, type = "pointermove") {
    log.length = 0;
    place.innerHTML = html;
    addEventListener(type, () => setTimeout(act, 0), { once: true });
    addEventListener(type, act, { once: true });
  }
</script>`;
const SAFE = `<button class=b id=safe>Safe</button>`;
const OTHER = `<button class="b away" id=other>Delete</button>`;

testInBrowsers(
  "interact() presses nothing that the page puts under the pointer",
  {
    "/": MOVING,
    "/bank": `<style>body { margin: 0; height: 500px }</style><script>
      addEventListener("mousedown", () => fetch("/taken", { method: "POST" }), true)</script>`,
    "/link": `<title>link</title>`,
    "/taken": () => {
      taken++;
      return new Response("");
    },
  },
  async ({ t, page, origin }) => {
    const safe = { css: "#safe" };
    const click = (action: Action = "click") => interact(page, { selector: safe, action });
    const log = () => page.evaluate("log.join()");
    const show = async (html: string, act: string, type = "pointermove") => {
      // So that the pointer comes.
      await page.send("input.performActions", {
        context: page.context,
        actions: [{
          type: "pointer",
          id: "mouse",
          parameters: { pointerType: "mouse" },
          actions: [{ type: "pointerMove", x: 400, y: 400, origin: "viewport" }],
        }],
      });
      await page.evaluate(
        `void show(${JSON.stringify(html)}, () => { ${act} }, ${JSON.stringify(type)})`,
      );
    };
    page.waitTimeoutMs = 300;

    for (const action of ["click", "double_click", "right_click"] as const) {
      await t.step(`${action}: another button, which is refused and named`, async () => {
        await show(SAFE + OTHER, "other.classList.remove('away')");
        const error = await assertRejects(() => click(action), PageError);
        assertEquals(error.status, 400);
        assertStringIncludes(error.message, '<button id="other" class="b"> "Delete"');
        assertEquals(await log(), "");
      });
    }

    await t.step("a button that moves off as the pointer comes is followed", async () => {
      await show(SAFE + OTHER, "safe.style.top = '120px'; other.classList.remove('away')");
      assertEquals(await click(), { element: '<button id="safe" class="b"> "Safe"' });
      assertEquals(await log(), "mousedown safe,click safe");
    });

    await t.step("a frame of another site gets no press", async () => {
      const other = origin.replace("127.0.0.1", "localhost");
      taken = 0;
      await show(SAFE + `<iframe id=bank class="b away" src="${other}/bank"></iframe>`, "");
      await until(() => page.evaluate("frames.length > 0 && document.readyState === 'complete'"));
      await page.evaluate(
        `addEventListener("pointermove", () => bank.classList.remove("away"), { once: true })`,
      );
      const error = await assertRejects(() => click(), PageError);
      assertStringIncludes(error.message, '<iframe id="bank"');
      assertEquals([await log(), taken], ["", 0]);
    });

    await t.step("a press that the document is told nothing of is noted", async () => {
      // A page that stops it at the window before pagetap listens there looks as a frame does that takes it.
      await page.evaluate(`void show(${JSON.stringify(SAFE)}, () => {})`);
      await page.evaluate(
        `for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
           addEventListener(type, (e) => e.stopImmediatePropagation(), true)`,
      );
      const { note = "" } = await click();
      assertStringIncludes(note, "the document has seen nothing of the press");
      await page.go(`${origin}/`);
    });

    const fine: Record<string, [string, string, string?]> = {
      "is drawn anew as the pointer comes": [SAFE, `place.innerHTML = \`${SAFE}\``],
      "grows and gets a child under the pointer": [
        SAFE,
        "safe.style.transform = 'scale(1.2)'; safe.innerHTML = '<b id=safe-b>Safe</b>'",
      ],
      "is removed when it is pressed": [SAFE, "safe.remove()", "mousedown"],
      "is covered when it is pressed": [
        SAFE + OTHER,
        "other.classList.remove('away')",
        "mousedown",
      ],
    };
    for (const [name, [html, act, type]] of Object.entries(fine)) {
      await t.step(`a button that ${name}`, async () => {
        await show(html, act, type);
        assertEquals((await click()).note, undefined);
        assertStringIncludes(String(await log()), "mousedown safe");
      });
    }

    await t.step("an area of an image, a frame, and a list that opens", async () => {
      await show(
        `<img class=b id=safe usemap="#m" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><map name=m>
         <area id=part shape=rect coords="0,0,100,40" href="#part"></map>`,
        "",
      );
      await click().catch((error) => assertStringIncludes(error.message, "<area"));
      await show(`<select class=b id=safe><option>a<option>b</select>`, "");
      assertEquals((await click()).note, undefined);
      assertStringIncludes(String(await log()), "mousedown safe");
      taken = 0;
      await show(`<iframe class=b id=safe src="/bank"></iframe>`, "");
      await until(() => page.evaluate("safe.contentDocument?.body?.offsetHeight > 0"));
      // A frame that has just come takes no press yet, as a person's would miss.
      await until(async () => {
        assertEquals((await click()).note, undefined);
        return taken > 0;
      });
    });

    await t.step("a link that is followed", async () => {
      await show(`<a class=b id=safe href="/link">go</a>`, "");
      assertEquals((await click()).note, undefined);
      await until(() => page.evaluate("document.title === 'link'"));
    });
  },
);
