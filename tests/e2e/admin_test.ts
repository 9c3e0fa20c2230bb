/**
 * The admin page in real browsers, driven by another pagetap: each state is gone through, looked at by
 * axe-core, and pictured into `artifacts/admin/` at two widths, light and dark.
 *
 * @module
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import axe from "axe-core";
import { RealPage } from "../fakes/real_page.ts";
import { AdminTarget } from "./admin_target.ts";
import { logged } from "../capture/events.ts";
import { type BrowserName, BROWSERS, Pagetap, startSite } from "./harness.ts";
import { until } from "./until.ts";

const SIZES = [[1280, 800], [390, 844]] as const;
const PICTURES = "artifacts/admin";

/** The page under test, in the hands of a pagetap. */
class AdminPage {
  readonly #pagetap: Pagetap;
  readonly #address: string;
  readonly #browser: BrowserName;

  constructor(pagetap: Pagetap, address: string, browser: BrowserName) {
    this.#pagetap = pagetap;
    this.#address = address;
    this.#browser = browser;
  }

  async go(hash: string): Promise<void> {
    await this.#pagetap.call("w", "navigate", { url: `${this.#address}/admin${hash}` });
  }

  async click(name: string, role = "button"): Promise<void> {
    await this.#pagetap.call("w", "interact", { selector: { role, name }, action: "click" });
  }

  async waitFor(text: string): Promise<void> {
    await this.#pagetap.call("w", "wait_for", { text });
  }

  async text(css: string): Promise<string> {
    const { text } = await this.#pagetap.call("w", "extract", { selector: { css } });
    return String(text);
  }

  /** What the rows say, newest first. */
  async rows(): Promise<string[]> {
    const script = `return [...document.querySelectorAll(".row")]
      .sort((a, b) => a.ariaPosInSet - b.ariaPosInSet)
      .map((row) => [...row.children].map((cell) => cell.textContent).join(" "))`;
    return (await this.#pagetap.call("w", "execute_script", { script })).value as string[];
  }

  async write(label: string, text: string, submit = false): Promise<void> {
    await this.#pagetap.call("w", "write", { selector: { label }, text, clear: true, submit });
  }

  /** Pictures of the state that is shown; the page is as wide as before afterwards. */
  async picture(state: string): Promise<void> {
    const folder = `${PICTURES}/${this.#browser}`;
    await Deno.mkdir(folder, { recursive: true });
    for (const [width, height] of SIZES) {
      await this.#pagetap.call("w", "resize", { width, height });
      for (const theme of ["light", "dark"]) {
        const script = `document.documentElement.style.colorScheme = ${JSON.stringify(theme)};
          return document.documentElement.scrollWidth - document.documentElement.clientWidth;`;
        const { value } = await this.#pagetap.call("w", "execute_script", { script });
        assertEquals(value, 0, `${state} is too wide at ${width}`);
        const { data } = await this.#pagetap.call("w", "screenshot", {});
        const png = Uint8Array.from(atob(String(data)), (c) => c.charCodeAt(0));
        await Deno.writeFile(`${folder}/${state}-${width}-${theme}.png`, png);
      }
    }
    await this.#pagetap.call("w", "execute_script", {
      script: "document.documentElement.style.colorScheme = ''",
    });
    await this.#pagetap.call("w", "resize", { width: 1280, height: 800 });
  }
}

for (const browser of BROWSERS) {
  Deno.test(`the admin page shows what a browser did, in ${browser}`, async (t) => {
    const site = await startSite();
    try {
      await using target = await Pagetap.start();
      await using pagetap = await Pagetap.start({ BROWSER: browser });
      const page = new AdminPage(pagetap, target.address, browser);
      await target.call("shop", "open_session", { url: `${site.origin}/p/shop`, capture: true });
      await target.click("shop", "buy");
      await pagetap.session("w", { url: `${target.address}/admin`, wait_timeout: 5 }, async () => {
        await t.step("the list, with pills and what capture is doing", async () => {
          await page.waitFor("Receiving: ");
          assertMatch(await page.text(".card"), /shop\s+live\s+capture/);
          await page.picture("list");
        });
        await t.step("the console, captured, and its filters", async () => {
          await page.click("shop", "link");
          await page.waitFor("order failed: 500");
          assertMatch((await page.rows())[0] ?? "", / error order failed: 500 /);
          await page.picture("console");
          await page.write("Filter", "nothing like this");
          await page.waitFor("Nothing matches the filter.");
          await page.write("Filter", "ORDER");
          assertEquals((await page.rows()).length, 1);
          await page.write("Filter", "");
          await page.click("Warnings 0");
          await page.waitFor("Nothing matches the filter.");
          await page.click("Errors 1");
          assertEquals((await page.rows()).length, 1);
          await page.click("All 1");
        });
        await t.step("an entry at its own address", async () => {
          await page.click("order failed", "option").catch(async () => {
            const { seq } = (await target.console("shop")).entries[0] ?? { seq: 0 };
            await page.go(`#/w/shop/console/${seq}`);
          });
          await page.waitFor("Stack");
          await page.picture("entry");
          await page.click("Close");
        });
        await t.step("the network, and what is not shown", async () => {
          await page.click("Network", "tab");
          await page.waitFor("/e/orders");
          assertMatch((await page.rows())[0] ?? "", / 500 POST .*\/e\/orders /);
          assertMatch(await page.text(".foot"), /^2 requests/);
          await page.picture("network");
        });
        await t.step("a request at its own address, and its body on demand", async () => {
          const { requests } = await target.network("shop", "?filter=failed");
          await page.go(`#/w/shop/network/${requests[0]?.id}`);
          await page.waitFor("Response headers");
          assert(!(await page.text(".detail")).includes("out of stock"));
          await page.click("Fetch response body");
          await page.waitFor("out of stock");
          await page.picture("request");
        });
        await t.step("something new is there within a second", async () => {
          await page.go("#/w/shop/network");
          await page.waitFor("/e/orders");
          const before = (await page.rows()).length;
          await target.click("shop", "buy");
          await until(async () => (await page.rows()).length > before, 2_000);
        });
        await t.step("clear hides what is here, in this page only", async () => {
          await page.click("Clear");
          await page.waitFor("Cleared.");
          await target.click("shop", "buy");
          await until(async () => (await page.rows()).length === 1);
          assertEquals((await target.network("shop")).count > 1, true);
        });
        await t.step("live, with what is not kept; paused and resumed", async () => {
          await page.click("Live");
          await page.waitFor("Listening: nothing yet.");
          await target.call("shop", "navigate", { url: `${site.origin}/p/basic` });
          await until(async () => (await page.rows()).some((row) => row.includes("/e/css")));
          assertMatch(await page.text(".list"), /not kept/);
          await page.picture("live");
          await page.click("Pause");
          const frozen = await page.rows();
          await target.call("shop", "navigate", { reload: true });
          assertEquals(await page.rows(), frozen);
          await page.click("Resume");
          await until(async () => (await page.rows()).length > frozen.length);
        });
        await t.step("the pages before", async () => {
          await page.click("Captured");
          await page.waitFor("/p/basic");
          assert(!(await page.rows()).some((row) => row.includes("/e/orders")));
          await pagetap.call("w", "execute_script", {
            script: `const select = document.querySelector(".pages select");
              select.value = "5"; select.dispatchEvent(new Event("change", { bubbles: true }));`,
          });
          await until(async () => (await page.rows()).some((row) => row.includes("/e/orders")));
        });
        await t.step("capture paused, with why", async () => {
          await page.click("End browser");
          await page.picture("ending");
          await page.click("Really end it");
          await page.waitFor("Capture is paused: the browser was ended by end_browser");
          await page.picture("paused");
        });
        await t.step("capture off, with how to turn it on", async () => {
          await target.call("plain", "open_session", { url: `${site.origin}/p/blank` });
          await page.go("#/w/plain/console");
          await page.waitFor("Capture is off. Turn it on with open_session(capture=true).");
          await page.picture("off");
          await target.call("plain", "end_browser");
        });
      });
    } finally {
      await site.stop();
    }
  });

  Deno.test(`the admin page asks for a token and keeps it for its tab, in ${browser}`, async () => {
    await using target = await AdminTarget.start({ token: "s3cret-t0ken" });
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    const page = new AdminPage(pagetap, target.address, browser);
    await target.open("shop");
    await pagetap.session("w", { url: `${target.address}/admin`, wait_timeout: 5 }, async () => {
      await page.waitFor("Sign in");
      await page.picture("sign-in");
      await page.write("Token", "wrong", true);
      await page.waitFor("The token is wrong");
      await page.picture("sign-in-wrong");
      await page.write("Token", "s3cret-t0ken", true);
      await page.waitFor("Receiving: ");
      await pagetap.call("w", "navigate", { reload: true });
      await page.waitFor("Receiving: ");
      const { value } = await pagetap.call("w", "execute_script", {
        script: "return [localStorage.length, document.cookie, location.href]",
      });
      assertEquals(value, [0, "", `${target.address}/admin`]);
    });
  });

  Deno.test(`the admin page goes on when the link of its tail has expired, in ${browser}`, async () => {
    let lateMs = 0;
    await using target = await AdminTarget.start({ now: () => Date.now() + lateMs });
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    const say = await target.open("shop");
    const page = new AdminPage(pagetap, target.address, browser);
    const { tail_url } = await (await fetch(`${target.address}/admin/workspaces/shop/console`))
      .json();
    lateMs = 6 * 60_000;
    const expired = await fetch(`${target.address}${tail_url}`);
    assertEquals(expired.status, 403);
    assertMatch((await expired.json()).error, /has expired/);
    await pagetap.session(
      "w",
      { url: `${target.address}/admin#/w/shop/console?live` },
      async () => {
        await page.waitFor("Listening: nothing yet.");
        say(logged("after all"));
        await page.waitFor("after all");
      },
    );
  });

  Deno.test(`axe finds nothing serious on the admin page in ${browser}`, async (t) => {
    await using target = await AdminTarget.start({ token: "s3cret-t0ken" });
    const say = await target.open("shop");
    say(logged("an error"), logged("a warning", { level: "warn", method: "warn" }));
    await using page = await RealPage.open(browser);
    for (const theme of ["light", "dark"]) {
      await page.go(`${target.address}/admin`);
      await page.evaluate("sessionStorage.clear()");
      const check = async (state: string) => {
        await t.step(`${state}, ${theme}`, async () => {
          await page.evaluate(`document.documentElement.style.colorScheme = "${theme}"`);
          await page.evaluate(`${axe.source}; 0`);
          const found = await page.evaluate(
            `axe.run().then(({ violations }) => JSON.stringify(violations
              .filter(({ impact }) => impact === "serious" || impact === "critical")
              .map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])))`,
          );
          assertEquals(JSON.parse(String(found)), []);
        });
      };
      const shows = (css: string) =>
        until(() => page.evaluate(`document.querySelector(${JSON.stringify(css)}) !== null`));
      await page.go(`${target.address}/admin?`);
      await shows(".sign-in");
      await check("sign-in");
      await page.evaluate(`sessionStorage.setItem("pagetap-token", "s3cret-t0ken")`);
      await page.go(`${target.address}/admin`);
      await shows(".card");
      await check("list");
      await page.evaluate(`location.hash = "#/w/shop/console"`);
      await shows(".row");
      await check("console");
      await page.evaluate(`document.querySelector(".row").click()`);
      await shows(".detail pre");
      await check("entry");
      await page.evaluate(`location.hash = "#/w/shop/network?live"`);
      await shows(".empty");
      await check("network");
    }
  });
}
