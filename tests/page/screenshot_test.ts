import { assert, assertEquals, assertRejects } from "@std/assert";
import { PageError } from "../../page/page.ts";
import { MAX_BYTES, screenshot } from "../../page/screenshot.ts";
import { FakePage, gives } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

const PAGE = `<title>picture</title><style>body { margin: 0; height: 3000px }</style>
<div id=box style="position:absolute;top:2000px;left:20px;width:120px;height:40px;background:red"></div>
<div id=flat style="height:0"></div>`;

testInBrowsers("screenshot() shows the part asked for", { "/": PAGE }, async ({ t, page }) => {
  await t.step("the viewport, in one command", async () => {
    page.sent.length = 0;
    const { mime, width = 0, height } = await screenshot(page, {});
    assertEquals(page.sent, ["browsingContext.captureScreenshot"]);
    assertEquals([mime, height], ["image/png", await page.evaluate("innerHeight")]);
    // Chrome leaves the scroll bar out.
    const bar = Number(await page.evaluate("innerWidth")) - width;
    assert(bar >= 0 && bar < 20, `${bar} pixels less`);
  });

  await t.step("the full page, as JPEG", async () => {
    const { mime, data, height } = await screenshot(page, { full_page: true, format: "jpeg" });
    assertEquals([mime, height, data.startsWith("/9j/")], ["image/jpeg", 3000, true]);
  });

  await t.step("a worse quality is smaller", async () => {
    await page.evaluate("box.style.background = 'repeating-linear-gradient(45deg, red, blue 3px)'");
    const sizeAt = async (quality: number) =>
      (await screenshot(page, { full_page: true, format: "jpeg", quality })).data.length;
    assert(await sizeAt(5) < await sizeAt(95));
  });

  await t.step("an element, wherever it is", async () => {
    const { width, height } = await screenshot(page, { selector: { css: "#box" } });
    assertEquals([width, height], [120, 40]);
  });

  await t.step("an element without a size is refused", async () => {
    await assertRejects(
      () => screenshot(page, { selector: { css: "#flat" } }),
      PageError,
      "its size is zero",
    );
  });

  await t.step("a page too large to draw is refused", async () => {
    await page.evaluate("document.body.style.height = '20000px'");
    await assertRejects(() => screenshot(page, { full_page: true }), PageError, "by 20000 pixels");
  });
});

Deno.test("screenshot() refuses an image that is too large", async () => {
  const data = "A".repeat(MAX_BYTES * 4 / 3 + 4);
  const page = new FakePage(() => ({ data }));
  const error = await assertRejects(() => screenshot(page, {}), PageError, "20.0 MiB");
  assertEquals(error.status, 413);
});

Deno.test("screenshot() measures in the screen's pixels", async () => {
  const page = new FakePage(() => gives({ width: 1_000, height: 9_000, ratio: 2 }));
  await assertRejects(() => screenshot(page, { full_page: true }), PageError, "2000 by 18000");
});

Deno.test("screenshot() refuses an element and the full page at once", async () => {
  const page = new FakePage(() => new Error("nothing is to be sent"));
  const args = { full_page: true, selector: { css: "p" } };
  await assertRejects(() => screenshot(page, args), PageError, "at once");
});
