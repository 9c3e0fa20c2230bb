import { assert, assertEquals, assertMatch } from "@std/assert";
import type { ConsoleList, NetworkList } from "../../capture/shapes.ts";
import { logged, navigation } from "../capture/events.ts";
import { type FakeBrowser, fakeBrowser } from "../fakes/browser.ts";
import { FakeLease } from "../fakes/lease.ts";
import { type FakeWorkspace, fakeWorkspace } from "../fakes/workspace.ts";

const TIMEOUT_MS = 300_000;

/** A server that was killed with a captured session on a Grid, and the one that was started after it. */
async function restarted(made: { afterMs?: number } = {}) {
  const lease = new FakeLease(TIMEOUT_MS);
  const browser = fakeBrowser({ lease: () => lease });
  const killed = fakeWorkspace({ browser });
  await killed.now(killed.open({ capture: true }));
  await killed.feed(navigation("navigationCommitted", "n1", { url: "https://site.test/last" }));
  await killed.now(killed.call());
  await killed.feed(logged("heard before"));
  const calledAt = killed.clock.now();
  const next = fakeWorkspace({
    browser,
    now: calledAt + (made.afterMs ?? 20_000),
    options: { store: killed.store },
  });
  return { next, killed, browser, lease, calledAt };
}

const channels = (browser: FakeBrowser) =>
  browser.started.map(({ transports }) => transports.length);
const ended = (browser: FakeBrowser) => browser.started.map((each) => each.ended);
const current = async (workspace: FakeWorkspace) =>
  await workspace.now(workspace.read("workspace://current"));

Deno.test("Workspace takes its session on a Grid up when it is told to, before its deadline", async () => {
  const { next, browser, calledAt } = await restarted();
  next.resume();
  await next.settle();
  const { live, capturing, grid_timeout } = await current(next);
  assertEquals([live, capturing, grid_timeout], [true, true, 300]);
  assertEquals([channels(browser), next.places.taken], [[2], 1]);
  assertEquals(browser.newest().transport.methods, [
    "browsingContext.getTree",
    "session.subscribe",
    "browsingContext.getTree",
    "browser.setDownloadBehavior",
  ]);
  for (const what of ["console", "network"] as const) {
    const list = await next.now(next.read<ConsoleList | NetworkList>(`workspace://${what}`));
    const [gap] = list.gaps ?? [];
    assertEquals([gap?.from, gap?.to], [calledAt, next.clock.now()], what);
    assertMatch(gap?.why ?? "", /^pagetap was started again/);
  }
  const result = await next.now(next.call());
  assertEquals([result.reopened, result.call], [undefined, 3]);
  await next.feed(logged("heard after"));
  const { entries } = await next.now(next.read<ConsoleList>("workspace://console"));
  assertEquals(entries.map(({ text }) => text), ["heard after"]);
  next.resume();
  await next.settle();
  assertEquals(channels(browser), [2]);
  await next.stop();
});

Deno.test("Workspace leaves a session past its deadline to the next call", async () => {
  const { next, browser } = await restarted({ afterMs: TIMEOUT_MS });
  next.resume();
  await next.elapse(10_000);
  assertEquals([channels(browser), (await current(next)).live], [[1], false]);
  const result = await next.now(next.call());
  assertEquals([result.reopened, channels(browser)], [undefined, [2]]);
  await next.stop();
});

Deno.test("Workspace takes its session up with the first call that comes, and once for many", async () => {
  const { next, browser } = await restarted();
  const results = await next.now(Promise.all([next.call(), next.call()]));
  assertEquals(results.map(({ call, reopened }) => [call, reopened]), [
    [3, undefined],
    [4, undefined],
  ]);
  assertEquals(channels(browser), [2]);
  await next.stop();
});

Deno.test("Workspace pauses a session that it took up and nobody calls, by the last call of all", async () => {
  const { next, browser } = await restarted({ afterMs: 100_000 });
  next.resume();
  await next.elapse(TIMEOUT_MS - 100_001);
  assertEquals(browser.newest().transport.closed, false);
  await next.elapse(1);
  assertEquals(browser.newest().transport.closed, true);
  const { live, capturing, paused } = await current(next);
  assertEquals([live, capturing, paused], [true, false, "idle"]);
  await next.stop();
});

Deno.test("Workspace opens another in place of a session that has ended meanwhile", async () => {
  for (const told of [true, false]) {
    const { next, browser, lease } = await restarted();
    browser.newest().transports.at(-1)?.die();
    const why = "the Grid ended it: session timed out";
    lease.found = { kind: "gone", why };
    browser.unreachable = new Error("HTTP 400");
    if (told) next.resume();
    const waiting = next.call();
    next.runAll();
    const { start } = browser.driver;
    browser.driver.start = (options) => {
      browser.unreachable = null;
      return start(options);
    };
    const result = await next.now(waiting);
    assertEquals([result.reopened, browser.started.length], [{ why }, 2], String(told));
    const { commands } = browser.newest().transport;
    assertEquals(
      commands.find(({ method }) => method === "browsingContext.navigate")?.params.url,
      "https://site.test/last",
    );
    assertEquals(next.kept()?.session?.ticket, lease.ticket);
    await next.stop();
  }
});

Deno.test("Workspace tries for 10 s to reach its session, and again with every call", async () => {
  const { next, browser, lease } = await restarted();
  browser.unreachable = new Error("connection refused");
  lease.found = { kind: "unknown", why: "the Grid does not answer" };
  next.resume();
  await next.elapse(7_000);
  const opening = await current(next);
  assertEquals([opening.opening, opening.ended, lease.probes], [true, undefined, 4]);
  assertEquals(next.kept()?.session?.ticket, lease.ticket);
  browser.unreachable = null;
  await next.elapse(2_000);
  assertEquals((await current(next)).live, true);
  await next.stop();

  const late = await restarted();
  late.browser.unreachable = new Error("connection refused");
  late.lease.found = { kind: "unknown", why: "the Grid does not answer" };
  late.next.resume();
  await late.next.elapse(30_000);
  const { live, ended } = await current(late.next);
  assertEquals(live, false);
  assertMatch(String(ended), /left on the Grid cannot be reached: the Grid does not answer/);
  assertEquals(late.next.kept()?.session?.ticket, late.lease.ticket);
  const call = late.next.call();
  call.catch(() => {});
  await late.next.elapse(10_000);
  assertEquals((await late.next.refusal(call)).status, 503);
  late.browser.unreachable = null;
  const result = await late.next.now(late.next.call());
  assertEquals(result.reopened, undefined);
  await late.next.stop();
});

Deno.test("Workspace says after a restart that what it had captured is gone", async () => {
  const workspace = fakeWorkspace();
  await workspace.now(workspace.open({ capture: true }));
  const calledAt = workspace.clock.now();
  await workspace.now(workspace.call());
  await workspace.stop();
  const next = fakeWorkspace({ now: calledAt + 60_000, options: { store: workspace.store } });
  const { gaps, paused } = await next.now(next.read<ConsoleList>("workspace://console"));
  const why = "pagetap was started again: what it had captured before is gone";
  assertEquals(gaps.map((gap) => gap.why), [why]);
  assertEquals([gaps[0]?.to, (gaps[0]?.from ?? 0) >= calledAt], [calledAt + 60_000, true]);
  assertEquals(paused, "pagetap was stopped, and the browser ended with it");
  await next.stop();
});

Deno.test("Workspace opens another in place of a session of another Grid", async () => {
  const { next, browser } = await restarted();
  const { driver } = browser;
  const elsewhere = fakeWorkspace({
    browser: { ...browser, driver: { ...driver, resume: () => null } },
    now: next.clock.now(),
    options: { store: next.store },
  });
  elsewhere.resume();
  await elsewhere.settle();
  const result = await elsewhere.now(elsewhere.call());
  assertEquals(result.reopened, { why: "pagetap was started again with another Grid" });
  assertEquals(browser.started.length, 2);
  await elsewhere.stop();
});

Deno.test("Workspace ends a session that an earlier server opened, when it is asked to", async () => {
  const { next, browser } = await restarted();
  assertEquals(await next.now(next.end()), { call: 3, ended: true });
  assertEquals([ended(browser), channels(browser), next.kept()?.session], [[1], [1], null]);
  assertEquals((await next.refusal(next.call())).status, 404);
  await next.stop();
});

Deno.test("Workspace ends a session that it has not reached yet, when it is asked to", async () => {
  const { next, browser, lease } = await restarted();
  browser.unreachable = new Error("connection refused");
  lease.found = { kind: "unknown", why: "the Grid does not answer" };
  next.resume();
  await next.elapse(5_000);
  assertEquals((await next.now(next.end())).ended, true);
  assertEquals([ended(browser), next.kept()?.session], [[1], null]);
  assertEquals(next.places, { taken: 1, given: 1 });
  await next.stop();
  assertEquals(next.clock.pending, 0);
});

Deno.test("Workspace ends the session of an earlier server before it opens a new one", async () => {
  const { next, browser } = await restarted();
  const { start } = browser.driver;
  let before: unknown;
  browser.driver.start = (options) => {
    before = ended(browser);
    return start(options);
  };
  const result = await next.now(next.open());
  assertEquals([before, ended(browser), result.call], [[1], [1, 0], 3]);
  await next.stop();
});

Deno.test("Workspace leaves a session on a Grid, with its collector, when the server stops", async () => {
  // Of the two, only the first added the collector itself.
  const { next, killed, browser, lease } = await restarted();
  for (const workspace of [killed, next]) {
    await workspace.now(workspace.call());
    const { transport } = browser.newest();
    await workspace.elapse(2_000);
    await workspace.stop();
    assertEquals([ended(browser), transport.closed], [[0], true]);
    assert(transport.methods.includes("session.unsubscribe"));
    assert(!transport.methods.includes("network.removeDataCollector"));
    const { session, reopens } = workspace.kept() ?? {};
    assertEquals([session?.ticket, session?.collector, reopens], [lease.ticket, "c1", true]);
    assertEquals(workspace.clock.pending, 0);
  }
});

Deno.test("Workspace keeps the record of a session that it has not reached when the server stops", async () => {
  const { next, browser, lease } = await restarted();
  browser.unreachable = new Error("connection refused");
  lease.found = { kind: "unknown", why: "the Grid does not answer" };
  next.resume();
  await next.elapse(5_000);
  await next.stop();
  assertEquals([ended(browser), next.kept()?.session?.ticket], [[0], lease.ticket]);
  assertEquals(next.clock.pending, 0);
});

Deno.test("Workspace ends a browser of this machine, and what it kept, when the server stops", async () => {
  const workspace = fakeWorkspace();
  await workspace.now(workspace.open({ capture: true }));
  assertEquals((await current(workspace)).grid_timeout, undefined);
  const { transport } = workspace.browser.newest();
  await workspace.stop();
  assertEquals(ended(workspace.browser), [1]);
  assert(transport.methods.includes("network.removeDataCollector"));
});
