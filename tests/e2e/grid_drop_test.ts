import { assert, assertEquals, assertLess, assertLessOrEqual, assertMatch } from "@std/assert";
import type { Body, ConsoleList, Gap, ListHead } from "../../capture/shapes.ts";
import { FaultProxy, Grid, gridTest } from "../grid/parts.ts";
import { CueSite } from "./cue_site.ts";
import { type BrowserName, BROWSERS, Pagetap, startSite } from "./harness.ts";
import { loggedUntil, texts } from "./logged.ts";
import { until } from "./until.ts";

/** Lines that say the same, some logged in one task: within what is heard, and across the drop. */
const TWINS = [40, 41, 42, 43, 149, 150, 151, 152];
/** The lines of a page with these ordinals. */
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)
    .map((n) => TWINS.includes(n) ? "twin" : `line ${n}`);

/** Equal lines of one task, fewer than Chrome repeats. */
const MANY = 90;
/** Bytes in which some of them come, and not all. */
const SOME_BYTES = 30_000;

/** Logs the lines with these ordinals, in one task. */
const LOG = `const log = (from, to) => {
  for (let n = from; n <= to; n++) console.log(${
  JSON.stringify(TWINS)
}.includes(n) ? "twin" : "line " + n);
};`;
/** Of each page: what it does before the drop, in the gap, and after. */
const PAGES = {
  lines: `${LOG} log(1, 150);
    cue("gap").then(() => { log(151, 153); return say("gap"); });
    cue("after").then(() => { log(154, 155); return say("after"); });`,
  twins: `cue("twins").then(() => {
      for (let n = 0; n < ${MANY}; n++) console.log("twin");
      return say("twins");
    });
    cue("gap").then(() => say("gap"));`,
  flood: `${LOG} log(1, 5); cue("gap").then(() => { log(6, 305); return say("gap"); });`,
  leaves: `${LOG} log(1, 5); cue("gap").then(() => { log(6, 7); location.href = "/arrived"; });`,
  arrived:
    `${LOG} log(8, 9); say("gap"); cue("after").then(() => { log(10, 11); return say("after"); });`,
};
const WORKSPACE = "drop";

let grid: Grid;
Deno.test.beforeAll(async () => {
  grid = await Grid.standalone({ sessionTimeoutS: 120 });
});
Deno.test.afterAll(() => grid.stop());

/** A captured session on a page of the site, whose way to the Grid can be cut. */
interface Scene {
  readonly pagetap: Pagetap;
  readonly proxy: FaultProxy;
  readonly site: CueSite;
  /** Cuts it, has the page do what it does in the gap, and waits until it is heard again. */
  drop(): Promise<void>;
  /** What one gap mark, in console and in network alike, says of that drop. */
  gap(): Promise<Gap>;
}

async function on(
  browser: BrowserName,
  page: keyof typeof PAGES,
  task: (scene: Scene) => Promise<void>,
): Promise<void> {
  await using site = new CueSite(PAGES);
  await using proxy = FaultProxy.start(grid.url);
  const pagetap = await Pagetap.start({ GRID_URL: proxy.url });
  const times = { opened: Date.now(), noticed: 0, back: 0 };
  const scene: Scene = {
    pagetap,
    proxy,
    site,
    async drop() {
      await proxy.refuse();
      await proxy.cut();
      proxy.flow();
      await until(async () => (await head(pagetap)).paused !== null);
      times.noticed = Date.now();
      site.give("gap");
      await site.said("gap");
      times.back = Date.now();
      proxy.accept();
      await until(async () => (await head(pagetap)).capturing);
    },
    async gap() {
      const { gaps } = await pagetap.console(WORKSPACE);
      assertEquals((await pagetap.network(WORKSPACE)).gaps, gaps);
      assertEquals(gaps.length, 1);
      const [gap] = gaps as [Gap];
      assertLess(times.opened, gap.from);
      assertLessOrEqual(gap.from, times.noticed);
      assertLessOrEqual(times.back, gap.to);
      assertLessOrEqual(gap.to, Date.now());
      return gap;
    },
  };
  try {
    await pagetap.session(
      WORKSPACE,
      { browser, url: `${site.origin}/${page}` },
      () => task(scene),
    );
    await grid.taken(0, 10_000);
  } finally {
    await pagetap.stop();
  }
}

function head(pagetap: Pagetap): Promise<ListHead> {
  return pagetap.console(WORKSPACE, "?limit=1");
}

for (const browser of BROWSERS) {
  gridTest(`a drop loses nothing and doubles nothing: ${browser}`, async () => {
    await on(browser, "lines", async ({ pagetap, site, drop, gap }) => {
      const before = await loggedUntil(pagetap, WORKSPACE, 150);
      assertEquals(before, lines(1, 150));
      const open = await pagetap.network(WORKSPACE);
      const called = await pagetap.call(WORKSPACE, "extract");
      await drop();
      const heard = [...before, ...browser === "chrome" ? lines(151, 153) : []];
      assertEquals(await loggedUntil(pagetap, WORKSPACE, heard.length), heard);
      assertMatch((await gap()).why, /connection to the browser was lost/);

      site.give("after");
      await site.said("after");
      const all = await loggedUntil(pagetap, WORKSPACE, heard.length + 2);
      assertEquals(all, [...heard, ...lines(154, 155)]);
      const { dropped, entries } = await pagetap.console(WORKSPACE, "?limit=1000");
      assertEquals(dropped, 0);
      assertEquals(new Set(entries.map(({ seq }) => seq)).size, entries.length);

      // The page and its requests go on: ids, numbers of calls, bodies.
      const after = await pagetap.call(WORKSPACE, "execute_script", {
        script: `return await say("again")`,
      });
      assertEquals(after.call, (called.call ?? 0) + 1);
      const { requests } = await pagetap.network(WORKSPACE);
      const row = (path: string) => {
        const found = requests.filter(({ url }) => url === `${site.origin}${path}`);
        assertEquals(found.length, 1, path);
        const [only] = found as [typeof found[0]];
        return only;
      };
      assertEquals(open.requests.every(({ id }) => requests.some((one) => one.id === id)), true);
      assertEquals(new Set(requests.map(({ id }) => id)).size, requests.length);
      const again = row("/say/again");
      assertEquals([again.state, again.status, again.call], ["complete", 200, after.call ?? 0]);
      assertLess(
        Math.max(...open.requests.map(({ id }) => Number(id.split(".")[1]))),
        Number(again.id.split(".")[1]),
      );
      // One ended while nobody heard, one after that.
      assertEquals([row("/cue/gap").state, row("/cue/after").state], ["pending", "complete"]);
      assertMatch(row("/cue/gap").error ?? "", /its end may have come while/);
      for (
        const [path, text] of [
          ["/lines", "<p>lines"],
          ["/say/again", "said again"],
          ["/cue/after", "cue after"],
        ] as const
      ) {
        const body = await pagetap.call(WORKSPACE, "network_body", { id: row(path).id });
        assert((body as unknown as Body).text?.includes(text), JSON.stringify(body));
      }
    });
  });

  gridTest(`a drop in the midst of equal lines keeps their number: ${browser}`, async () => {
    await on(browser, "twins", async ({ pagetap, proxy, site, drop, gap }) => {
      proxy.stallAfter(SOME_BYTES);
      site.give("twins");
      await site.said("twins");
      const some = await loggedUntil(pagetap, WORKSPACE, 1);
      assertLess(some.length, MANY);
      await drop();
      await gap();
      const all = await loggedUntil(pagetap, WORKSPACE, browser === "chrome" ? MANY : 1);
      assert(all.every((text) => text === "twin"));
      if (browser === "chrome") assertEquals(all.length, MANY);
      else assertLess(all.length, MANY);
    });
  });

  gridTest(`lines that the browser repeats no more are said to be lost: ${browser}`, async () => {
    await on(browser, "flood", async ({ pagetap, drop, gap }) => {
      const before = await loggedUntil(pagetap, WORKSPACE, 5);
      await drop();
      const repeated = browser === "chrome" ? lines(206, 305) : [];
      const heard = [...before, ...repeated];
      assertEquals(await loggedUntil(pagetap, WORKSPACE, heard.length), heard);
      const said = /more than 100 lines were logged in it, of which the oldest may be missing/;
      const { why } = await gap();
      assertEquals(said.test(why), browser === "chrome", why);
    });
  });

  gridTest(`a page that left in a gap is followed: ${browser}`, async () => {
    await on(browser, "leaves", async ({ pagetap, site, drop, gap }) => {
      const before = await loggedUntil(pagetap, WORKSPACE, 5);
      const [{ nav } = { nav: 0 }] = (await pagetap.console(WORKSPACE)).pages;
      await drop();
      await gap();
      site.give("after");
      await site.said("after");
      const inGap = browser === "chrome" ? lines(6, 9) : [];
      const heard = [...before, ...inGap, ...lines(10, 11)];
      assertEquals(await loggedUntil(pagetap, WORKSPACE, heard.length), heard);
      const { pages, entries } = await pagetap.console(WORKSPACE);
      assertEquals(pages.map((page) => [page.nav, page.url]), [
        [nav + 1, `${site.origin}/arrived`],
        [nav, `${site.origin}/leaves`],
      ]);
      assertEquals(texts({ entries }), [...inGap.slice(2), ...lines(10, 11)]);
      const next = await pagetap.call(WORKSPACE, "extract");
      assertEquals(next.url, `${site.origin}/arrived`);
      const { requests } = await pagetap.network(WORKSPACE);
      assertEquals(requests.every(({ id }) => id.startsWith(`${nav + 1}.`)), true);
    });
  });

  gridTest(`two calls at once count their own only: ${browser}`, async () => {
    const site = await startSite();
    const pagetap = await Pagetap.start({ GRID_URL: grid.url });
    const url = `${site.origin}/p/attribution`;
    try {
      await pagetap.session("two", { browser, url }, async () => {
        for (let round = 0; round < 5; round++) {
          const [sync, clean, slow, good] = await Promise.all(
            ["sync", "clean", "slow", "good"].map((id) => pagetap.click("two", id)),
          );
          for (const own of [sync, slow]) {
            assertEquals([own?.page?.errors, own?.page?.failed_requests], [1, 1]);
            const see = `workspace://console?level=error&call=${own?.call}`;
            assertEquals(own?.page?.see, see);
            assertEquals((await pagetap.read<ConsoleList>("two", see)).count, 1);
          }
          assertEquals([clean?.page, good?.page], [undefined, undefined]);
        }
      });
    } finally {
      await Promise.all([pagetap.stop(), site.stop()]);
    }
  });
}
