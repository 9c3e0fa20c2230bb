/**
 * The admin page in a real browser, in the hands of a pagetap.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { SERIOUS } from "./admin_front.ts";
import type { BrowserName, Pagetap } from "./harness.ts";
import { until } from "./until.ts";

const SIZES = [[1280, 800], [390, 844]] as const;
const THEMES = ["light", "dark"] as const;
const PICTURES = "artifacts/admin";

/** The page. */
export class AdminPage {
  readonly #pagetap: Pagetap;
  readonly #address: string;
  readonly #browser: BrowserName;

  constructor(pagetap: Pagetap, address: string, browser: BrowserName) {
    this.#pagetap = pagetap;
    this.#address = address;
    this.#browser = browser;
  }

  /** Opens it for as long as `task` takes. */
  async session(hash: string, task: () => Promise<void>): Promise<void> {
    const url = `${this.#address}/admin${hash}`;
    await this.#pagetap.session("w", { url, wait_timeout: 5, settle_ms: 0 }, task);
  }

  async go(hash: string): Promise<void> {
    await this.#pagetap.call("w", "navigate", { url: `${this.#address}/admin${hash}` });
  }

  async click(name: string, role = "button"): Promise<void> {
    await this.#pagetap.call("w", "interact", { selector: { role, name }, action: "click" });
  }

  /** Clicks on the row, of those that are drawn, that says this. */
  async open(text: string): Promise<void> {
    const id = await this.run(
      `return [...document.querySelectorAll(".row")].find((row) =>
        row.textContent.includes(arguments[0]))?.id`,
      [text],
    );
    const selector = { css: `[id="${id}"]` };
    await this.#pagetap.call("w", "interact", { selector, action: "click" });
  }

  async waitFor(text: string): Promise<void> {
    await this.#pagetap.call("w", "wait_for", { text });
  }

  async text(css: string): Promise<string> {
    const { text } = await this.#pagetap.call("w", "extract", { selector: { css } });
    return String(text);
  }

  async run(script: string, args: unknown[] = []): Promise<unknown> {
    return (await this.#pagetap.call("w", "execute_script", { script, args })).value;
  }

  async reload(): Promise<void> {
    await this.#pagetap.call("w", "navigate", { reload: true });
  }

  /** What the rows say, newest first. */
  async rows(): Promise<string[]> {
    return await this.run(`return [...document.querySelectorAll(".row")]
      .sort((a, b) => a.ariaPosInSet - b.ariaPosInSet)
      .map((row) => [...row.children].map((cell) => cell.textContent).join(" "))`) as string[];
  }

  /** Waits until there are as many rows. */
  async count(rows: number): Promise<void> {
    await until(async () => (await this.rows()).length === rows, 5_000, () => this.rows());
  }

  /** Waits until a row says this; it may have been drawn and gone out of sight by then. */
  async row(text: string): Promise<void> {
    const shows = async () => (await this.rows()).some((row) => row.includes(text));
    await until(shows, 5_000, () => this.rows());
  }

  async write(label: string, text: string, submit = false): Promise<void> {
    await this.#pagetap.call("w", "write", { selector: { label }, text, clear: true, submit });
  }

  /** Saves what a button gives; its name and its text. */
  async save(name: string): Promise<{ name: string; text: string }> {
    const selector = { role: "button", name };
    const { file } = await this.#pagetap.call("w", "download", { selector });
    const saved = file as { name: string; link: string };
    return { name: saved.name, text: await (await fetch(saved.link)).text() };
  }

  /** Notes when each row is drawn that says `told-at-<epoch milliseconds>` with a time to come. */
  async noteTold(): Promise<void> {
    await this.run(`globalThis.toldMs = new Map();
      const since = Date.now();
      const look = () => requestAnimationFrame(() => {
        for (const row of document.querySelectorAll(".row")) {
          const at = /told-at-(\\d+)/.exec(row.textContent)?.[1];
          if (at > since && !toldMs.has(at)) toldMs.set(at, Date.now() - at);
        }
      });
      globalThis.noting?.disconnect();
      globalThis.noting = new MutationObserver(look);
      noting.observe(document.body, { subtree: true, childList: true, characterData: true });
      return null;`);
  }

  /** Milliseconds from when each of `count` things was told to when its row was drawn. */
  async toldMs(count: number): Promise<number[]> {
    const told = () => this.run("return [...toldMs.values()]") as Promise<number[]>;
    await until(async () => (await told()).length >= count, 5_000, told);
    return await told();
  }

  /**
   * Pictures of the state that is shown, which is never wider than the window; and axe-core finds nothing
   * serious in it, neither wide and light nor narrow and dark. The page is as wide as before afterwards.
   */
  async picture(state: string): Promise<void> {
    const folder = `${PICTURES}/${this.#browser}`;
    await Deno.mkdir(folder, { recursive: true });
    for (const [i, [width, height]] of SIZES.entries()) {
      await this.#pagetap.call("w", "resize", { width, height });
      for (const theme of THEMES) {
        const found = await this.run(
          `document.documentElement.style.colorScheme = ${JSON.stringify(theme)};
          return {
            tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            serious: ${theme === THEMES[i] ? `await ${SERIOUS}` : "[]"},
          };`,
        );
        assertEquals(found, { tooWide: 0, serious: [] }, `${state} at ${width}, ${theme}`);
        const { data } = await this.#pagetap.call("w", "screenshot", {});
        const png = Uint8Array.from(atob(String(data)), (c) => c.charCodeAt(0));
        await Deno.writeFile(`${folder}/${state}-${width}-${theme}.png`, png);
      }
    }
    await this.run("document.documentElement.style.colorScheme = ''; return null");
    await this.#pagetap.call("w", "resize", { width: 1280, height: 800 });
  }
}
