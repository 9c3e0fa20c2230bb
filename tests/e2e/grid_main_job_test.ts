import { until } from "./until.ts";
import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { Grid, gridTest } from "../grid/parts.ts";
import { BROWSERS, Pagetap, startSite } from "./harness.ts";
import { mainJob } from "./main_job.ts";
import { McpClient } from "./mcp_client.ts";

const SESSION_TIMEOUT_S = 45;
/** Milliseconds within which a Grid has freed a slot that was given back. */
const FREED_MS = 10_000;

let site: Awaited<ReturnType<typeof startSite>>;
Deno.test.beforeAll(async () => {
  site = await startSite();
});
Deno.test.afterAll(async () => {
  await site.stop();
});

for (
  const [name, start] of [["standalone", Grid.standalone], [
    "hub and node",
    Grid.hubAndNode,
  ]] as const
) {
  gridTest(`the main job goes through a Grid, ${name}, on both browsers`, async () => {
    await using grid = await start({ sessionTimeoutS: SESSION_TIMEOUT_S });
    await using pagetap = await Pagetap.start({ GRID_URL: grid.url });
    const { address } = pagetap;
    for (const browser of BROWSERS) {
      await mainJob({
        address,
        workspace: browser,
        browser,
        origin: site.origin,
        async meanwhile() {
          const current = await pagetap.read(browser, "workspace://current");
          assertEquals(current.grid_timeout, SESSION_TIMEOUT_S);
          assertEquals((await grid.slots()).taken, 1);
        },
      });
      const current = await pagetap.read(browser, "workspace://current");
      assertEquals([current.live, current.grid_timeout], [false, undefined]);
    }
    await grid.taken(0, FREED_MS);
  });
}

gridTest("no page is taken to the Grid, to its node or to what runs on it", async () => {
  await using grid = await Grid.hubAndNode();
  await using pagetap = await Pagetap.start({ GRID_URL: grid.url });
  const url = `${site.origin}/p/blank`;
  await Promise.all(
    BROWSERS.map((browser) => pagetap.call(browser, "open_session", { browser, url })),
  );
  const { nodes } = await grid.status();
  const served = [grid.url, ...nodes.map(({ uri }) => uri)];
  const redirects = served.map((to) =>
    `${site.origin}/e/redirect/302/1?to=${encodeURIComponent(to)}`
  );
  const drivers = (await grid.sessions()).map(({ capabilities }) =>
    String(capabilities["se:gridWebSocketUrl"]).replace(/^ws/, "http")
  );
  const ways = [...served, ...redirects, ...drivers];
  assertEquals(ways.length, 6);
  for (const browser of BROWSERS) {
    for (const way of ways) {
      const { status, message } = await pagetap.refused(browser, "navigate", { url: way });
      assertEquals(status, 403, `${browser}, ${way}: ${message}`);
      assertMatch(message, /not allowed: it is an address of/);
    }
    const first = { browser, url: `${grid.url}/status` };
    assertEquals((await pagetap.refused(browser, "open_session", first)).status, 403);
    assertEquals((await pagetap.call(browser, "navigate", { url })).url, url);
    await pagetap.call(browser, "end_browser");
  }
});

gridTest(
  "a full Grid is told while it is waited for, and holds nothing of who gave up",
  async () => {
    await using grid = await Grid.standalone({ firefox: 0 });
    await using pagetap = await Pagetap.start({ GRID_URL: grid.url, OPEN_TIMEOUT: "10" });
    await using mcp = await McpClient.connect({ address: pagetap.address, workspace: "second" });
    await pagetap.call("first", "open_session", { browser: "chrome" });
    const told: string[] = [];
    const began = performance.now();
    const answer = await mcp.ask(
      "open_session",
      { browser: "chrome" },
      ({ message }) => told.push(message ?? ""),
    );
    assertLess(performance.now() - began, 13_000);
    assert(answer.isError);
    assertMatch(
      answer.text,
      /no chrome became free on the Grid within 10 s: 1 of 1 chrome slot is taken.*OPEN_TIMEOUT/,
    );
    assertStringIncludes(told.join("\n"), "the Grid is full: 1 of 1 chrome slot is taken");
    await until(async () => await grid.queued() === 0);

    const both = await Promise.all(
      ["third", "fourth"].map((name) =>
        pagetap.refused(name, "open_session", { browser: "chrome" })
      ),
    );
    assertEquals(both.map(({ status }) => status), [503, 503]);
    assertMatch(both.map(({ message }) => message).join("\n"), /1 request waits /);
    await until(async () => await grid.queued() === 0);
    assertEquals((await grid.slots()).taken, 1);

    await pagetap.call("first", "end_browser");
    await grid.taken(0, FREED_MS);
    await pagetap.call("second", "open_session", { browser: "chrome" });
    await pagetap.call("second", "end_browser");
    await grid.taken(0, FREED_MS);
  },
);
