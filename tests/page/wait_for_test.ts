import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { WaitForArgs } from "../../page/args.ts";
import { interact } from "../../page/interact.ts";
import { outline } from "../../page/outline.ts";
import { PageError } from "../../page/page.ts";
import { waitFor } from "../../page/wait_for.ts";
import { FakePage } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

const PAGE =
  `<title>wait</title><button id=buy>Buy now</button><p id=hidden style="display:none">soon</p>`;

testInBrowsers("waitFor() waits for what is to come", {
  "/": PAGE,
  "/next": "<p id=there>next page</p>",
}, async ({ t, page, origin }) => {
  const soon = (script: string) => page.evaluate(`void setTimeout(() => { ${script} }, 300)`);
  const wait = (args: WaitForArgs) => waitFor(page, { timeout: 10, ...args });

  const coming: [string, string, WaitForArgs][] = [
    ["an element", "buy.insertAdjacentHTML('afterend', '<b id=new>')", {
      selector: { css: "#new" },
    }],
    ["an element to be seen", "hidden.style.display = 'block'", { selector: { css: "#hidden" } }],
    ["a text", "buy.append(' or never')", { text: "or never" }],
    ["a URL", "history.pushState({}, '', '/pushed?x=1')", { url: "/pushed" }],
    ["a glob of a URL", "history.pushState({}, '', '/pushed?y=2')", { url: "/*shed?y*" }],
    ["the end of an element", "buy.style.display = 'none'", {
      selector: { css: "#buy" },
      gone: true,
    }],
    ["the end of a URL", "history.pushState({}, '', '/other')", { url: "/pushed", gone: true }],
    ["an element of the next document", `location.href = '${origin}/next'`, {
      selector: { css: "#there" },
    }],
    ["the end of a text with its document", `location.href = '${origin}/'`, {
      text: "next page",
      gone: true,
    }],
  ];
  for (const [name, script, args] of coming) {
    await t.step(name, async () => {
      await soon(script);
      const { waited_ms, ...met } = await wait(args);
      assertEquals(met as object, args.gone ? { gone: true } : { found: true });
      assert(waited_ms > 150, `waited ${waited_ms} ms`);
    });
  }

  await t.step("what is there already is not waited for", async () => {
    page.sent.length = 0;
    await wait({ selector: { css: "button" } });
    assertEquals(page.sent, ["script.callFunction"]);
  });

  await t.step("a ref until it is gone", async () => {
    const { outline: text } = await outline(page, {});
    const ref = /ref=(e\d+)/.exec(text)?.[1] ?? "";
    await soon("buy.remove()");
    await wait({ selector: { ref }, gone: true });
  });

  const late: [WaitForArgs, string][] = [
    [{ selector: { css: "#never" } }, '{"css":"#never"} did not come: 1 button on the page'],
    [{ selector: { css: "#hidden" } }, "matches, but it has display: none"],
    [{ text: "Buy never" }, 'the text "Buy never" did not come'],
    [{ url: "/never" }, `the URL "/never" did not come; the page is at ${origin}/`],
    [{ selector: { css: "#buy" }, gone: true }, 'did not go away: still there: <button id="buy">'],
  ];
  await page.go(`${origin}/`);
  for (const [args, message] of late) {
    await t.step(`is a 504: ${JSON.stringify(args)}`, async () => {
      const error = await assertRejects(() => wait({ ...args, timeout: 0.2 }), PageError);
      assertEquals(error.status, 504);
      assertStringIncludes(error.message, "Waited 0.2 s: ");
      assertStringIncludes(error.message, message);
    });
  }

  await t.step("a bad selector is refused at once", async () => {
    await assertRejects(() => wait({ selector: { css: ".." } }), PageError, "not a valid selector");
  });
});

Deno.test("waitFor() wants exactly one condition", async () => {
  const page = new FakePage(() => new Error("nothing is to be sent"));
  for (const args of [{}, { text: "a", url: "b" }, { text: "" }, { gone: true }]) {
    const error = await assertRejects(() => waitFor(page, args), PageError, "exactly one of");
    assertEquals(error.status, 400);
  }
  await assertRejects(
    () => waitFor(page, { selector: { ref: "e1" } }),
    PageError,
    "use outline to get new ones",
  );
});

testInBrowsers("waitFor() finds no part of a secret that was typed", {
  "/":
    `<p>you typed <b>hunter22</b>-of-the-shop</p><p>Ready to send</p><p style="display:none">not yet</p>
    <input type=submit value="Buy now"><select><option>Open<option>Paid</select>
    <select size=3><option>Shipped<option>Returned</select>
    <details><summary>Details</summary>folded away</details>`,
}, async ({ t, page, origin }) => {
  const secret = "hunter22-of-the-shop";
  const wait = (args: WaitForArgs) => waitFor(page, { timeout: 0.2, ...args });
  const met = async (args: WaitForArgs) => "found" in await wait(args);
  const late = async (args: WaitForArgs) => {
    const error = await assertRejects(() => wait(args), PageError);
    assertEquals(error.status, 504);
    return error.message;
  };
  await page.go(`${origin}/?password=${secret}&next=2#${"A".repeat(290)}${secret}`);
  assert(await met({ url: "password=hunt" }));
  assert(await met({ text: "you typed hunt" }));
  await page.workspace.mask(secret);

  await t.step("by a URL", async () => {
    for (const url of ["password=h", "password=hunt", "*=hunter22*", "22-of"]) {
      await late({ url });
      assertEquals("gone" in await wait({ url, gone: true }), true, url);
    }
    assert(await met({ url: "&next=2" }));
    assert(await met({ url: "/?password=*&next=2*" }));
  });

  await t.step("by a text", async () => {
    for (const text of ["you typed h", "hunter22", "TYPED HUNT", "not yet"]) {
      await late({ text });
      await late({ selector: { text } });
      assertEquals("gone" in await wait({ text, gone: true }), true, text);
    }
    for (const text of ["you  typed", "ready to SEND", "Buy now"]) {
      assert(await met({ text }), text);
      await late({ text, gone: true });
    }
  });

  await t.step("nor by an option that its list does not show", async () => {
    for (const text of ["Paid", "folded away"]) await late({ text });
    assertEquals("gone" in await wait({ text: "Paid", gone: true }), true);
    for (const text of ["Open", "Shipped", "Returned", "Details"]) {
      assert(await met({ text }), text);
    }
  });

  await t.step("what comes is waited for", async () => {
    await page.evaluate("void setTimeout(() => document.body.append('it came'), 300)");
    assert(await met({ text: "It came", timeout: 10 }));
    await page.evaluate("void setTimeout(() => history.pushState({}, '', '/came'), 300)");
    assert(await met({ url: "/came", timeout: 10 }));
  });

  await t.step("nor by what the error tells of a long URL", async () => {
    const room = 300 - `${origin}/?`.length;
    for (const left of [1, 4, 12]) {
      await page.go(`${origin}/?${"A".repeat(room - left)}${secret}`);
      const message = await late({ text: "zzz" });
      const shown = `/?${"A".repeat(room - left)}${"•••".slice(0, left)}`;
      assertStringIncludes(message, `${shown}${left < 3 ? "…" : ""}`);
      assertEquals(message.includes("Ah"), false, message);
    }
  });
});

testInBrowsers("waitFor() takes no option for seen that its list does not show", {
  "/": `<label>Status <select id=list><option>Open<option>Paid</select></label>
    <select id=long size=3><option>Shipped<option>Returned</select><p id=p>Nothing yet`,
}, async ({ t, page }) => {
  const wait = (args: WaitForArgs) => waitFor(page, { timeout: 0.2, ...args });

  await t.step("of a list that is closed", async () => {
    const error = await assertRejects(() => wait({ text: "Paid" }), PageError);
    assertStringIncludes(error.message, "it is an option that its list does not show");
    assertEquals("gone" in await wait({ text: "Paid", gone: true }), true);
    assertEquals("found" in await wait({ text: "Status Open" }), true);
  });

  await t.step("though it is there, as what names the option itself says", async () => {
    await wait({ selector: { css: "#list option:last-child" } });
    const error = await assertRejects(
      () => interact(page, { selector: { text: "Paid" }, action: "click" }),
      PageError,
    );
    assertStringIncludes(error.message, "it is an option of a list");
  });

  await t.step("but one that is selected, or of a list that shows all", async () => {
    await wait({ text: "Returned" });
    await page.evaluate("list.value = 'Paid'");
    await wait({ text: "Paid" });
    await assertRejects(() => wait({ text: "Open" }), PageError);
  });

  await t.step("and a text that is seen before one that is not", async () => {
    await page.evaluate("list.value = 'Open'; p.textContent = 'Paid in full'");
    await wait({ text: "Paid" });
  });
});
