import { assertEquals, assertRejects } from "@std/assert";
import { BidiError } from "../../bidi/bidi_error.ts";
import type { ResizeArgs } from "../../page/args.ts";
import { PageError } from "../../page/page.ts";
import { resize } from "../../page/resize.ts";
import { FakePage } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

/** What each page of a popup said of itself. */
const told: unknown[] = [];

testInBrowsers("resize() sets the size of every tab", {
  "/": "<title>size</title>",
  "/popup": `<script>fetch("/told", { method: "POST",
    body: JSON.stringify([innerWidth, innerHeight, devicePixelRatio]) })</script>`,
  "/told": async (request) => {
    told.push(await request.json());
    return new Response();
  },
}, async ({ t, page, origin }) => {
  const size = async () =>
    JSON.parse(
      String(await page.evaluate("JSON.stringify([innerWidth, innerHeight, devicePixelRatio])")),
    );

  const sizes: [ResizeArgs, [number, number, number]][] = [
    [{ width: 700, height: 500 }, [700, 500, 1]],
    [{ preset: "phone" }, [390, 844, 3]],
    [{ preset: "tablet" }, [820, 1180, 2]],
    [{ width: 500, height: 600 }, [500, 600, 2]],
    [{ device_pixel_ratio: 1.5 }, [500, 600, 1.5]],
    [{ preset: "desktop" }, [1280, 720, 1]],
  ];
  for (const [args, expected] of sizes) {
    await t.step(JSON.stringify(args), async () => {
      const [width, height, ratio] = expected;
      const result = await resize(page, args);
      assertEquals([result.width, result.height], [width, height]);
      assertEquals(result.device_pixel_ratio ?? 1, ratio);
      assertEquals(await size(), expected);
      assertEquals(page.workspace.session.size.width, width);
    });
  }

  await t.step("a new tab and a popup have it", async () => {
    await resize(page, { preset: "phone" });
    await page.evaluate(`void open("${origin}/popup")`);
    const until = Date.now() + 5_000;
    while (told.length === 0 && Date.now() < until) await page.sleep(50);
    assertEquals(told.splice(0), [[390, 844, 3]]);
    const { context } = await page.send("browsingContext.create", { type: "tab" });
    page.context = context;
    assertEquals(await size(), [390, 844, 3]);
  });

  await t.step("a tab of a size of its own is resized with the others", async () => {
    page.top = page.context;
    await page.send("browsingContext.setViewport", {
      context: page.top,
      viewport: { width: 640, height: 480 },
    });
    await resize(page, { width: 1000, height: 800 });
    assertEquals((await size()).slice(0, 2), [1000, 800]);
  });
});

Deno.test("resize() refuses more pixels than a browser can draw", async () => {
  const page = new FakePage(() => ({}));
  await assertRejects(
    () => resize(page, { width: 8_000, height: 8_000, device_pixel_ratio: 1.5 }),
    PageError,
    "Cannot resize to 8000 by 8000 at a device pixel ratio of 1.5: that is 144 million pixels",
  );
  assertEquals(page.sent, []);
});

Deno.test("resize() puts the size back when the browser refuses the new one", async () => {
  let refused = 0;
  const page = new FakePage(
    (method, params) =>
      params.context !== undefined && refused++ === 0
        ? new BidiError(method, "unsupported operation", "no")
        : {},
    "firefox",
  );
  const error = await assertRejects(
    () => resize(page, { preset: "phone" }),
    PageError,
    "Cannot resize: not supported by firefox",
  );
  assertEquals(error.status, 400);
  assertEquals(page.sent.map(({ params }) => params.viewport), [
    { width: 390, height: 844 },
    { width: 390, height: 844 },
    { width: 1280, height: 720 },
    { width: 1280, height: 720 },
  ]);
  assertEquals(page.workspace.session.size.width, 1280);
});
