import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { PageError } from "../../page/page.ts";
import { MAX_TEXT, MAX_TYPED, write, type WriteResult } from "../../page/write.ts";
import { FakePage } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

const FORM = `<title>form</title>
<form id=form novalidate onsubmit="event.preventDefault(); sent.push(person.value)">
  <input id=person value=Bob><input id=mail type=email value=a@b><input id=number type=number>
  <input id=secret type=password><input id=short maxlength=3><textarea id=area></textarea>
  <input id=date type=date><input id=time type=time><input id=color type=color><input id=range type=range>
  <select id=select><option value=r>Red<option value=g>Dark  green<option disabled>Blue</select>
  <input id=file type=file><input id=check type=checkbox>
  <input id=locked readonly><input id=off disabled>
  <label id=label>Labelled <input id=labelled></label>
  <button>Send</button>
</form>
<div id=rich contenteditable>rich</div><p id=plain>plain</p>
<input id=shout oninput="this.value = this.value.toUpperCase()">
<input id=vanish oninput="this.remove()">
<script>
  const sent = [], heard = [];
  for (const type of ["keydown", "input", "change"]) {
    addEventListener(type, (e) => heard.push(type + " " + (e.key ?? e.target.id)), true);
  }
</script>`;

interface Case {
  readonly id: string;
  readonly text: string;
  readonly clear?: boolean;
  readonly holds: string;
  readonly how: WriteResult["how"];
}

const LONG = "A line of some length.\n".repeat(500) + "end";

const CASES: Case[] = [
  { id: "person", text: "by", holds: "Bobby", how: "typed" },
  { id: "person", text: "Ann", clear: true, holds: "Ann", how: "typed" },
  { id: "person", text: "", clear: true, holds: "", how: "typed" },
  { id: "person", text: "é中😀", holds: "é中😀", how: "typed" },
  { id: "person", text: "👨‍👩‍👧 family", clear: true, holds: "👨‍👩‍👧 family", how: "inserted" },
  { id: "mail", text: ".org", holds: "a@b.org", how: "typed" },
  { id: "mail", text: "x@y.z", clear: true, holds: "x@y.z", how: "typed" },
  { id: "number", text: "12.5", holds: "12.5", how: "typed" },
  { id: "number", text: "7", clear: true, holds: "7", how: "typed" },
  { id: "area", text: "a\r\nb", holds: "a\nb", how: "typed" },
  { id: "area", text: "\tc", holds: "a\nb\tc", how: "inserted" },
  { id: "area", text: LONG, clear: true, holds: LONG, how: "inserted" },
  { id: "date", text: "2024-03-05", holds: "2024-03-05", how: "set" },
  { id: "time", text: "13:45", holds: "13:45", how: "set" },
  { id: "color", text: "#FF0000", holds: "#ff0000", how: "set" },
  { id: "range", text: "42", holds: "42", how: "set" },
  { id: "select", text: "Dark green", holds: "g", how: "set" },
  { id: "select", text: "r", holds: "r", how: "set" },
  { id: "labelled", text: "by name", holds: "by name", how: "typed" },
];

testInBrowsers("write() fills what a person can fill", { "/": FORM }, async ({ t, page }) => {
  for (const { id, text, clear = false, holds, how } of CASES) {
    const title = `${how} ${JSON.stringify(text.slice(0, 20))} in #${id}${
      clear ? ", cleared" : ""
    }`;
    await t.step(title, async () => {
      const result = await write(page, { selector: { css: `#${id}` }, text, clear });
      assertEquals(await page.evaluate(`${id}.value`), holds);
      assertEquals(result.how, how);
      assertEquals(result.note, undefined);
      if (id !== "select") assertEquals(result.value_length, holds.length);
    });
  }

  await t.step("a label stands for its field", async () => {
    await write(page, { selector: { css: "#label" }, text: "via label", clear: true });
    assertEquals(await page.evaluate("labelled.value"), "via label");
  });

  await t.step("an editor takes lines, after its text or instead of it", async () => {
    const selector = { css: "#rich" };
    const added = await write(page, { selector, text: " text\nline" });
    assertEquals(added.note, undefined);
    const fresh = await write(page, { selector, text: "fresh", clear: true });
    assertEquals([fresh.note, await page.evaluate("rich.innerText")], [undefined, "fresh"]);
    const long = await write(page, { selector, text: "word ".repeat(200) + "end", clear: true });
    assertEquals([long.how, long.note], ["inserted", undefined]);
  });

  await t.step("keys are heard, in one command for all of them", async () => {
    await page.evaluate("heard.length = 0");
    page.sent.length = 0;
    await write(page, { selector: { css: "#person" }, text: "hi", clear: true });
    assertEquals(page.sent.filter((method) => method === "input.performActions").length, 1);
    const heard = await page.evaluate("heard.join()");
    assertStringIncludes(
      String(heard),
      "keydown Backspace,input person,keydown h,input person,keydown i",
    );
  });

  await t.step("text put in at once ends with a key", async () => {
    await page.evaluate("heard.length = 0");
    await write(page, {
      selector: { css: "#person" },
      text: "x".repeat(MAX_TYPED + 1),
      clear: true,
    });
    const heard = String(await page.evaluate("heard.join()"));
    assertStringIncludes(
      heard,
      "keydown Backspace,input person,input person,keydown x,input person",
    );
  });

  await t.step("a value that is set is told to the page", async () => {
    await page.evaluate("document.activeElement.blur(); heard.length = 0");
    await write(page, { selector: { css: "#date" }, text: "2025-01-01" });
    assertEquals(await page.evaluate("heard.join()"), "input date,change date");
  });

  await t.step("submit presses Enter", async () => {
    await write(page, { selector: { css: "#person" }, text: "sent", clear: true, submit: true });
    assertEquals(await page.evaluate("sent.join()"), "sent");
  });

  await t.step("what the page made of the text is told, but no password", async () => {
    const shout = await write(page, { selector: { css: "#shout" }, text: "abc" });
    assertEquals(shout.value, "ABC");
    assertStringIncludes(shout.note ?? "", "does not hold what was written");
    const short = await write(page, { selector: { css: "#short" }, text: "abcdef" });
    assertEquals([short.value, short.value_length], ["abc", 3]);
    const vanish = await write(page, { selector: { css: "#vanish" }, text: "a" });
    assertStringIncludes(vanish.note ?? "", "could not be read back");
    await page.evaluate("secret.maxLength = 3");
    const secret = await write(page, { selector: { css: "#secret" }, text: "hunter2" });
    assertEquals([secret.value, secret.value_length], [undefined, undefined]);
    assertEquals(secret.note, undefined);
    const again = await write(page, { selector: { css: "#secret" }, text: "hunter2", clear: true });
    assertStringIncludes(again.note ?? "", "does not hold what was written");
    assertEquals(again.value_length, undefined);
  });

  page.waitTimeoutMs = 200;
  const refusals: [string, string, string][] = [
    ["locked", "x", "it is read-only"],
    ["off", "x", "it is disabled"],
    ["file", "x", "use upload_file"],
    ["check", "x", "use interact to click it"],
    ["plain", "x", "it is no field that takes text (role paragraph)"],
    ["date", "5.3.2024", "which takes a value such as 2026-12-31"],
    ["select", "Pink", 'it has no option "Pink"; it has "Red", "Dark green", "Blue"'],
    ["select", "Blue", "that option is disabled"],
    ["person", "a\nb", "it is a single line"],
  ];
  for (const [id, text, why] of refusals) {
    await t.step(`refuses ${JSON.stringify(text)} in #${id}`, async () => {
      const before = await page.evaluate(`${id}.value`);
      const error = await assertRejects(
        () => write(page, { selector: { css: `#${id}` }, text }),
        PageError,
        why,
      );
      assertEquals(error.status, 400);
      assertEquals(await page.evaluate(`${id}.value`), before);
    });
  }
});

Deno.test("write() refuses a text that is too long before it looks for the field", async () => {
  const page = new FakePage(() => new Error("nothing is to be sent"));
  const text = "x".repeat(MAX_TEXT + 1);
  const error = await assertRejects(() => write(page, { selector: { css: "p" }, text }), PageError);
  assertEquals([error.status, page.sent.length], [413, 0]);
});

const TAKEN = `<title>taken</title><p><input id=field> <input id=next>
  <form onsubmit="event.preventDefault(); document.title = 'sent'"><input id=only></form></p>
  <script>
    addEventListener("keydown", (e) => { if (e.key === window.at) frame.contentWindow.focus() }, true);
    field.onfocus = () => { if (window.at === "focus") setTimeout(() => frame.contentWindow.focus(), 0) };
  </script>`;

testInBrowsers(
  "write() types no further when the page gives the focus to a frame",
  {
    "/": TAKEN,
    "/sink": `<input autofocus><script>window.got = "";
      addEventListener("keydown", (e) => window.got += e.key)</script>`,
  },
  async ({ t, page, origin }) => {
    const other = origin.replace("127.0.0.1", "localhost");
    const text = "plain-typed-text-of-forty-odd-characters-";
    const open = async (at: string) => {
      page.context = page.top;
      await page.go(`${origin}/`);
      await page.evaluate(
        `new Promise((done) => { const f = document.createElement("iframe"); f.id = "frame"; f.onload = done; f.src = "${other}/sink"; document.body.append(f) }).then(() => { window.at = "${at}" })`,
      );
    };
    /** What the frame got. */
    const got = async () => {
      const { contexts } = await page.send("browsingContext.getTree", { root: page.top });
      page.context = contexts[0]?.children?.[0]?.context ?? "";
      const keys = String(await page.evaluate("window.got"));
      page.context = page.top;
      return keys;
    };
    const put = (args: object = {}) =>
      write(page, { selector: { css: "#field" }, text, ...args }).then(
        ({ value_length }) => `holds ${value_length}`,
        ({ message }) => String(message),
      );
    page.waitTimeoutMs = 300;

    const cases: [string, number, string][] = [
      ["focus", 0, "so nothing was written"],
      ["p", 1, "may have got the last of the 1 characters (of 41)"],
      ["-", 20, "may have got the last of the 21 characters (of 41)"],
    ];
    for (const [at, most, why] of cases) {
      await t.step(`at ${at}: at most ${most} of its keys go there`, async () => {
        await open(at);
        const outcome = await put();
        const keys = await got();
        assertEquals(keys.length <= most, true, keys);
        // Firefox may leave the focus where it is.
        if (outcome === `holds ${text.length}`) {
          assertEquals([page.browser, keys], ["firefox", ""]);
          return;
        }
        assertStringIncludes(outcome, 'the page gave the focus to <iframe id="frame"');
        assertStringIncludes(outcome, why);
      });
    }

    await t.step("the rest of a text that is put in, and Enter, go nowhere else", async () => {
      await open("End");
      await page.evaluate(
        "only.onfocus = () => setTimeout(() => frame.contentWindow.focus(), 0), 1",
      );
      const long = "word ".repeat(200);
      const outcome = await put({ selector: { css: "#only" }, text: long, submit: true });
      if (!outcome.startsWith("holds")) assertStringIncludes(outcome, "gave the focus to <iframe");
      assertEquals(await got(), "");
    });

    await t.step("fields of one document may hand it on", async () => {
      await open("");
      await page.evaluate(
        "field.oninput = () => { if (field.value.length === 3) next.focus() }, 1",
      );
      await put({ text: "abcdef" });
      assertEquals(await page.evaluate("field.value + ' ' + next.value"), "abc def");
    });

    await t.step("a field that is full may hand it to a frame", async () => {
      await open("");
      await page.evaluate(
        "field.oninput = () => { if (field.value.length === 3) frame.contentWindow.focus() }, 1",
      );
      assertEquals(await put({ text: "129" }), "holds 3");
    });

    await t.step("a field of the frame, whose document hears nothing of others", async () => {
      await open("");
      const { contexts } = await page.send("browsingContext.getTree", { root: page.top });
      page.context = contexts[0]?.children?.[0]?.context ?? "";
      assertEquals(await put({ selector: { css: "input" } }), `holds ${text.length}`);
      page.context = page.top;
    });
  },
);
