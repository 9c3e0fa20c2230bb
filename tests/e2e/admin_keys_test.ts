/**
 * The admin page by the keyboard alone, and while its server is away, in real browsers.
 *
 * @module
 */
import { assertEquals, assertMatch } from "@std/assert";
import { completed, logged, sent } from "../capture/events.ts";
import { AdminTarget } from "./admin_target.ts";
import { BROWSERS, Pagetap } from "./harness.ts";
import { until } from "./until.ts";

/** Lines the page has said. */
const LINES = 60;

/** A page under test, worked with the keyboard. */
class Keys {
  readonly #pagetap: Pagetap;

  constructor(pagetap: Pagetap) {
    this.#pagetap = pagetap;
  }

  async press(...keys: string[]): Promise<void> {
    for (const each of keys) await this.#pagetap.call("w", "press_key", { keys: each });
  }

  async run(script: string): Promise<unknown> {
    return (await this.#pagetap.call("w", "execute_script", { script })).value;
  }

  /** Puts the keyboard on an element. */
  async focus(css: string): Promise<void> {
    await this.run(`document.querySelector(${JSON.stringify(css)}).focus()`);
  }

  /** Waits until what has the keyboard says this, or is named so. */
  async on(what: string): Promise<void> {
    const found = () =>
      this.run(`const { activeElement: on } = document;
        return on.id || on.getAttribute("aria-label") || (on === document.body ? "nothing" : on.textContent)`);
    await until(async () => await found() === what, 5_000, found);
  }

  /** Waits until this is the row that the keyboard is at. */
  async at(text: string): Promise<void> {
    const found = () =>
      this.run(`const list = document.querySelector(".list");
        return document.getElementById(list.getAttribute("aria-activedescendant"))
          ?.querySelector(".text").textContent ?? null`);
    await until(async () => await found() === text, 5_000, found);
  }

  async waitFor(text: string): Promise<void> {
    await this.#pagetap.call("w", "wait_for", { text });
  }
}

for (const browser of BROWSERS) {
  Deno.test(`the admin page is worked by the keyboard, and keeps its place, in ${browser}`, async (t) => {
    await using target = await AdminTarget.start();
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    const say = await target.open("shop");
    say(...Array.from({ length: LINES }, (_, i) => logged(`line ${i + 1}`)));
    say(sent({ url: "https://a.test/x" }), completed({ url: "https://a.test/x", status: 200 }));
    const keys = new Keys(pagetap);
    const url = `${target.address}/admin`;
    await pagetap.session("w", { url, wait_timeout: 5, settle_ms: 0 }, async () => {
      await t.step("from the list to a workspace", async () => {
        await keys.waitFor("Receiving: ");
        await keys.on("Workspaces");
        await keys.press("Tab", "Enter");
        await keys.waitFor(`line ${LINES}`);
        await keys.on("shop");
      });
      await t.step("through the rows", async () => {
        await keys.focus(".list");
        await keys.press("ArrowDown");
        await keys.at(`line ${LINES}`);
        await keys.press("ArrowDown", "ArrowDown", "ArrowUp");
        await keys.at(`line ${LINES - 1}`);
        await keys.press("End");
        await keys.at("line 1");
        await keys.press("PageUp", "Home", "ArrowUp");
        await keys.at(`line ${LINES}`);
        await keys.press("PageDown", "PageUp", "ArrowDown");
        await keys.at(`line ${LINES - 1}`);
      });
      await t.step("into an entry and back, while rows come in", async () => {
        await keys.press("Enter");
        await keys.on(`Entry ${LINES - 1}`);
        say(logged("one more"));
        await keys.waitFor("one more");
        await keys.on(`Entry ${LINES - 1}`);
        await keys.press("Escape");
        await keys.on("Console");
        await keys.at(`line ${LINES - 1}`);
        say(logged("and more"));
        await keys.waitFor("and more");
        await keys.at(`line ${LINES - 1}`);
        await keys.press("ArrowUp");
        await keys.at(`line ${LINES}`);
      });
      await t.step("to another entry while one is open", async () => {
        await keys.press("Enter");
        await keys.on(`Entry ${LINES}`);
        await keys.focus(".list");
        await keys.press("ArrowDown", "Enter");
        await keys.on(`Entry ${LINES - 1}`);
        await keys.focus(".list");
        await keys.press("Escape");
        await until(async () =>
          await keys.run(`return document.querySelector(".detail") === null`)
        );
        await keys.on("Console");
      });
      await t.step("what has the keyboard goes, and it stays in the tab", async () => {
        await keys.run(`document.querySelector(".toolbar button").click()`);
        await keys.on("panel-console");
      });
      await t.step("between tabs, and from captured to live", async () => {
        await keys.focus("#tab-console");
        await keys.press("ArrowRight");
        await keys.on("tab-network");
        await keys.waitFor("https://a.test/x");
        await keys.press("ArrowLeft");
        await keys.on("tab-console");
        await keys.focus(".switch button:last-child");
        await keys.press("Enter");
        await keys.waitFor("Listening: nothing yet.");
        await keys.on("Live");
      });
      await t.step("ending a browser, asked for twice", async () => {
        await keys.focus(".end button");
        await keys.press("Enter");
        await keys.on("Keep it");
        await keys.press("Enter");
        await keys.on("End browser");
        await keys.press("Enter");
        await keys.on("Keep it");
        await keys.press("Shift+Tab");
        await keys.on("Really end it");
        await keys.press("Enter");
        await keys.waitFor("Capture is paused: ");
        await keys.on("shop");
      });
    });
  });

  Deno.test(`the admin page says that its server is away, and goes on when it is back, in ${browser}`, async () => {
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    const keys = new Keys(pagetap);
    const first = await AdminTarget.start();
    let gone = false;
    try {
      const { address } = first;
      const say = await first.open("shop");
      const url = `${address}/admin#/w/shop/console?live`;
      await pagetap.session("w", { url, wait_timeout: 15, settle_ms: 0 }, async () => {
        await keys.waitFor("Listening: nothing yet.");
        say(logged("before"));
        await keys.waitFor("before");
        await first[Symbol.asyncDispose]();
        gone = true;
        await keys.waitFor("pagetap cannot be reached");
        await using again = await AdminTarget.start({ port: Number(new URL(address).port) });
        const sayAgain = await again.open("shop");
        await keys.waitFor("interruption");
        sayAgain(logged("after"));
        await keys.waitFor("after");
        const said = async () => String(await keys.run("return document.body.innerText"));
        // The list asks again in its own time, which grows up to 10 s.
        await until(async () => !(await said()).includes("cannot be reached"), 20_000);
        const text = await said();
        assertMatch(text, /Live · 2 entries · 1 interruption/);
        assertEquals(text.includes("before"), true);
      });
    } finally {
      if (!gone) await first[Symbol.asyncDispose]();
    }
  });
}
