import { assert, assertEquals, assertMatch } from "@std/assert";
import { BROWSERS, Pagetap, startSite } from "./harness.ts";
import { until } from "./until.ts";

let pagetap: Pagetap;
let site: Awaited<ReturnType<typeof startSite>>;
Deno.test.beforeAll(async () => {
  [pagetap, site] = await Promise.all([Pagetap.start(), startSite()]);
});
Deno.test.afterAll(async () => {
  await Promise.all([pagetap.stop(), site.stop()]);
});

/** Milliseconds within which a call that a dialog opened must have answered. */
const SOON = 3_000;

async function soon<T>(task: Promise<T>): Promise<T> {
  const began = performance.now();
  const value = await task;
  assert(performance.now() - began < SOON, `took ${performance.now() - began} ms`);
  return value;
}

for (const browser of BROWSERS) {
  for (const capture of [true, false]) {
    const workspace = `dialog-${browser}-${capture}`;

    Deno.test(`a dialog freezes nothing: ${browser}, capture ${capture}`, async (t) => {
      const open = (query = "") =>
        pagetap.call(workspace, "open_session", {
          browser,
          capture,
          url: `${site.origin}/p/alerts${query}`,
        });
      const out = () => pagetap.call(workspace, "extract", { selector: { css: "#out" } });

      await t.step("an alert on load is the open's own answer", async () => {
        const opened = await open("?load");
        assertEquals(opened.dialog, { type: "alert", message: "on load" });
        const current = await soon(pagetap.read(workspace, "workspace://current"));
        assertEquals(current.dialog, { type: "alert", message: "on load" });
        if (capture) await soon(pagetap.console(workspace));
      });

      await t.step("other calls fail fast and name the dialog tool", async () => {
        for (
          const [tool, args] of [
            ["outline", {}],
            ["navigate", { url: `${site.origin}/p/blank` }],
            ["execute_script", { script: "return 1" }],
          ] as const
        ) {
          const { status, message } = await soon(pagetap.refused(workspace, tool, args));
          assertEquals(status, 409);
          assertMatch(message, /alert.*"on load".*dialog/);
        }
        const { dialog } = await pagetap.call(workspace, "dialog", { action: "accept" });
        assertEquals(dialog, undefined);
      });

      await t.step("a confirm on a click is the click's answer", async () => {
        await pagetap.call(workspace, "navigate", { url: `${site.origin}/p/alerts` });
        const click = await soon(pagetap.click(workspace, "ask"));
        assertEquals(click.dialog, { type: "confirm", message: "really?" });
        await pagetap.call(workspace, "dialog", { action: "dismiss" });
        assertEquals((await out()).text, "confirm said false");
        await pagetap.click(workspace, "ask");
        await pagetap.call(workspace, "dialog", { action: "accept" });
        assertEquals((await out()).text, "confirm said true");
      });

      await t.step("a prompt from a timer is told by the next call", async () => {
        const told = () =>
          until(async () => (await pagetap.read(workspace, "workspace://current")).dialog);
        await soon(pagetap.click(workspace, "later"));
        assertEquals(await told(), { type: "prompt", message: "name?", default: "Ada" });
        assertEquals((await pagetap.refused(workspace, "extract")).status, 409);
        await pagetap.call(workspace, "dialog", { action: "accept", text: "Grace" });
        assertEquals((await out()).text, "prompt said Grace");
        await soon(pagetap.click(workspace, "later"));
        await told();
        await pagetap.call(workspace, "dialog", { action: "accept" });
        assertEquals((await out()).text, "prompt said Ada");
      });

      await t.step("a title of any length is told by its start", async () => {
        const script = "document.title = 'x'.repeat(1e6)";
        const shown = `${"x".repeat(1_000)}…`;
        const run = await pagetap.call(workspace, "execute_script", { script });
        assertEquals([run.title, (await pagetap.click(workspace, "out")).title], [shown, shown]);
      });

      await t.step("with none open, dialog says so", async () => {
        const { status, message } = await pagetap.refused(workspace, "dialog", {
          action: "accept",
        });
        assertEquals(status, 404);
        assertMatch(message, /dialog: none is open/);
      });
      await pagetap.call(workspace, "end_browser");
    });
  }
}
