/**
 * A browser that a test takes away from under its workspace, and what the workspace owes its caller then.
 *
 * @module
 */
import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import { delay } from "@std/async";
import type { ListHead } from "../../capture/shapes.ts";
import type { CueSite } from "./cue_site.ts";
import { type BrowserName, BROWSERS, Pagetap } from "./harness.ts";
import { logged } from "./logged.ts";
import { sideBySide } from "./until.ts";

/** Milliseconds from a kill to the answer of a call under way: 6 to notice, and 10 to answer. */
export const ANSWERED_MS = 16_000;
/** Milliseconds that nobody calls after a kill: longer than a call takes a quiet browser for granted. */
const IDLE_MS = 6_000;
/** Milliseconds that others may have to wait; they share two cores with all that is killed and started. */
const OTHERS_MS = 3_000;
/** Milliseconds between two questions of the others. */
const OTHERS_EVERY_MS = 200;

/** Milliseconds in which frames that were under way at a kill are heard still. */
const UNDER_WAY_MS = 1_000;

/** The page that is open: it says what was lost with it. */
export const PAGES = { page: `globalThis.kept = Math.random(); console.log("before")` };

/** How a call was answered. */
export interface Answered {
  readonly status: number;
  readonly message: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** One workspace whose browser is in danger. */
export class Endangered {
  readonly pagetap: Pagetap;
  readonly workspace: string;
  readonly url: string;
  readonly #site: CueSite;
  /** The page's variable: it lasts as long as the page. */
  #kept: unknown;

  private constructor(pagetap: Pagetap, site: CueSite, workspace: string) {
    this.pagetap = pagetap;
    this.workspace = workspace;
    this.url = `${site.origin}/page`;
    this.#site = site;
  }

  /** Opens a browser with capture, and hears a page of it. */
  static async open(
    pagetap: Pagetap,
    site: CueSite,
    workspace: string,
    browser: BrowserName,
  ): Promise<Endangered> {
    const one = new Endangered(pagetap, site, workspace);
    await pagetap.call(workspace, "open_session", { browser, url: one.url, capture: true });
    one.#kept = await one.#variable();
    assertEquals(await logged(pagetap, workspace), ["before"]);
    return one;
  }

  /** Begins a call that takes longer than anybody waits; resolves when it is under way, with its answer. */
  async longCall(): Promise<{ readonly answer: Promise<Answered> }> {
    const script = `await fetch("/say/${this.workspace}", { method: "POST" });
      await new Promise((resolve) => setTimeout(resolve, 60_000));`;
    const answer = this.pagetap.refused(this.workspace, "execute_script", { script, timeout: 60 })
      .then(({ status, message }) => ({ status, message, at: Date.now() }));
    await this.#site.said(this.workspace);
    return { answer };
  }

  /** A call that has to be refused. */
  async refused(): Promise<Answered> {
    const { status, message } = await this.pagetap.refused(this.workspace, "outline");
    return { status, message, at: Date.now() };
  }

  /** The next call runs in a new browser at the same place, and the workspace has missed nothing unsaid. */
  async reopens(why: RegExp, killedAt: number): Promise<void> {
    const result = await this.pagetap.call(this.workspace, "outline");
    const { reopened } = result as { reopened?: { why: string } };
    assertMatch(reopened?.why ?? JSON.stringify(result), why);
    assertEquals(result.url, this.url);
    const texts = await logged(this.pagetap, this.workspace);
    assertEquals(texts, ["before", "before"], "of the old page and of the new one");
    await this.#owns(why, killedAt);
  }

  /** The next call runs in the browser there was. */
  async goesOn(why: RegExp, cutAt: number): Promise<void> {
    const result = await this.pagetap.call(this.workspace, "outline");
    assertEquals([result.url, result.reopened], [this.url, undefined]);
    assertEquals(await this.#variable(), this.#kept);
    assertEquals(await logged(this.pagetap, this.workspace), ["before"]);
    await this.#owns(why, cutAt);
  }

  end(): Promise<unknown> {
    return this.pagetap.call(this.workspace, "end_browser");
  }

  /** A gap mark tells what may be missing, and capture goes on. */
  async #owns(why: RegExp, since: number): Promise<void> {
    for (const list of ["console", "network"]) {
      const head = await this.pagetap.read<ListHead>(this.workspace, `workspace://${list}`);
      assertEquals([head.capturing, head.paused], [true, null]);
      const marks = head.gaps.filter(({ from, to }) => from <= since + UNDER_WAY_MS && since <= to);
      assertEquals(marks.length, 1, JSON.stringify([since, head.gaps]));
      assertMatch(marks[0]?.why ?? "", why);
    }
    const script = `console.error("after")`;
    const { page } = await this.pagetap.call(this.workspace, "execute_script", { script });
    assertEquals(page?.errors, 1);
  }

  async #variable(): Promise<unknown> {
    const script = "return kept";
    const { value } = await this.pagetap.call(this.workspace, "execute_script", { script });
    assertEquals(typeof value, "number");
    return value;
  }
}

/** A call under way was cut off: in time, by one sentence that names what died. */
export function assertCutOff({ status, message, at }: Answered, why: RegExp, killedAt: number) {
  assertEquals(status, 503, message);
  assertMatch(message, why);
  assertMatch(message, /^execute_script failed: [^\n]+$/);
  assert(!message.includes("did not answer"), message);
  assertLess(at - killedAt, ANSWERED_MS, message);
}

/** Every browser, once idle and once with a call under way; workspaces are named after both. */
export async function openAll(
  pagetap: Pagetap,
  site: CueSite,
  browsers: readonly BrowserName[] = BROWSERS,
) {
  const open = (state: string) =>
    Promise.all(
      browsers.map((browser) => Endangered.open(pagetap, site, `${browser}-${state}`, browser)),
    );
  return { busy: await open("busy"), idle: await open("idle") };
}

/** Waits until an idle workspace has been left alone for long enough. */
export function leaveAlone(killedAt: number): Promise<void> {
  return delay(Math.max(0, killedAt + IDLE_MS - Date.now()));
}

/**
 * Kills what the workspaces stand on, while another goes on: who has a call under way is cut off, and all
 * of them are opened again by their next call.
 */
export async function killUnder(
  { busy, idle }: Awaited<ReturnType<typeof openAll>>,
  kill: () => void,
  why: RegExp,
  ask: () => Promise<unknown>,
): Promise<void> {
  const calls = await Promise.all(busy.map((one) => one.longCall()));
  await whileOthersAsk(ask, async () => {
    const killedAt = Date.now();
    kill();
    await sideBySide({
      busy: async () => {
        for (const { answer } of calls) assertCutOff(await answer, why, killedAt);
        await Promise.all(busy.map((one) => one.reopens(why, killedAt)));
      },
      idle: async () => {
        await leaveAlone(killedAt);
        await Promise.all(idle.map((one) => one.reopens(why, killedAt)));
      },
    });
  });
  await Promise.all([...busy, ...idle].map((one) => one.end()));
}

/** Runs a task while others go on asking, who must not notice. */
export async function whileOthersAsk(
  ask: () => Promise<unknown>,
  task: () => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const asking = (async () => {
    let slowest = 0;
    for (let count = 1;; count++) {
      const began = performance.now();
      await ask();
      slowest = Math.max(slowest, performance.now() - began);
      if (over.signal.aborted) return { slowest, count };
      await delay(OTHERS_EVERY_MS);
    }
  })();
  asking.catch(() => {});
  try {
    await task();
  } finally {
    over.abort();
  }
  const { slowest, count } = await asking;
  assertLess(slowest, OTHERS_MS);
  assert(count > 2, `${count} were asked`);
}
