/**
 * The views of MCP Apps in a host, in real browsers: drawn by `show` in a sandboxed frame, worked with,
 * looked at by axe-core, and pictured into `artifacts/views/` at two widths, light and dark.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import axe from "axe-core";
import type { BrowserName } from "../../page/page.ts";
import { RealPage } from "../fakes/real_page.ts";
import { BROWSERS, Pagetap, startSite } from "./harness.ts";
import { until } from "./until.ts";
import { ViewHosting } from "./view_hosting.ts";

const SIZES = [[1280, 800], [390, 844]] as const;
const PICTURES = "artifacts/views";
const ESC = "\u001b";

/** What a page may say to hurt whoever reads it. */
const HOSTILE = [
  "<img src=x onerror=\"document.title='pwned'\"><script>document.title='pwned'</script>",
  `${ESC}[31mred and \u202emoc.live\u202c`,
  "x".repeat(4_096),
];

/** The page of a host, and the view in it. */
class HostPage {
  readonly #page: RealPage;

  constructor(page: RealPage) {
    this.#page = page;
  }

  /** Goes to the host of a workspace. */
  async open(origin: string, workspace: string): Promise<void> {
    this.#page.context = this.#page.top;
    await this.#page.go(`${origin}/?workspace=${workspace}`);
    await this.#page.evaluate("host.then(() => 0)");
  }

  /** Has the host draw what a URI reads as; ends in the view, once it says `text`. */
  async show(uri: string, text: string): Promise<void> {
    await this.draw(`show(${JSON.stringify(uri)}, "light")`, text);
  }

  /** Has the host draw a view by a call; ends in the view, once it says `text`. */
  async draw(call: string, text: string): Promise<void> {
    this.#page.context = this.#page.top;
    await this.#page.evaluate(`host.then((host) => host.${call})`);
    const { contexts } = await this.#page.send("browsingContext.getTree", {
      root: this.#page.top,
    });
    this.#page.context = contexts[0]?.children?.[0]?.context ?? "";
    await this.shows(text);
  }

  /** What the view says. */
  async text(): Promise<string> {
    return String(await this.#page.evaluate("document.body.innerText"));
  }

  async shows(text: string): Promise<void> {
    await until(async () => (await this.text()).includes(text), 5_000, () => this.text());
  }

  /** Clicks on an element of the view, as a person does. */
  async click(css: string): Promise<void> {
    await this.#grown();
    const rect = await this.#page.evaluate(
      `JSON.stringify(document.querySelector(${JSON.stringify(css)}).getBoundingClientRect())`,
    );
    const { left, top, height } = JSON.parse(String(rect));
    // The frame is as high as the view: it is the host's page that scrolls.
    await this.#inHost(`scrollTo(0, ${top} - innerHeight / 2), "0"`);
    const [x, y] = [Math.round(left + 20), Math.round(top + height / 2)];
    await this.#page.send("input.performActions", {
      context: this.#page.context,
      actions: [{
        type: "pointer",
        id: "mouse",
        actions: [
          { type: "pointerMove", x, y },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ],
      }],
    });
  }

  /** Has what views call wait, or go on. */
  async hold(held: boolean): Promise<void> {
    await this.#inHost(`host.then((host) => { host.hold(${held}); return "0"; })`);
  }

  /** Waits until the heading of what is shown at a URI has the keyboard. */
  async isAt(uri: RegExp): Promise<void> {
    const on = async () =>
      String(
        await this.#page.evaluate(
          `document.activeElement.localName + " " + document.activeElement.textContent.slice(0, 100)`,
        ),
      );
    await until(async () => uri.test((await on()).replace(/^h1 /, "")), 5_000, on);
  }

  /** The tools that views have called since the host was opened. */
  async called(): Promise<string[]> {
    return await this.#inHost("host.then(({ called }) => JSON.stringify(called))") as string[];
  }

  /** What the view has made of what it was given: elements that no view makes, and how much too wide it is. */
  async look(): Promise<unknown> {
    return JSON.parse(String(
      await this.#page.evaluate(`JSON.stringify([
        document.title,
        document.querySelectorAll("img,a,iframe,object,body script:not([type=module])").length,
        document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ])`),
    ));
  }

  /** Pictures of the view, light and dark; and what axe-core finds in each that is serious. */
  async picture(name: string, folder: string): Promise<void> {
    const view = this.#page.context;
    await Deno.mkdir(folder, { recursive: true });
    for (const theme of ["light", "dark"]) {
      await this.#inHost(`host.then((host) => { host.setTheme("${theme}"); return "0"; })`);
      await until(() =>
        this.#page.evaluate(`document.documentElement.dataset.theme === "${theme}"`)
      );
      for (const [width, height] of SIZES) {
        await this.#page.send("browsingContext.setViewport", {
          context: this.#page.top,
          viewport: { width, height },
        });
        await this.#fits(name);
        await this.#grown();
        const { data } = await this.#page.send("browsingContext.captureScreenshot", {
          context: this.#page.top,
        });
        const png = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
        await Deno.writeFile(`${folder}/${name}-${width}-${theme}.png`, png);
        this.#page.context = view;
      }
      await this.#page.evaluate(`globalThis.axe ?? ${axe.source}; 0`);
      const found = await this.#page.evaluate(
        `axe.run().then(({ violations }) => JSON.stringify(violations
          .filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])))`,
      );
      assertEquals(JSON.parse(String(found)), [], `${name}, ${theme}`);
    }
  }

  /** Neither the view nor the host's page is wider than the window. */
  async #fits(name: string): Promise<void> {
    const wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assertEquals(await this.#page.evaluate(wide), 0, `${name} is too wide`);
  }

  /** Waits until the host has made the frame as high as the view said. */
  async #grown(): Promise<void> {
    await until(() =>
      this.#page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    );
  }

  /** Runs an expression in the host's page, and goes back to the view. */
  async #inHost(expression: string): Promise<unknown> {
    const view = this.#page.context;
    this.#page.context = this.#page.top;
    try {
      return JSON.parse(String(await this.#page.evaluate(expression)));
    } finally {
      this.#page.context = view;
    }
  }
}

/** Has a browser do something that there is something of each kind to be shown. */
async function fill(pagetap: Pagetap, origin: string): Promise<string> {
  await pagetap.call("shop", "open_session", { url: `${origin}/p/shop`, capture: true });
  await pagetap.click("shop", "buy");
  await pagetap.call("shop", "execute_script", {
    script: `for (const text of args) console.log(text);
      await fetch("/e/json?q=<script>document.title='pwned'</script>" + "u".repeat(9000)).catch(() => {});`
      .replace("args", JSON.stringify(HOSTILE)),
  });
  await pagetap.call("shop", "screenshot", { save: "shop.png" });
  await pagetap.call("shop", "save_site_data", {});
  const { requests } = await pagetap.network("shop", "?filter=failed");
  return requests[0]?.id ?? "";
}

async function drawAll(host: HostPage, origin: string, failed: string, browser: BrowserName) {
  const folder = `${PICTURES}/${browser}`;
  await host.open(origin, "shop");

  await host.show("workspace://current", "capturing");
  await host.picture("current", folder);

  await host.show("workspace://console", "order failed: 500");
  const said = await host.text();
  for (const part of ["<img src=x onerror=", "moc.live", "xxxxxxxx"]) {
    assert(said.includes(part), part);
  }
  assert(!said.includes(ESC));
  assertEquals(await host.look(), ["pagetap", 0, 0]);
  await host.picture("console", folder);
  await host.click(".entry-error .row-button");
  await host.shows("Stack");
  assertEquals(await host.called(), ["read"]);
  await host.isAt(/^workspace:\/\/console\/\d+$/);
  await host.picture("entry", folder);
  await host.click(".view-head button");
  await host.shows("order failed: 500");
  await host.isAt(/^workspace:\/\/console$/);
  assert(!(await host.text()).includes("Back"));
  await host.hold(true);
  await host.click(".entry-error .row-button");
  await host.shows("Loading…");
  assert((await host.text()).includes("order failed: 500"));
  await host.hold(false);
  await host.shows("Stack");
  assert(!(await host.text()).includes("Loading…"));

  await host.show("workspace://network", "/e/orders");
  assertEquals(await host.look(), ["pagetap", 0, 0]);
  await host.picture("network", folder);
  await host.click(".request-bad .row-button");
  await host.shows("Response headers");
  assertEquals(await host.called(), ["read", "read", "read"]);

  await host.show(`workspace://network/${failed}`, "Response headers");
  assert(!(await host.text()).includes("out of stock"));
  await host.click("section button");
  await host.shows("out of stock");
  assertEquals(await host.called(), ["read", "read", "read", "network_body"]);
  await host.picture("request", folder);

  for (
    const [name, uri, text] of [
      ["files", "workspace://files", "shop.png"],
      ["file", "workspace://files/shop.png", "image/png"],
      ["site-data", "workspace://site-data", "127.0.0.1"],
      ["secrets", "secret://secrets", "secrets"],
      ["skill", "skill://pagetap/SKILL.md", "open_session"],
      ["refused", "workspace://nothing", "workspace://nothing"],
    ] as const
  ) {
    await host.show(uri, text);
    assertEquals(await host.look(), ["pagetap", 0, 0]);
    await host.picture(name, folder);
  }

  await host.draw(`cancel("nobody wants it")`, "It was cancelled: nobody wants it");
  assert(!(await host.text()).includes("Waiting"));
  await host.picture("cancelled", folder);
  await host.draw("garble()", "The client passed on no answer that can be read");

  await host.open(origin, "plain");
  await host.show(
    "workspace://network",
    "Capture is off. Turn it on with open_session(capture=true)",
  );
  await host.picture("off", folder);
}

Deno.test("the views of MCP Apps are drawn in a host, and worked with", async (t) => {
  const site = await startSite();
  try {
    await using pagetap = await Pagetap.start();
    await using hosting = await ViewHosting.start(pagetap.address);
    const failed = await fill(pagetap, site.origin);
    for (const browser of BROWSERS) {
      await t.step(`in ${browser}`, async () => {
        await using page = await RealPage.open(browser);
        await drawAll(new HostPage(page), hosting.origin, failed, browser);
      });
    }
  } finally {
    await site.stop();
  }
});
