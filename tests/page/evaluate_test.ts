import { assertEquals, assertGreater, assertRejects, assertStringIncludes } from "@std/assert";
import { BidiError } from "../../bidi/bidi_error.ts";
import { CommandTimeoutError } from "../../bidi/command_errors.ts";
import type { CommandName } from "../../bidi/protocol.ts";
import { callInPage, inPage, SANDBOX } from "../../page/evaluate.ts";
import type { Selector } from "../../page/args.ts";
import { extract } from "../../page/extract.ts";
import { interact } from "../../page/interact.ts";
import { navigate } from "../../page/navigate.ts";
import { outline } from "../../page/outline.ts";
import { PageError } from "../../page/page.ts";
import { screenshot } from "../../page/screenshot.ts";
import { waitFor } from "../../page/wait_for.ts";
import { FakePage, gives } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

const DOUBLE = inPage((_kit, _node, n: number) => 2 * n);
const left = (method: CommandName) =>
  new BidiError(method, "unknown error", "Inspected target navigated or closed");

Deno.test("callInPage() sends one function, in the sandbox, with its arguments as JSON", async () => {
  const page = new FakePage(() => gives({ a: 1 }));
  const { value, nodes } = await callInPage(page, DOUBLE, 21, { node: "n1" });
  assertEquals([value, nodes], [{ a: 1 } as unknown as number, []]);
  const [sent] = page.sent;
  assertEquals(sent?.method, "script.callFunction");
  assertEquals(sent?.params.target, { context: "T", sandbox: SANDBOX });
  assertEquals(sent?.params.arguments, [{ type: "string", value: "21" }, { sharedId: "n1" }]);
});

Deno.test("callInPage() follows a document that was left to the next", async () => {
  let calls = 0;
  const page = new FakePage((method) => ++calls < 3 ? left(method) : gives(4));
  assertEquals((await callInPage(page, DOUBLE, 2)).value, 4);
  assertEquals(calls, 3);
});

Deno.test("callInPage() gives up when no document stays", async () => {
  const page = new FakePage(left);
  await assertRejects(() => callInPage(page, DOUBLE, 2, { waitMs: 1_000 }), BidiError, "navigated");
  // One attempt every 50 ms, for the second it may wait and the five it may be kept waiting.
  assertEquals(page.sent.length, 121);
});

Deno.test("callInPage() says that a page is too busy to answer", async () => {
  const page = new FakePage((method) => new CommandTimeoutError(method, 5_000));
  const error = await assertRejects(() => callInPage(page, DOUBLE, 2), PageError, "within 5 s");
  assertEquals([error.status, page.sent[0]?.timeoutMs], [504, 5_000]);
});

Deno.test("callInPage() leaves a node that is gone to whoever passed it", async () => {
  const page = new FakePage((method) => new BidiError(method, "no such node", "n1"));
  await assertRejects(() => callInPage(page, DOUBLE, 2, { node: "n1" }), BidiError, "no such node");
});

Deno.test("callInPage() bounds what it tells of an exception", async () => {
  const page = new FakePage(() => ({
    type: "exception",
    realm: "R",
    exceptionDetails: { text: "x".repeat(10_000) },
  }));
  const error = await assertRejects(() => callInPage(page, DOUBLE, 2), PageError);
  assertEquals(error.status, 400);
  assertStringIncludes(error.message, "could not be examined: xxx");
  assertEquals(error.message.length < 320, true);
});

Deno.test("callInPage() says that a page cannot be examined when no value comes back", async () => {
  const page = new FakePage(() => ({ type: "success", realm: "R", result: { type: "undefined" } }));
  const error = await assertRejects(() => callInPage(page, DOUBLE, 2), PageError, "no value");
  assertEquals(error.status, 400);
});

testInBrowsers(
  "every action answers in a document without a root",
  { "/": "<title>bare</title>gone soon" },
  async ({ t, page }) => {
    const REMOVE = "void document.documentElement.remove()";
    await page.evaluate(REMOVE);
    const wait = { timeout: 0.1 };

    await t.step("what there is is nothing", async () => {
      assertEquals(await outline(page, {}), { outline: "(nothing that has a role or a text)" });
      assertEquals(await extract(page, {}), { text: "" });
      assertEquals(await extract(page, { format: "html" }), { html: "" });
      assertEquals("gone" in await waitFor(page, { text: "gone soon", gone: true }), true);
    });

    await t.step("a picture is of the viewport only", async () => {
      assertGreater((await screenshot(page, {})).width, 100);
      const full = () => screenshot(page, { full_page: true });
      assertEquals((await assertRejects(full, PageError, "is empty")).status, 400);
    });

    const selectors: Selector[] = [{ css: "p" }, { xpath: "//p" }, { role: "button" }, {
      text: "gone soon",
    }, { label: "x" }];
    for (const selector of selectors) {
      await t.step(`nothing matches ${JSON.stringify(selector)}`, async () => {
        const refused: [() => Promise<unknown>, number][] = [
          [() => interact(page, { action: "click", selector }), 400],
          [() => extract(page, { selector }), 400],
          [() => waitFor(page, { selector, ...wait }), 504],
        ];
        for (const [act, status] of refused) {
          assertEquals((await assertRejects(act, PageError)).status, status);
        }
      });
    }

    await t.step("it can be left", async () => {
      const { url } = await navigate(page, { reload: true });
      assertEquals((await extract(page, {})).text, "gone soon");
      await page.evaluate(REMOVE);
      assertEquals((await navigate(page, { url })).url, url);
    });
  },
);

Deno.test("inPage() sends nothing of the kit with a function that takes nothing", () => {
  const small = inPage(() => location.href);
  assertEquals(small.declaration.includes("finder"), false);
  assertEquals(DOUBLE.declaration.includes("finder"), true);
});
