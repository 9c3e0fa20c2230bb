import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { CommandTimeoutError } from "../../bidi/command_errors.ts";
import { assert as assertScript } from "../../page/assert.ts";
import { executeScript } from "../../page/execute_script.ts";
import { outline } from "../../page/outline.ts";
import { PageError } from "../../page/page.ts";
import { FakePage } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

const PAGE = `<title>script</title><button id=buy class=big>Buy</button>
<script>globalThis.pageVar = 42; Array.prototype.toJSON = () => "patched";</script>`;

testInBrowsers(
  "executeScript() runs in the page's realm",
  { "/": PAGE, "/b": "b" },
  async (given) => {
    const { t, page, origin } = given;
    const run = async (script: string, args: unknown[] = []) =>
      (await executeScript(page, { script, args })).value;

    const values: [string, unknown][] = [
      ["return pageVar", 42],
      ["return await new Promise((r) => setTimeout(r, 10, 'later'))", "later"],
      ["1 + 1", 2],
      ["document.title", "script"],
      [" document.title; ;\n", "script"],
      ["document.title // the title", "script"],
      ["await Promise.resolve(3)", 3],
      ["Promise.resolve(4)", 4],
      ["{ a: 1 }", { a: 1 }],
      ["{ const a = 1; a }", null],
      ["() => document.title", "script"],
      ["async () => { return document.title }", "script"],
      ["(() => pageVar);", 42],
      ["/* why */ function () { return this === window } // end", true],
      ["async function named() { return pageVar }", 42],
      ["(() => { return 7 })()", 7],
      ["globalThis.later = () => 1", "[function ]"],
      ["class A {}", "[function A]"],
      ["document.querySelector", "[function querySelector]"],
      ["const n = 1; n", null],
      ["return (() => 1)", "[function ]"],
      ["if (pageVar) return 'yes'", "yes"],
      ["1, 2", 2],
      ["// nothing", null],
      ["return 1 // a comment at the end", 1],
      ["return this === window", true],
      ["return [null, true, -1.5, 'text']", [null, true, -1.5, "text"]],
      ["return [undefined, NaN, Infinity, 10n]", [null, "NaN", "Infinity", "10n"]],
      ["return { a: { b: [1] }, f() {}, u: undefined }", { a: { b: [1] } }],
      ["return document.querySelector('button')", '<button id="buy" class="big">'],
      ["return [document, window]", ["[#document]", "[window]"]],
      ["return document.querySelectorAll('button')", ['<button id="buy" class="big">']],
      [
        `const form = document.createElement("form");
        form.id = "f";
        form.innerHTML = "<input name=localName><input name=getAttribute>";
        return form`,
        '<form id="f">',
      ],
      ["return new Map([['a', new Set([1])]])", [["a", [1]]]],
      ["return [new Date(0), /x/g, new TypeError('m')]", [
        "1970-01-01T00:00:00.000Z",
        "/x/g",
        "TypeError: m",
      ]],
      ["return new Uint8Array([1, 2])", [1, 2]],
      ["const c = { n: 1 }; c.self = c; return c", { n: 1, self: "[cycle]" }],
      ["return { get bad() { throw 1 }, ok: 1 }", { bad: "[threw when read]", ok: 1 }],
      ["return 'lone \\ud800'", "lone \ufffd"],
      ["return JSON.parse('{\"__proto__\": 1}')", JSON.parse('{"__proto__": 1}')],
    ];
    for (const [script, value] of values) {
      await t.step(script, async () => assertEquals(await run(script), value));
    }

    await t.step("arguments hold args", async () => {
      const args = [{ a: [1, null, "s", { deep: true }] }, "two"];
      assertEquals(await run("return [...arguments]", args), args);
    });

    await t.step("an expression and a function take args", async () => {
      assertEquals(await run("arguments[0] + 1", [1]), 2);
      assertEquals(await run("(a, { b }) => a + b", [1, { b: 2 }]), 3);
    });

    await t.step("the element of a ref comes before args", async () => {
      const ref = /\[ref=(\w+)\]/.exec((await outline(page, {})).outline)?.[1] ?? "";
      const take = async (script: string, args: unknown[] = []) =>
        (await executeScript(page, { script, ref, args })).value;
      assertEquals(await take("(e, n) => [e.id, n, pageVar]", [5]), ["buy", 5, 42]);
      assertEquals(await take("return arguments[0].textContent"), "Buy");
      assertEquals(await take("e => e === document.querySelector('button')"), true);
      await assertRejects(
        () => executeScript(page, { script: "e => e", ref: "e999" }),
        PageError,
        'Cannot run the script with {"ref":"e999"}: it is no ref of the page as it is now',
      );
      await take("e => { e.remove() }");
      await assertRejects(() => take("e => e"), PageError, "it is no ref of the page as it is now");
      await page.go(`${origin}/`);
    });

    await t.step("no text closes the bracket it is put in", async () => {
      for (const script of ["1) + (2", "1] + [2", "1); globalThis.out = (1", "}); (() => {"]) {
        await assertRejects(() => run(script), PageError, "cannot be run");
      }
      assertEquals(await run("typeof out"), "undefined");
    });

    await t.step("what a function throws is told with its line", async () => {
      await assertRejects(() => run("() => {\n  null.x\n}"), PageError, "in line 2: TypeError");
    });

    await t.step("one command, whatever the script", async () => {
      page.sent.length = 0;
      await run("return document.body");
      assertEquals(page.sent, ["script.callFunction"]);
    });

    await t.step("a large value is cut and says so", async () => {
      const text = await executeScript(page, { script: "return 'x'.repeat(1e6)" });
      assertEquals(text.truncated, true);
      assertEquals(Math.round(String(text.value).length / 1_000), 100);
      const list = await executeScript(page, { script: "return Array(1e6).fill('abc')" });
      assert(JSON.stringify(list.value).length < 150_000);
      assertEquals(list.truncated, true);
      const deep = await executeScript(page, {
        script: "let o = {}; for (let i = 0; i < 200; i++) o = { o }; return o",
      });
      assertEquals(deep.truncated, true);
      assertStringIncludes(JSON.stringify(deep.value), "[too deep]");
    });

    const throwing: [string, string][] = [
      ["throw new TypeError('boom')", "The script threw in line 1: TypeError: boom"],
      ["const a = 1;\nawait a;\nnull.x", "The script threw in line 3: TypeError"],
      ["throw { code: 7 }", 'The script threw: {"code":7}'],
      ["throw 'text'", "The script threw: text"],
      ["throw undefined", "The script threw: null"],
      ["return document.querySelector('..')", "SyntaxError"],
      ["return 1 +;", "The script cannot be run: SyntaxError"],
      ["}", "The script cannot be run: SyntaxError"],
    ];
    for (const [script, message] of throwing) {
      await t.step(`throws: ${script}`, async () => {
        const error = await assertRejects(() => run(script), PageError);
        assertEquals(error.status, 400);
        assertStringIncludes(error.message, message);
      });
    }

    await t.step("what is thrown is bounded", async () => {
      const error = await assertRejects(() => run("throw new Error('x'.repeat(1e6))"), PageError);
      assert(error.message.length < 600);
    });

    await t.step("a script that never returns is a 504, and the next one works", async () => {
      const error = await assertRejects(
        () => executeScript(page, { script: "await new Promise(() => {})", timeout: 0.3 }),
        PageError,
        "did not return within 0.3 s",
      );
      assertEquals(error.status, 504);
      assertEquals(await run("return 1"), 1);
    });

    await t.step("a script that leaves the page says so", async () => {
      const script =
        `location.href = "${origin}/b"; await new Promise((r) => setTimeout(r, 20_000))`;
      const result = await executeScript(page, { script, timeout: 10 });
      assertEquals(result, { value: null, navigated: true });
    });
  },
);

Deno.test("executeScript() gives a script the call's time unless told otherwise", async () => {
  const page = new FakePage((method) => new CommandTimeoutError(method, 1));
  await assertRejects(() => executeScript(page, { script: "" }), PageError);
  await assertRejects(() => executeScript(page, { script: "", timeout: 2 }), PageError);
  assertEquals(page.sent.map(({ timeoutMs }) => timeoutMs), [600_000, 2_000]);
});

Deno.test("executeScript() refuses args nested too deep before they are sent", async () => {
  const page = new FakePage(() => new Error("nothing is to be sent"));
  const args = [JSON.parse("[".repeat(100) + "]".repeat(100))];
  await assertRejects(() => executeScript(page, { script: "", args }), PageError, "40 levels");
  assertEquals(page.sent, []);
});

testInBrowsers("executeScript() gives nothing that a page has put in the place of an outcome", {
  "/": "<title>then</title>",
}, async ({ t, page }) => {
  const put = (given: string) => page.evaluate(`globalThis.put = ${given}, 1`);
  await put("null");
  await page.evaluate(`Object.defineProperty(Object.prototype, "then", {
    configurable: true,
    get() { return "page" in this || "title" in this ? (done) => done(put) : undefined },
  }), 1`);
  const bare = (json: string) => `Object.assign(Object.create(null), ${json})`;
  const outcomes = [
    "null",
    "'text'",
    "7",
    "new Map()",
    bare("{}"),
    bare("{ thrown: 1, line: null }"),
    bare("{ thrown: 'a', line: 'b' }"),
    bare("{ value: 1, truncated: 'no', title: null }"),
    bare("{ value: 1, truncated: false, title: 7 }"),
  ];
  for (const outcome of outcomes) {
    await t.step(outcome, async () => {
      await put(outcome);
      for (
        const run of [
          () => executeScript(page, { script: "1 + 1" }),
          () => assertScript(page, { script: "true" }),
        ]
      ) {
        const error = await assertRejects(run, PageError, "The page changes what a script gives");
        assertEquals(error.status, 400);
      }
    });
  }
});

testInBrowsers("executeScript() says whose fault it is when it cannot run a script", {
  "/": "<title>broken</title>",
}, async ({ t, page }) => {
  const told = (run: () => Promise<unknown>) =>
    run().then(() => "ran", ({ message }) => String(message));
  const THEIRS = "the page may have changed the objects that all scripts are made of";

  await t.step("the script's, which does not parse", async () => {
    const message = await told(() => executeScript(page, { script: "return (" }));
    assertStringIncludes(message, "The script cannot be run: SyntaxError");
    assertEquals(message.includes(THEIRS), false);
  });

  await t.step("the page's, which breaks what catches an error", async () => {
    await page.evaluate(
      "RegExp = setTimeout = function endless() { return endless() + 1 }, 1",
    );
    for (
      const run of [
        () => executeScript(page, { script: "1 + 1" }),
        () => assertScript(page, { script: "return false" }),
      ]
    ) {
      const message = await told(run);
      assertStringIncludes(message, "The script cannot be run: ");
      assertStringIncludes(message, THEIRS);
    }
  });
});
