import { assert as ok, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { BidiError } from "../../bidi/bidi_error.ts";
import { CommandTimeoutError } from "../../bidi/command_errors.ts";
import type { AssertArgs } from "../../page/args.ts";
import { assert } from "../../page/assert.ts";
import { PageError } from "../../page/page.ts";
import { FakePage } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

testInBrowsers(
  "assert() waits until a script is true",
  { "/": `<p id=p>`, "/next": `<p id=next>` },
  async ({ t, page, origin }) => {
    const run = (args: AssertArgs) => assert(page, { wait_timeout: 5, ...args });
    const soon = (script: string, ms = 300) =>
      page.evaluate(`void setTimeout(() => { ${script} }, ${ms})`);
    const failure = async (args: AssertArgs) => {
      const error = await assertRejects(() => run({ wait_timeout: 0.2, ...args }), PageError);
      return [error.status, error.message];
    };

    for (const script of ["return 1", "return document.body", "return 'no'", "return [false]"]) {
      await t.step(`${script} is true`, async () => {
        page.sent.length = 0;
        const { passed, waited_ms } = await run({ script });
        ok(passed && waited_ms < 2_000);
        assertEquals(page.sent, ["script.callFunction"]);
      });
    }

    for (const value of ["0", "''", "null", "undefined", "NaN", "0n", "false"]) {
      await t.step(`${value} is not`, async () => {
        const [status, message] = await failure({ script: `return ${value}` });
        assertEquals(status, 504);
        assertStringIncludes(
          String(message),
          "The script did not become true within 0.2 s; the last",
        );
      });
    }

    await t.step("it becomes true, with args, asynchronously", async () => {
      await soon("p.id = 'q'");
      const script = "await null; return document.getElementById(arguments[0])";
      const { waited_ms } = await run({ script, args: ["q"] });
      ok(waited_ms > 150, `${waited_ms}`);
    });

    await t.step("what throws is asked again", async () => {
      await soon("globalThis.late = { ok: true }");
      await run({ script: "return late.ok" });
    });

    await t.step("a failure says what it gave, and the message", async () => {
      assertEquals(await failure({ script: "return { n: 0 }.n", message: "No order" }), [
        504,
        "No order: the script did not become true within 0.2 s; the last time it gave 0",
      ]);
      const [, long] = await failure({ script: "globalThis.v ??= 'x'.repeat(1e5); return !v" });
      ok(String(long).length < 500);
    });

    await t.step("a failure says what it threw, and where", async () => {
      const [status, message] = await failure({
        script: "1;\nthrow new TypeError('no such thing')",
      });
      assertEquals([status, message], [
        504,
        "The script did not become true within 0.2 s; " +
        "the last time it threw in line 2: TypeError: no such thing",
      ]);
    });

    await t.step("a failure says that it has not returned", async () => {
      const [, message] = await failure({ script: "return new Promise(() => {})" });
      assertStringIncludes(String(message), "it has not returned");
    });

    await t.step("a script that does not parse is refused at once", async () => {
      const [status, message] = await failure({ script: "return (", wait_timeout: 5 });
      assertEquals(status, 400);
      assertStringIncludes(String(message), "The script cannot be run: SyntaxError");
    });

    await t.step("an expression and a function are asked as well", async () => {
      for (const script of ["document.readyState === 'complete'", "(more) => 1 + more === 3"]) {
        assertEquals((await assert(page, { script, args: [2] })).passed, true);
      }
    });

    await t.step("it stays true for as long as it has to", async () => {
      const { waited_ms } = await run({ script: "return true", stable_for: 1.3 });
      ok(waited_ms >= 1_290 && waited_ms < 4_000, `${waited_ms}`);
    });

    await t.step("it is told that it does not", async () => {
      await page.evaluate("globalThis.since = Date.now()");
      const script = "return Date.now() - since < 400";
      const [status, message] = await failure({ script, stable_for: 3, wait_timeout: 0.3 });
      assertEquals(status, 504);
      assertStringIncludes(String(message), "did not stay true for 3 s, but for 0.");
      assertStringIncludes(String(message), "gave false");
    });

    await t.step("one that flickers is waited for", async () => {
      await page.evaluate("globalThis.since = Date.now()");
      const script = "const t = Date.now() - since; return t < 200 || t > 500";
      const { waited_ms } = await run({ script, stable_for: 0.4 });
      ok(waited_ms >= 800, `${waited_ms}`);
    });

    await t.step("a script that takes longer than a slice", async () => {
      await run({ script: "await new Promise((r) => setTimeout(r, 1500)); return true" });
    });

    await t.step("it goes on in the next document, where nothing has held yet", async () => {
      await soon(`location.href = '${origin}/next'`, 400);
      const { waited_ms } = await run({
        script: "return location.pathname !== '/next' || document.getElementById('next')",
        stable_for: 1,
      });
      ok(waited_ms >= 1_300, `${waited_ms}`);
    });
  },
);

Deno.test("assert() says that a page is busy", async () => {
  const page = new FakePage(() => new CommandTimeoutError("script.callFunction", 5_200));
  const error = await assertRejects(
    () => assert(page, { script: "for (;;);", wait_timeout: 0.2 }),
    PageError,
    "did not answer within 5.2 s",
  );
  assertEquals([error.status, page.sent[0]?.timeoutMs], [504, 5_200]);
});

Deno.test("assert() gives a document that is always on its way up", async () => {
  const gone = new BidiError("script.callFunction", "unknown error", "navigated or closed");
  const page = new FakePage(() => gone);
  const error = await assertRejects(
    () => assert(page, { script: "return 1", wait_timeout: 1 }),
    PageError,
    "it has not returned",
  );
  assertEquals([error.status, page.sent.length], [504, 21]);
});

Deno.test("assert() ends by its own clock, whatever the page says", async () => {
  const lie = { met: false, last: null, heldMs: 1, longestMs: 1, page: 1 };
  const page = new FakePage(() => ({ type: "success", realm: "R", result: remote(lie) }));
  const error = await assertRejects(
    () => assert(page, { script: "return 1", wait_timeout: 1, stable_for: 2 }),
    PageError,
    "did not stay true for 2 s",
  );
  assertEquals(error.status, 504);
  ok(page.now() <= 9_000, `${page.now()} ms`);
  ok(page.sent.length < 200, `${page.sent.length} commands`);
});

/** An object as the browser tells it. */
function remote(members: Record<string, unknown>): unknown {
  const value = Object.entries(members).map(([key, member]) => [
    key,
    member === null ? { type: "null" } : { type: typeof member, value: member },
  ]);
  return { type: "object", value };
}
