import { assert, assertLess, assertMatch } from "@std/assert";
import { isAlive } from "../../drivers/pid.ts";
import { Grid, gridTest, TlsProxy } from "../grid/parts.ts";
import { CueSite } from "./cue_site.ts";
import { Pagetap } from "./harness.ts";
import { assertCutOff, leaveAlone, openAll, PAGES, whileOthersAsk } from "./killing.ts";
import { until } from "./until.ts";

/** Milliseconds in which a call is answered that cannot reach its browser. */
const REFUSED_MS = 10_000;
/** Milliseconds within which a slot is free whose browser was given back. */
const FREED_MS = 15_000;

/** What a call under way is told: a request may be on its way just when whoever takes it is killed. */
function endedAt(url: string): RegExp {
  return new RegExp(`the Grid at ${url} (refused|ended) the connection`);
}

gridTest("the node of a Grid is killed, idle and in the middle of a call", async () => {
  await using grid = await Grid.hubAndNode({ chrome: 2, firefox: 2 });
  await using site = new CueSite(PAGES);
  await using pagetap = await Pagetap.start({ GRID_URL: grid.url });
  await using hasty = await Pagetap.start({ GRID_URL: grid.url, OPEN_TIMEOUT: "1" });
  const [node] = (await grid.status()).nodes;
  assert(node);
  const { busy, idle } = await openAll(pagetap, site);
  const calls = await Promise.all(busy.map((one) => one.longCall()));
  const killedAt = Date.now();
  await grid.node.kill();

  const removed = /the Grid (ended it: node was removed from the grid|no longer knows it)/;
  await whileOthersAsk(() => pagetap.console("chrome-idle"), async () => {
    const unreached = `does not reach its node ${new URL(node.uri).host}`;
    const either = new RegExp(`the Grid at ${grid.url} ${unreached}|${removed.source}`);
    for (const { answer } of calls) assertCutOff(await answer, either, killedAt);
    await leaveAlone(killedAt);
    await until(async () => (await grid.status()).nodes.length === 0);
    const { message } = await hasty.refused("new", "open_session", { browser: "chrome" });
    assertMatch(
      message,
      /^no chrome became free on the Grid within 1 s: it shows no node; start one$/,
    );
  });

  const reopened = Promise.all([...busy, ...idle].map((one) => one.reopens(removed, killedAt)));
  reopened.catch(() => {});
  await grid.node.restart();
  await reopened;
  await Promise.all([...busy, ...idle].map((one) => one.end()));
  await grid.taken(0, FREED_MS);
});

gridTest("the hub of a Grid is killed, idle and in the middle of a call", async () => {
  // No slot is free for a second browser while the first has its own.
  await using grid = await Grid.hubAndNode({ chrome: 2, firefox: 2 });
  await using site = new CueSite(PAGES);
  await using pagetap = await Pagetap.start({ GRID_URL: grid.url });
  const { busy, idle } = await openAll(pagetap, site);
  const first = await grid.sessions();
  const calls = await Promise.all(busy.map((one) => one.longCall()));
  const killedAt = Date.now();
  await grid.kill();

  await whileOthersAsk(() => pagetap.console("chrome-idle"), async () => {
    const refused = new RegExp(`the Grid at ${grid.url} refused the connection`);
    for (const { answer } of calls) assertCutOff(await answer, endedAt(grid.url), killedAt);
    await leaveAlone(killedAt);
    await Promise.all([...busy, ...idle].map(async (one) => {
      const began = Date.now();
      const { at, message } = await one.refused();
      assertMatch(message, refused);
      assertMatch(message, /call again, or open a new session/);
      assertLess(at - began, REFUSED_MS);
    }));
  });

  await grid.restart();
  const forgotten = /the Grid no longer knows it/;
  await Promise.all([...busy, ...idle].map((one) => one.reopens(forgotten, killedAt)));
  for (const { browserPid } of first) await until(() => isAlive(browserPid) === false);
  await Promise.all([...busy, ...idle].map((one) => one.end()));
  await grid.taken(0, FREED_MS);
});

gridTest("the proxy before a Grid is killed, idle and in the middle of a call", async () => {
  await using grid = await Grid.standalone({ chrome: 2, firefox: 2 });
  await using proxy = await TlsProxy.start(grid.url);
  await using site = new CueSite(PAGES);
  await using pagetap = await Pagetap.start({ GRID_URL: proxy.url, GRID_CA: proxy.caFile });
  const { busy, idle } = await openAll(pagetap, site);
  const calls = await Promise.all(busy.map((one) => one.longCall()));
  const killedAt = Date.now();
  await proxy.kill();

  await whileOthersAsk(() => pagetap.console("chrome-idle"), async () => {
    const refused = new RegExp(`the Grid at ${proxy.bareUrl} refused the connection`);
    for (const { answer } of calls) assertCutOff(await answer, endedAt(proxy.bareUrl), killedAt);
    await leaveAlone(killedAt);
    await Promise.all([...busy, ...idle].map(async (one) => {
      const began = Date.now();
      const { at, message } = await one.refused();
      assertMatch(message, refused);
      assertLess(at - began, REFUSED_MS);
    }));
  });

  await proxy.restart();
  const lost = /the connection to the browser was lost/;
  await Promise.all([...busy, ...idle].map((one) => one.goesOn(lost, killedAt)));
  await Promise.all([...busy, ...idle].map((one) => one.end()));
  await grid.taken(0, FREED_MS);
});
