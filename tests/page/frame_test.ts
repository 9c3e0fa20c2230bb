import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { EnteredFrame } from "../../page/driving.ts";
import { frame } from "../../page/frame.ts";
import { interact } from "../../page/interact.ts";
import { screenshot } from "../../page/screenshot.ts";
import { PageError } from "../../page/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";
import type { RealPage } from "../fakes/real_page.ts";

const INNER = `<body style="margin:0;background:#0f0"><div style="height:900px">far</div>
<button id=b onclick="this.textContent = 'pressed'" style="width:80px;height:30px">Press</button>`;

/** Enters a frame as the browser actor has calls do. */
async function enter(page: RealPage, css: string): Promise<EnteredFrame | undefined> {
  await frame(page, { selector: { css } });
  const entered = page.driving.entered.at(-1);
  page.context = entered?.context ?? "";
  return entered;
}

async function refusal(task: Promise<unknown>): Promise<string> {
  const error = await assertRejects(() => task, PageError);
  assertEquals(error.status, 400);
  return error.message;
}

testInBrowsers("frame() and input reach into frames", {
  "/": `<style>iframe { border: 7px solid; padding: 3px; width: 200px; height: 100px }</style>
    <div style="height:30px"></div><iframe id=plain src="/inner"></iframe>
    <div style="width:150px;height:120px;overflow:auto"><div style="height:800px"></div>
      <iframe id=scrolled src="/inner"></iframe></div>
    <iframe id=big src="/inner" style="height:2000px"></iframe>
    <iframe id=hidden src="/inner" style="visibility:hidden"></iframe>
    <iframe id=turned src="/inner" style="transform:rotate(30deg)"></iframe>
    <iframe id=zoomed src="/inner" style="zoom:1.5"></iframe>
    <div style="position:relative"><iframe id=covered src="/inner"></iframe>
      <div id=over style="position:absolute;inset:0"></div></div>
    <p id=text>no frame</p><object id=none data="data:image/png;base64,"></object>`,
  "/inner": INNER,
}, async ({ t, page }) => {
  const press = () => interact(page, { selector: { css: "#b" }, action: "click" });
  const label = () => page.evaluate("b.textContent");
  const out = () => {
    page.context = page.top;
  };

  for (const id of ["plain", "scrolled", "big", "zoomed"]) {
    await t.step(`a button in ${id} is pressed where it is`, async () => {
      const entered = await enter(page, `#${id}`);
      assertStringIncludes(entered?.element ?? "", `<iframe id="${id}"`);
      assertEquals(entered?.parent, page.top);
      await press();
      assertEquals(await label(), "pressed");
      out();
    });
  }
  for (
    const [id, says] of [
      ["hidden", "cannot be seen: it has visibility: hidden"],
      ["turned", "is turned or skewed"],
      ["covered", 'is covered there by <div id="over">'],
    ] as const
  ) {
    await t.step(`a button in ${id} is refused`, async () => {
      await enter(page, `#${id}`);
      assertStringIncludes(await refusal(press()), says);
      assertEquals(await label(), "Press");
      out();
    });
  }
  await t.step("what is no frame is refused, with the frames there are", async () => {
    const message = await refusal(frame(page, { selector: { css: "#text" } }));
    assertStringIncludes(message, 'it is no frame; the frames here are <iframe id="plain">');
    assertStringIncludes(
      await refusal(frame(page, { selector: { css: "#none" } })),
      "it shows no document",
    );
  });
  await t.step("a picture is of what the frame shows, or of an element in it", async () => {
    await enter(page, "#plain");
    const all = await screenshot(page, {});
    assertEquals([all.width, all.height], [200, 100]);
    const one = await screenshot(page, { selector: { css: "#b" } });
    assertEquals([one.width, one.height], [80, 30]);
    assertStringIncludes(await refusal(screenshot(page, { full_page: true })), "of a frame");
    out();
  });
  await t.step("a frame that was left is none to leave", async () => {
    assertEquals(await frame(page, { leave: "top" }), { left: true });
    assertStringIncludes(await refusal(frame(page, { leave: "parent" })), "none was entered");
  });
});
