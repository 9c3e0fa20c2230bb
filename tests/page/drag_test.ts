import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { DragArgs } from "../../page/args.ts";
import { drag } from "../../page/drag.ts";
import { interact } from "../../page/interact.ts";
import { PageError } from "../../page/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";
import type { RealPage } from "../fakes/real_page.ts";

const PAGE = `<title>drag</title>
<style>body { margin: 0; height: 4000px; user-select: none }
  .b { position: absolute; width: 80px; height: 40px; background: #ccf }</style>
<div class=b id=card draggable=true style="left:10px;top:10px">card</div>
<div class=b id=bin style="left:300px;top:10px">bin</div>
<div class=b id=wall style="left:500px;top:10px">wall</div>
<div class=b id=slider style="left:10px;top:80px">slider</div>
<input type=range id=range min=0 max=100 value=0 style="position:absolute;left:0;top:150px;width:200px;margin:0">
<ul id=list style="position:absolute;left:0;top:200px;margin:0;padding:0;width:120px">
  <li>one<li>two<li>three</ul>
<style>li { height: 30px; list-style: none; background: #eee }</style>
<div class=b id=far style="left:300px;top:3000px">far</div>
<div class=b id=hidden style="display:none">hidden</div>
<button class=b id=off disabled style="left:10px;top:320px">off</button>
<button class=b id=plain style="left:110px;top:320px">plain</button>
<script>
  const seen = [], trusted = new Set();
  for (const type of ["dragstart", "dragenter", "drop", "dragend", "click"]) {
    addEventListener(type, (e) => seen.push(type + " " + e.target.id + (e.isTrusted ? "" : "!")), true);
  }
  card.ondragstart = (e) => {
    e.dataTransfer.effectAllowed = "move";
    e.dataTransfer.setData("text/plain", "the card");
    e.dataTransfer.setData("application/x-card", "7");
  };
  for (const taker of [bin, far]) {
    taker.ondragover = (e) => { e.preventDefault(); e.dataTransfer.dropEffect = "move" };
    taker.ondrop = (e) => {
      e.preventDefault();
      taker.title = ["text/plain", "application/x-card"].map((type) => e.dataTransfer.getData(type)).join();
    };
  }
  let grip = null, moves = 0;
  slider.onpointerdown = (e) => { slider.setPointerCapture(e.pointerId); grip = e.clientX - slider.offsetLeft };
  slider.onpointermove = (e) => { if (grip !== null) { moves++; slider.style.left = e.clientX - grip + "px" } };
  slider.onpointerup = () => grip = null;
  // A list sorted by mouse events, that begins after 5 pixels and moves on frames.
  let item = null, startY = 0, sorting = false, y = 0;
  list.onmousedown = (e) => { item = e.target; startY = e.clientY; sorting = false };
  addEventListener("mousemove", (e) => {
    if (!item) return;
    if (Math.abs(e.clientY - startY) > 5) sorting = true;
    y = e.clientY;
    if (sorting) requestAnimationFrame(() => {
      if (!item) return;
      const over = [...list.children].find((li) => {
        const { top, bottom } = li.getBoundingClientRect();
        return li !== item && y >= top && y < bottom;
      });
      if (!over) return;
      const { top, height } = over.getBoundingClientRect();
      list.insertBefore(item, y < top + height / 2 ? over : over.nextSibling);
    });
  });
  addEventListener("mouseup", () => item = null);
</script>`;

const css = (css: string) => ({ selector: { css } });

async function refusal(page: RealPage, args: DragArgs): Promise<string> {
  await page.evaluate("seen.length = 0");
  const error = await assertRejects(() => drag(page, args), PageError);
  assertEquals(error.status, 400);
  assertEquals(await page.evaluate("seen.join()"), "");
  return error.message;
}

testInBrowsers("drag() drags with real input", { "/": PAGE }, async ({ t, page }) => {
  const scripted = page.browser === "firefox";

  await t.step("by the browser's own drag and drop, with its data", async () => {
    const result = await drag(page, { from: css("#card"), to: css("#bin") });
    assertEquals([result.from, result.to], [
      '<div id="card" class="b"> "card"',
      '<div id="bin" class="b"> "bin"',
    ]);
    assertEquals(await page.evaluate("bin.title"), "the card,7");
    const seen = String(await page.evaluate("seen.join()"));
    assertStringIncludes(seen, "dragstart card,");
    assertStringIncludes(seen, scripted ? "drop bin!,dragend card!" : "drop bin,dragend card");
    assertEquals(result.note?.includes("isTrusted false") ?? false, scripted);
  });

  await t.step("says that nothing took it", async () => {
    await page.evaluate("seen.length = 0");
    const { note } = await drag(page, { from: css("#card"), to: css("#wall") });
    assertEquals(note, "nothing there took what was dropped");
    const seen = String(await page.evaluate("seen.join()"));
    assertStringIncludes(seen, "dragend card");
    assertEquals(seen.includes("drop "), false);
  });

  await t.step("drops where the effects allow it", async () => {
    await page.evaluate(`
      card.addEventListener("dragstart", (e) => e.dataTransfer.effectAllowed = allowed);
      bin.ondragover = (e) => { e.preventDefault(); if (wish) e.dataTransfer.dropEffect = wish };
      allowed = wish = ""`);
    const cases: [allowed: string, wish: string, taken: boolean][] = [
      ["uninitialized", "", true],
      ["copy", "", true],
      ["linkMove", "", true],
      ["link", "", true],
      ["none", "", false],
      ["all", "none", false],
      ["all", "link", true],
      ["copy", "move", false],
    ];
    for (const [allowed, wish, taken] of cases) {
      await page.evaluate(`allowed = "${allowed}"; wish = "${wish}"; bin.title = ""`);
      const { note } = await drag(page, { from: css("#card"), to: css("#bin") });
      const told = note === "nothing there took what was dropped";
      const got = await page.evaluate("bin.title");
      assertEquals([got, told], taken ? ["the card,7", false] : ["", true], `${allowed} ${wish}`);
    }
    await page.evaluate("allowed = 'move'");
  });

  await t.step("a page that follows the pointer, by many moves", async () => {
    assertEquals(
      (await drag(page, { from: css("#slider"), to: { x: 250, y: 100 } })).note,
      undefined,
    );
    assertEquals(await page.evaluate("slider.style.left"), "210px");
    assertEquals(Number(await page.evaluate("moves")) >= 10, true);
  });

  await t.step("a range, from one point of it to another", async () => {
    await drag(page, {
      from: { ...css("#range"), x: 8, y: 8 },
      to: { ...css("#range"), x: 100, y: 8 },
    });
    assertEquals(await page.evaluate("range.value"), "50");
  });

  await t.step("from a point to a point, and to an element", async () => {
    await page.evaluate("bin.title = ''; seen.length = 0");
    const from = { x: 50, y: 30 };
    assertEquals((await drag(page, { from, to: { x: 340, y: 30 } })).from, "(50, 30)");
    assertEquals(await page.evaluate("bin.title"), "the card,7");
    assertStringIncludes(String(await page.evaluate("seen.join()")), "dragstart card,");
    await page.evaluate("bin.title = ''");
    const { to } = await drag(page, { from, to: css("#bin") });
    assertEquals([to, await page.evaluate("bin.title")], [
      '<div id="bin" class="b"> "bin"',
      "the card,7",
    ]);
  });

  await t.step("an entry of a sorted list", async () => {
    await drag(page, {
      from: { selector: { text: "one" } },
      to: { ...css("li:last-child"), x: 20, y: 25 },
    });
    assertEquals(
      await page.evaluate("list.innerText.replace(/\\s+/g, ' ').trim()"),
      "two three one",
    );
  });

  await t.step("to what is not in view together with it", async () => {
    const { note } = await drag(page, { from: css("#card"), to: css("#far") });
    assertEquals(note?.includes("isTrusted false") ?? false, scripted);
    assertEquals(await page.evaluate("far.title"), "the card,7");
  });

  await t.step("the button is up afterwards", async () => {
    await page.evaluate("scrollTo(0, 0); seen.length = 0");
    await interact(page, { ...css("#plain"), action: "click" });
    assertEquals(await page.evaluate("seen.join()"), "click plain");
  });

  page.waitTimeoutMs = 200;
  await t.step("refuses before it presses", async () => {
    assertStringIncludes(
      await refusal(page, { from: css("#none"), to: css("#bin") }),
      "Cannot drag: no element",
    );
    assertStringIncludes(
      await refusal(page, { from: css("#card"), to: css("#hidden") }),
      'Cannot drag to <div id="hidden"',
    );
    assertStringIncludes(
      await refusal(page, { from: css("#off"), to: css("#bin") }),
      "it is disabled",
    );
    assertStringIncludes(
      await refusal(page, { from: css("#card"), to: { x: 9_000, y: 5 } }),
      "(9000, 5) lies outside the viewport",
    );
    assertStringIncludes(
      await refusal(page, { from: { ...css("#card"), x: 90, y: 5 }, to: css("#bin") }),
      "the point (90, 5) lies outside it: it is 80 by 40 pixels",
    );
    assertStringIncludes(
      await refusal(page, { from: { x: 20, y: 20 }, to: css("#far") }),
      "has moved what was at the point",
    );
  });

  const gone = async () => {
    await page.evaluate("window.kept ??= far; document.body.append(kept); scrollTo(0, 0)");
    await page.evaluate("card.addEventListener('dragstart', () => kept.remove(), { once: true })");
  };
  const buttonIsUp = async () => {
    await page.evaluate("scrollTo(0, 0); seen.length = 0");
    await interact(page, { ...css("#plain"), action: "click" });
    assertEquals(await page.evaluate("seen.join()"), "click plain");
  };
  const far = { from: css("#card"), to: css("#far") };

  await t.step("lets go when the other end goes away while it is dragged", async () => {
    await gone();
    await assertRejects(() => drag(page, far), PageError, "no element");
    await buttonIsUp();
  });

  await t.step("lets go when the call is aborted while it is dragged", async () => {
    await gone();
    page.waitTimeoutMs = 60_000;
    const { signal } = page;
    const call = new AbortController();
    page.signal = call.signal;
    const dragging = drag(page, far);
    const left = new Error("left");
    await page.evaluate(
      "new Promise((gone) => card.addEventListener('dragstart', gone, { once: true }))",
    );
    call.abort(left);
    assertEquals(await assertRejects(() => dragging), left);
    page.signal = signal;
    await buttonIsUp();
  });
});

const FRAME = `<style>body { margin: 0; height: 3000px } div { height: 30px }</style>
<div id=card draggable=true ondragstart="event.dataTransfer.setData('text/plain', 'card')">card</div>
<div id=near class=bin>near</div><input type=range id=range min=0 max=100 value=0 style="width:200px;margin:0">
<div id=far class=bin style="position:absolute;top:2500px">far</div>
<script>
  for (const bin of document.querySelectorAll(".bin")) {
    bin.ondragover = (e) => e.preventDefault();
    bin.ondrop = (e) => { e.preventDefault(); bin.title = e.dataTransfer.getData("text/plain") };
  }
</script>`;

testInBrowsers(
  "drag() works in a frame of the same site and of another",
  {
    "/": `<p style="height:60px">top<iframe style="margin-left:50px;height:120px"></iframe>`,
    "/frame": FRAME,
  },
  async ({ t, page, origin }) => {
    for (const from of [origin, origin.replace("127.0.0.1", "localhost")]) {
      await t.step(from, async () => {
        page.context = page.top;
        await page.evaluate(`new Promise((loaded) => {
          const frame = document.querySelector("iframe");
          frame.onload = loaded;
          frame.src = "${from}/frame";
        })`);
        const { contexts } = await page.send("browsingContext.getTree", { root: page.top });
        page.context = contexts[0]?.children?.[0]?.context ?? "";
        for (const id of ["near", "far"]) {
          const { note } = await drag(page, { from: css("#card"), to: css(`#${id}`) });
          assertEquals(note?.includes("isTrusted false") ?? false, page.browser === "firefox");
          assertEquals(await page.evaluate(`${id}.title`), "card");
        }
        await drag(page, {
          from: { ...css("#range"), x: 8, y: 8 },
          to: { ...css("#range"), x: 100, y: 8 },
        });
        assertEquals(await page.evaluate("range.value"), "50");
      });
    }
  },
);
