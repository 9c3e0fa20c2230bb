import { assertEquals, assertRejects } from "@std/assert";
import { BidiError } from "../../bidi/bidi_error.ts";
import { dialog } from "../../page/dialog.ts";
import { PageError } from "../../page/page.ts";
import { waitFor } from "../../page/wait_for.ts";
import { FakePage } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

testInBrowsers(
  "dialog() answers what is open",
  { "/": "<title>dialogs</title>" },
  async (given) => {
    const { t, page } = given;
    const cases: [string, Parameters<typeof dialog>[1], string][] = [
      ["confirm('sure?')", { action: "accept" }, "true"],
      ["confirm('sure?')", { action: "dismiss" }, "false"],
      ["prompt('who?', 'me')", { action: "accept", text: "you" }, "you"],
      ["prompt('who?', 'me')", { action: "accept", text: "" }, ""],
      ["prompt('who?', 'me')", { action: "accept" }, "me"],
      ["prompt('who?')", { action: "accept" }, ""],
      ["prompt('who?')", { action: "accept", text: "you" }, "you"],
      ["prompt('who?')", { action: "dismiss" }, "null"],
      ["prompt('who?', 'me')", { action: "dismiss" }, "null"],
    ];
    for (const [script, args, answer] of cases) {
      await t.step(`${args.action} ${script}`, async () => {
        await page.evaluate(
          `void setTimeout(() => document.body.textContent = "answer <" + ${script} + ">", 50)`,
        );
        for (let tries = 0; page.dialog === null && tries < 100; tries++) await page.sleep(20);
        const done = await dialog(page, args);
        assertEquals(done, { answered: args.action === "accept" ? "accepted" : "dismissed" });
        await waitFor(page, { text: `answer <${answer}>`, timeout: 5 });
      });
    }

    await t.step("a text for a confirm goes nowhere, and that is said", async () => {
      await page.evaluate("void setTimeout(() => confirm('sure?'), 50)");
      for (let tries = 0; page.dialog === null && tries < 100; tries++) await page.sleep(20);
      assertEquals(await dialog(page, { action: "accept", text: "yes" }), {
        answered: "accepted",
        note: "the text went nowhere: the dialog was no prompt, but of the type confirm",
      });
    });

    await t.step("no dialog is open", async () => {
      const error = await assertRejects(
        () => dialog(page, { action: "accept" }),
        PageError,
        "none is open",
      );
      assertEquals(error.status, 404);
    });
  },
);

Deno.test("dialog() refuses a text for a dialog that is dismissed", async () => {
  const page = new FakePage(() => new Error("nothing is to be sent"));
  await assertRejects(() => dialog(page, { action: "dismiss", text: "x" }), PageError, "accept");
});

Deno.test("dialog() keeps an error that it does not know", async () => {
  const page = new FakePage((method) => new BidiError(method, "unknown error", "odd"));
  await assertRejects(() => dialog(page, { action: "accept" }), BidiError, "odd");
});
