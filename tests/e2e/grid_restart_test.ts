import { assert, assertEquals, assertGreater, assertMatch } from "@std/assert";
import { Grid, gridTest } from "../grid/parts.ts";
import { CueSite } from "./cue_site.ts";
import { type BrowserName, BROWSERS, type Pagetap } from "./harness.ts";
import { loggedUntil } from "./logged.ts";
import { type Current, endServer, listed, Restarts } from "./restarts.ts";
import { until } from "./until.ts";

/** What a page does before its server is gone, while it is, and when another has taken its place. */
const PAGES = {
  page: `globalThis.kept = Math.random(); console.log("one"); console.log("two");
    cue("down").then(() => { console.log("three"); return say("down"); });
    cue("up").then(() => console.log("four"));`,
  next: `console.log("five")`,
};

async function kept(pagetap: Pagetap, workspace: string): Promise<unknown> {
  return (await pagetap.call(workspace, "execute_script", { script: "return kept" })).value;
}

for (const signal of ["SIGTERM", "SIGKILL"] as const) {
  gridTest(`a server started after ${signal} goes on with the sessions on its Grid`, async () => {
    await using site = new CueSite(PAGES);
    await using grid = await Grid.standalone();
    await using servers = new Restarts();
    const GRID_URL = grid.url;
    // Firefox tells what was logged since a subscription was given up, and nothing of what a drop has cost.
    const toldLater = signal === "SIGTERM" ? ["three"] : [];
    const first = await servers.start({ GRID_URL });
    const before = Object.fromEntries(
      await Promise.all(BROWSERS.map(async (browser) => {
        const url = `${site.origin}/page`;
        await first.call(browser, "open_session", { browser, url, capture: true });
        await loggedUntil(first, browser, 2);
        const variable = await kept(first, browser);
        const { call } = await first.call(browser, "extract");
        return [browser, { ...await listed(first, browser), variable, call: call ?? 0 }];
      })),
    );
    const calledAt = Date.now();
    await endServer(first, signal);
    assertEquals((await grid.slots()).taken, 2);
    site.give("down");
    await site.said("down", 2);

    const startedAt = Date.now();
    const second = await servers.start({ GRID_URL });
    const replayed = (browser: BrowserName) =>
      browser === "chrome" ? ["one", "two", "three"] : toldLater;
    await Promise.all(BROWSERS.map(async (browser) => {
      const current = () => second.read<Current>(browser, "workspace://current");
      await until(async () => (await current()).capturing, 10_000, current);
      const lines = replayed(browser);
      assertEquals(await loggedUntil(second, browser, lines.length), lines);
      const { gaps } = await second.console(browser);
      assertEquals((await second.network(browser)).gaps, gaps);
      const [gap] = gaps;
      assert(gap !== undefined && gaps.length === 1, JSON.stringify(gaps));
      assertMatch(gap.why, /pagetap was started again: what it had captured before is gone/);
      assert(gap.from <= calledAt && startedAt <= gap.to && gap.to <= Date.now());
    }));

    site.give("up");
    await Promise.all(BROWSERS.map(async (browser) => {
      const was = before[browser];
      assert(was !== undefined);
      const lines = [...replayed(browser), "four"];
      assertEquals(await loggedUntil(second, browser, lines.length), lines);
      assertEquals(await kept(second, browser), was.variable);
      const again = await second.call(browser, "execute_script", { script: `return say("again")` });
      assertEquals(again.call, was.call + 2);
      assertEquals([again.url, again.reopened], [`${site.origin}/page`, undefined]);

      const here = await listed(second, browser);
      assertGreater(here.first, was.seq);
      assertEquals(here.ids.filter((id) => was.ids.includes(id)), []);
      const row = here.network.requests.find(({ url }) => url.endsWith("/say/again"));
      assert(row !== undefined);
      assertEquals([row.call, row.status], [again.call ?? 0, 200]);
      const body = await second.call(browser, "network_body", { id: row.id });
      assertEquals(body.text, "said again");
      await second.call(browser, "navigate", { url: `${site.origin}/next` });
      assertGreater((await listed(second, browser)).nav, was.nav + 1);
    }));
    assertEquals((await grid.slots()).taken, 2);
    for (const browser of BROWSERS) await second.call(browser, "end_browser");
    await grid.taken(0, 10_000);
  });
}

gridTest("what ended while no server ran is opened again by the next call", async () => {
  await using site = new CueSite(PAGES);
  await using grid = await Grid.standalone();
  await using servers = new Restarts();
  const url = `${site.origin}/page`;
  const first = await servers.start({ GRID_URL: grid.url });
  for (const browser of BROWSERS) {
    await first.call(browser, "open_session", { browser, url, capture: true });
    await loggedUntil(first, browser, 2);
  }
  await endServer(first, "SIGTERM");
  for (const { id } of await grid.sessions()) {
    await (await fetch(`${grid.url}/session/${id}`, { method: "DELETE" })).body?.cancel();
  }
  await grid.taken(0, 10_000);

  const second = await servers.start({ GRID_URL: grid.url });
  await Promise.all(BROWSERS.map(async (browser) => {
    const current = () => second.read<Current>(browser, "workspace://current");
    await until(async () => (await current()).ended, 10_000, current);
    assertEquals((await second.console(browser)).capturing, false);
    const next = await second.call(browser, "extract");
    assertEquals(next.url, url);
    assertMatch((next.reopened as { why: string }).why, /the Grid ended it/);
    assertEquals(await loggedUntil(second, browser, 2), ["one", "two"]);
    assertEquals((await second.call(browser, "extract")).reopened, undefined);
  }));
  assertEquals((await grid.slots()).taken, 2);
  for (const browser of BROWSERS) await second.call(browser, "end_browser");
  await grid.taken(0, 10_000);
});

gridTest("a server started with another Grid opens its browsers there", async () => {
  await using site = new CueSite(PAGES);
  await using other = await Grid.standalone({ firefox: 0 });
  await using grid = await Grid.standalone({ firefox: 0 });
  await using servers = new Restarts();
  const url = `${site.origin}/page`;
  const first = await servers.start({ GRID_URL: other.url });
  await first.call("moves", "open_session", { browser: "chrome", url, capture: true });
  await endServer(first, "SIGTERM");

  const second = await servers.start({ GRID_URL: grid.url });
  const next = await second.call("moves", "extract");
  assertEquals(next.url, url);
  assertMatch((next.reopened as { why: string }).why, /another Grid/);
  assertEquals((await grid.slots()).taken, 1);
  await second.call("moves", "end_browser");
  await grid.taken(0, 10_000);
});
