import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import { delay } from "@std/async";
import type { ListHead } from "../../capture/shapes.ts";
import { FaultProxy, Grid, gridTest } from "../grid/parts.ts";
import { CueSite } from "./cue_site.ts";
import { BROWSERS, Pagetap, startSite } from "./harness.ts";
import { loggedUntil } from "./logged.ts";
import { mainJob } from "./main_job.ts";
import { sideBySide, until } from "./until.ts";

/** Milliseconds in which a proxy that forwards nothing has to be noticed when nobody calls. */
const NOTICED_MS = 45_000;
/** Milliseconds in which a call is answered that cannot reach the browser. */
const ANSWERED_MS = 10_000;
/** Milliseconds in which capture is back once it can be: the longest pause between two tries, and one. */
const BACK_MS = 40_000;
/** Longer than it takes a connection to ask for a sign of life of its own. */
const QUIET_MS = 22_000;
const PAGE = {
  page: `globalThis.kept = Math.random(); console.log("before");
    cue("gap").then(() => { console.log("in the gap"); return say("gap"); });`,
};

/** The variable that the page was given when it was loaded. */
async function kept(pagetap: Pagetap, workspace: string): Promise<unknown> {
  const { value } = await pagetap.call(workspace, "execute_script", { script: "return kept" });
  assertEquals(typeof value, "number");
  return value;
}

/** A call that cannot reach the browser, and what it is told in time. */
async function unreached(pagetap: Pagetap, workspace: string): Promise<string> {
  const began = performance.now();
  const { status, message } = await pagetap.refused(workspace, "extract");
  assertLess(performance.now() - began, ANSWERED_MS, message);
  assertEquals(status, 503, message);
  return message;
}

async function stalls(grid: Grid): Promise<void> {
  await using site = new CueSite(PAGE);
  await using proxy = FaultProxy.start(grid.url);
  const pagetap = await Pagetap.start({ GRID_URL: proxy.url });
  const head = (workspace: string) =>
    pagetap.read<ListHead>(workspace, "workspace://console?limit=1");
  const each = (task: (browser: string) => Promise<void>) => Promise.all(BROWSERS.map(task));
  try {
    const variables = new Map<string, unknown>();
    await each(async (browser) => {
      const url = `${site.origin}/page`;
      await pagetap.call(browser, "open_session", { browser, url, capture: true });
      variables.set(browser, await kept(pagetap, browser));
    });

    // Nobody calls: it is noticed all the same, and a call is told.
    proxy.stall();
    const stalledAt = Date.now();
    site.give("gap");
    await site.said("gap", BROWSERS.length);
    await each(async (browser) => {
      await until(async () => !(await head(browser)).capturing, NOTICED_MS, () => head(browser));
      const { paused } = await head(browser);
      assertMatch(paused ?? "", /connection to the browser was lost \(nothing came over it/);
      assertMatch(
        await unreached(pagetap, browser),
        /cannot be reached for now: .*(the Grid|BiDi socket at ws:)/,
      );
    });
    proxy.flow();
    await each(async (browser) => {
      await until(async () => (await head(browser)).capturing, BACK_MS, () => head(browser));
      const inGap = browser === "chrome" ? ["in the gap"] : [];
      assertEquals(await loggedUntil(pagetap, browser, 1 + inGap.length), ["before", ...inGap]);
      const { gaps } = await head(browser);
      assertEquals(gaps.length, 1);
      assert(gaps.every(({ from, to }) => from <= stalledAt + 1_000 && to > stalledAt));
      assertEquals(await kept(pagetap, browser), variables.get(browser));
    });

    // A call comes before anything was noticed.
    proxy.stall();
    await each(async (browser) => {
      assertMatch(await unreached(pagetap, browser), /extract failed: .*Grid/);
    });
    proxy.flow();
    await each(async (browser) => {
      await until(async () => (await head(browser)).capturing, BACK_MS, () => head(browser));
      assertEquals(await kept(pagetap, browser), variables.get(browser));
      const { tabs } = await pagetap.read<{ tabs: unknown[] }>(browser, "workspace://current");
      assertEquals(tabs.length, 1);
      await pagetap.call(browser, "end_browser");
    });
  } finally {
    await pagetap.stop();
  }
}

async function slow(grid: Grid): Promise<void> {
  const site = await startSite();
  await using proxy = FaultProxy.start(grid.url, { delayMs: 200 });
  const pagetap = await Pagetap.start({ GRID_URL: proxy.url });
  const { origin } = site;
  try {
    await Promise.all(BROWSERS.map((browser) =>
      mainJob({
        address: pagetap.address,
        workspace: browser,
        browser,
        origin,
        async meanwhile() {
          await pagetap.call(browser, "navigate", { url: `${origin}/p/attribution` });
          for (const id of ["sync", "microtask", "timer", "frame", "slow"]) {
            const { page } = await pagetap.click(browser, id);
            assertEquals([page?.errors, page?.failed_requests, page?.late], [1, 1, undefined], id);
            assertEquals((await pagetap.click(browser, "clean")).page, undefined, id);
          }
          await delay(QUIET_MS);
          const { capturing, gaps } = await pagetap.console(browser);
          assertEquals([capturing, gaps], [true, []]);
        },
      })
    ));
    assertEquals(pagetap.log.match(/connection lost|silent/), null);
  } finally {
    await Promise.all([pagetap.stop(), site.stop()]);
  }
}

gridTest(
  "a way to the Grid that stalls is noticed and comes back; a slow one is only slow",
  async () => {
    await using grid = await Grid.standalone({ chrome: 2, firefox: 2 });
    await sideBySide({ stalls: () => stalls(grid), slow: () => slow(grid) });
    await grid.taken(0, 10_000);
  },
);
