/**
 * What the admin page tells of what goes on: of a request that ends while it is open, of bodies and files
 * that are asked for and refused, and what of it a screen reader is told, in real browsers.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { completed, sent } from "../capture/events.ts";
import { AdminTarget } from "./admin_target.ts";
import { BROWSERS, Pagetap } from "./harness.ts";
import { until } from "./until.ts";

const URL_SENT = "https://a.test/slow";

/** Has the page's own requests for some path answered by what is put into `answer` later. */
const HOLD = `const before = globalThis.fetch;
  globalThis.fetch = (path, init) => new RegExp(args[0]).test(path)
    ? new Promise((resolve) => globalThis.answer = (status, value) =>
        resolve(new Response(JSON.stringify(value), { status })))
    : before(path, init);`;

for (const browser of BROWSERS) {
  Deno.test(`the admin page tells of what ends, fails and is paused, in ${browser}`, async (t) => {
    await using target = await AdminTarget.start();
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    const say = await target.open("shop");
    say(sent({ url: URL_SENT }));
    const { requests } = await (await fetch(`${target.address}/admin/workspaces/shop/network`))
      .json();
    const run = async (script: string) =>
      (await pagetap.call("w", "execute_script", { script })).value;
    const reads = (css: string, text: string) => {
      const found = () => run(`return document.querySelector(${JSON.stringify(css)})?.textContent`);
      return until(async () => await found() === text, 5_000, found);
    };
    const hold = (path: string) => run(`const args = [${JSON.stringify(path)}]; ${HOLD}`);
    const answer = (status: number, value: unknown) =>
      run(`answer(${status}, ${JSON.stringify(value)})`);
    const press = (keys: string) => pagetap.call("w", "press_key", { keys });
    const click = (name: string) =>
      pagetap.call("w", "interact", { selector: { role: "button", name }, action: "click" });
    const url = `${target.address}/admin#/w/shop/network/${requests[0].id}`;
    await pagetap.session("w", { url, wait_timeout: 5, settle_ms: 0 }, async () => {
      await t.step("a request that is open ends", async () => {
        await reads(".detail .fact:nth-child(3) dd", "pending");
        say(completed({ url: URL_SENT, status: 204 }));
        await reads(".detail .fact:nth-child(3) dd", "204");
      });
      await t.step(
        "a body that is refused is asked for again, and the keyboard stays",
        async () => {
          const keyboard = () =>
            run(`const { activeElement: on } = document;
            return [on.localName, on.getAttribute("aria-disabled"), on.textContent]`);
          const stays = (...on: (string | null)[]) =>
            until(async () => String(await keyboard()) === String(on), 5_000, keyboard);
          await hold("/body");
          await run(`document.querySelector(".detail section button").focus()`);
          await press("Enter");
          await stays("button", "true", "Fetch response body");
          await reads(".detail section [role=status]", "Fetching…");
          await answer(503, { error: "too busy" });
          await stays("button", "false", "Fetch response body again");
          await reads(".detail section [role=status]", "too busy");
          await press("Enter");
          await stays("button", "true", "Fetch response body again");
          const body = { side: "response", mime: null, size: 0, binary: false, truncated: false };
          await answer(200, { ...body, text: null, why: "it is not there yet" });
          await stays("button", "false", "Fetch response body again");
          await press("Enter");
          await stays("button", "true", "Fetch response body again");
          await answer(200, { ...body, text: "here it is", size: 10 });
          await stays("p", null, "no type, 10 B");
          await reads(".detail pre", "here it is");
        },
      );
      await t.step("how capture is, without what it counts", async () => {
        await reads(".capture-line [role=status]", "Receiving");
        assertEquals(await run(`return document.querySelector(".foot").role`), null);
      });
      await t.step("a file that is not saved, until it is tried again", async () => {
        await hold("/har$");
        await click("Save HAR");
        await answer(503, { error: "too busy" });
        await reads(".tab .notice", "too busy");
        await click("Save HAR");
        await until(() => run(`return document.querySelector(".tab .notice") === null`));
      });
      await t.step("a tail that is paused, by the button's name alone", async () => {
        await click("Live");
        await click("Pause");
        const button = `[...document.querySelectorAll(".toolbar > button")].at(-1)`;
        assertEquals(
          await run(`return [${button}.textContent, ${button}.getAttribute("aria-pressed")]`),
          ["Resume", null],
        );
      });
    });
  });
}
