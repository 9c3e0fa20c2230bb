import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { PageError } from "../../page/page.ts";
import { MAX_PDF_BYTES, print } from "../../page/print.ts";
import { FakePage } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

const PAGE = `<title>print</title><style>p { break-after: page }</style>
<div style="height:20px;background:red"></div><p>one<p>two<p>three</p><iframe srcdoc="in"></iframe>`;

testInBrowsers("print() makes a PDF", { "/": PAGE }, async ({ t, page }) => {
  const size = async (args: Parameters<typeof print>[1]) => (await print(page, args)).data.length;
  let whole = 0;

  await t.step("of the whole page", async () => {
    const { mime, data, pages } = await print(page, {});
    assertEquals([mime, atob(data).slice(0, 5), pages], ["application/pdf", "%PDF-", 4]);
    whole = data.length;
  });

  await t.step("of some pages", async () => {
    assertEquals((await print(page, { pages: "1, 3-" })).pages, 3);
    assertEquals((await print(page, { pages: "-2" })).pages, 2);
    assertEquals((await print(page, { pages: "3-99" })).pages, 2);
  });

  await t.step("of the tab, when a frame of it was entered", async () => {
    const { contexts } = await page.send("browsingContext.getTree", { root: page.top });
    page.context = contexts[0]?.children?.[0]?.context ?? "";
    assertEquals((await print(page, {})).pages, 4);
    page.context = page.top;
  });

  await t.step("at another size", async () => {
    await page.evaluate("document.querySelector('div').style.height = '30cm'");
    const pages = async (args: Parameters<typeof print>[1]) => (await print(page, args)).pages ?? 0;
    const [a3, a5, small, across] = [
      await pages({ paper: "a3" }),
      await pages({ paper: "a5" }),
      await pages({ paper: "a5", scale: 0.2 }),
      await pages({ paper: "a3", orientation: "landscape" }),
    ];
    assert(a3 < a5 && small < a5 && a3 < across, `${[a3, a5, small, across]}`);
  });

  await t.step("with backgrounds, when asked to", async () => {
    await page.evaluate("document.querySelector('div').style.height = '20px'");
    assertEquals(await size({}), whole);
    assert(await size({ background: true }) !== whole);
  });

  for (const pages of ["", "0", "3-1", "a", "-", "1,,2", "1;2"]) {
    await t.step(`refuses the pages ${JSON.stringify(pages)}`, async () => {
      page.sent.length = 0;
      await assertRejects(() => print(page, { pages }), PageError, "ranges, such as 1-3,5");
      assertEquals(page.sent, []);
    });
  }

  await t.step("says of pages that are not there that they are not", async () => {
    if (page.browser === "chrome") {
      const message = "Cannot print pages 9,11-12: the document has fewer";
      await assertRejects(() => print(page, { pages: "9, 11-12" }), PageError, message);
    } else {
      assertStringIncludes((await print(page, { pages: "9" })).note ?? "", "the sheet is empty");
    }
    assertEquals((await print(page, { pages: "2" })).note, undefined);
  });
});

Deno.test("print() refuses a PDF that is too large", async () => {
  const page = new FakePage(() => ({ data: "A".repeat(MAX_PDF_BYTES * 4 / 3 + 4) }));
  const error = await assertRejects(() => print(page, {}), PageError, "20.0 MiB are the most");
  assertEquals(error.status, 413);
});

Deno.test("print() gives no number of pages where it cannot be told", async () => {
  const page = new FakePage(() => ({ data: btoa("%PDF-9") }));
  assertEquals(await print(page, { pages: "7" }), {
    mime: "application/pdf",
    data: btoa("%PDF-9"),
  });
});
