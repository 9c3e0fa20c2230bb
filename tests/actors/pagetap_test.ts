import { assertEquals, assertInstanceOf, assertRejects, assertStringIncludes } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { NavigationRules } from "../../actors/navigation_rules.ts";
import { Secrets } from "../../actors/secrets.ts";
import { DiskUse } from "../../actors/store/disk_use.ts";
import { memoryStore } from "../../actors/store/memory_store.ts";
import { Pagetap, type PagetapOptions } from "../../actors/pagetap.ts";
import { logged } from "../capture/events.ts";
import { type Answers, fakeBrowser } from "../fakes/browser.ts";
import { FakeLease } from "../fakes/lease.ts";
import { fakeSystem } from "../fakes/system.ts";
import { SCRATCH } from "../fakes/scratch.ts";

const silent = { debug() {}, info() {}, warn() {} };

/** The page gives its title, and never comes to what an action waits for. */
const TITLE_ONLY: Answers = {
  "script.callFunction": ({ functionDeclaration }) =>
    String(functionDeclaration).includes("document.title")
      ? { type: "success", realm: "R", result: { type: "string", value: "Title" } }
      : undefined,
};

function setUp(
  workspace: Partial<PagetapOptions["workspace"]> = {},
  browser = fakeBrowser({ answers: TITLE_ONLY }),
) {
  const fake = fakeSystem();
  const pagetap = new Pagetap({
    system: fake.system,
    version: "1.2.3",
    maxBrowsers: 2,
    workspace: {
      log: silent,
      defaults: { browser: "chrome", callTimeoutS: 30 },
      captureTtlS: 10_800,
      openTimeoutMs: 60_000,
      folder: SCRATCH,
      disk: new DiskUse(SCRATCH),
      secrets: new Secrets([]),
      idleMs: null,
      driver: () => browser.driver,
      openTransport: browser.openTransport,
      navigation: new NavigationRules({ ownAddresses: () => [] }),
      store: memoryStore(),
      ...workspace,
    },
  });
  const { signal } = new AbortController();
  /** Settles, and takes what was asked; a call that waits for time is given some. */
  const done = async <T>(asked: Promise<T>, ms = 0): Promise<T> => {
    asked.catch(() => {});
    await fake.elapse(ms);
    await fake.settle();
    return await asked;
  };
  const refusal = async (asked: Promise<unknown>, ms = 0): Promise<ActionError> => {
    const error = await assertRejects(() => done(asked, ms));
    assertInstanceOf(error, ActionError);
    return error;
  };
  const open = (name = "a") => done(pagetap.open(name, { capture: true }, { signal }));
  const stop = () => done(pagetap.stop());
  return { ...fake, browser, pagetap, options: { signal }, done, refusal, open, stop };
}

Deno.test("Pagetap opens, calls, reads and ends by the workspace's name", async () => {
  const { pagetap, open, done, options, stop } = setUp();
  assertEquals((await open()).call, 1);
  const looked = await done(pagetap.call("a", "extract", { format: "text" }, options), 60_000)
    .catch((error: ActionError) => error);
  assertInstanceOf(looked, ActionError);
  assertEquals(looked.status, 504);
  const console = await done(pagetap.read("a", "workspace://console"));
  assertEquals((console as { capture: boolean }).capture, true);
  assertEquals(await done(pagetap.end("a", options)), { call: 3, ended: true });
  await stop();
});

Deno.test("Pagetap answers for a workspace nobody has opened, and makes none", async () => {
  const { pagetap, done, refusal, options, stop } = setUp();
  const cases: [() => Promise<unknown>, string][] = [
    [
      () => pagetap.call("nobody", "extract", { format: "text" }, options),
      "extract needs a session",
    ],
    [() => pagetap.end("nobody", options), "end_browser needs a session"],
    [() => pagetap.body("nobody", "1.1", "response", options), "network_body needs a session"],
  ];
  for (const [asked, message] of cases) {
    const error = await refusal(asked());
    assertEquals(error.status, 404);
    assertStringIncludes(error.message, message);
    assertStringIncludes(error.message, "open one with open_session");
  }
  const off = { capture: false, how: "open_session(capture=true)" };
  assertEquals(await done(pagetap.read("nobody", "workspace://console")), off);
  assertEquals(pagetap.health().workspaces, 0);
  await stop();
});

Deno.test("Pagetap refuses a URI that is none of a workspace's", async () => {
  const { pagetap, refusal, open, stop } = setUp();
  assertEquals((await refusal(pagetap.read("nobody", "workspace://nothing"))).status, 404);
  await open();
  assertEquals((await refusal(pagetap.read("a", "workspace://console?level=loud"))).status, 400);
  assertEquals((await refusal(pagetap.read("a", "workspace://network/9.9"))).status, 404);
  await stop();
});

Deno.test("Pagetap says how it is", async () => {
  const { pagetap, open, clock, stop } = setUp();
  await open();
  clock.advance(7_900);
  assertEquals(pagetap.health(), {
    ok: true,
    version: "1.2.3",
    uptime_s: 7,
    browsers: 1,
    workspaces: 1,
  });
  await stop();
});

Deno.test("Pagetap answers 503 while it stops and after, and gives every browser back", async () => {
  const { pagetap, open, refusal, settle, options, browser, stop } = setUp();
  await open("a");
  await open("b");
  const waiting = pagetap.call("a", "wait_for", { url: "never.test", timeout: 60 }, options);
  waiting.catch(() => {});
  await settle();
  await stop();
  const cut = await refusal(waiting);
  assertEquals(cut.status, 503);
  assertEquals(browser.started.map(({ ended }) => ended), [1, 1]);
  const late = await refusal(pagetap.open("c", {}, options));
  assertEquals([late.status, late.message.includes("pagetap is stopping")], [503, true]);
  await stop();
});

Deno.test("Pagetap answers 429 when too many calls wait for a session", async () => {
  const { pagetap, open, settle, options, stop, done } = setUp();
  await open();
  const calls = Array.from(
    { length: 40 },
    () =>
      pagetap.call("a", "wait_for", { url: "never.test" }, options).then(
        () => 200,
        (error: ActionError) => error.status,
      ),
  );
  await settle();
  await stop();
  const statuses = await done(Promise.all(calls));
  assertEquals(statuses.filter((status) => status === 429).length, 40 - 33);
});

Deno.test("Pagetap lets a caller go at once", async () => {
  const { pagetap, settle, stop } = setUp({
    driver: () => ({
      ...fakeBrowser().driver,
      start: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    }),
  });
  const caller = new AbortController();
  const opening = pagetap.open("a", {}, { signal: caller.signal });
  opening.catch(() => {});
  await settle();
  caller.abort(new Error("left"));
  await assertRejects(() => opening, Error, "left");
  await stop();
});

Deno.test("Pagetap counts sessions, channels, browsers and workspaces, and names none", async () => {
  const { pagetap, done, options, stop } = setUp();
  const counts = () => {
    const { dispatcher: _, captureBytes: __, ...counts } = pagetap.stats();
    return counts;
  };
  const none = { chrome: 0, firefox: 0 };
  assertEquals(counts(), { sessions: none, connections: none, workspaces: 0, browsers: 0 });
  await done(pagetap.open("a", { capture: true }, options));
  assertEquals(counts(), {
    sessions: { chrome: 1, firefox: 0 },
    connections: { chrome: 1, firefox: 0 },
    workspaces: 1,
    browsers: 1,
  });
  await done(pagetap.end("a", options));
  assertEquals(counts(), { sessions: none, connections: none, workspaces: 1, browsers: 0 });
  await stop();
});

Deno.test("Pagetap counts a session on a Grid that rests, and no channel of it", async () => {
  const browser = fakeBrowser({ answers: TITLE_ONLY, lease: () => new FakeLease(60_000) });
  const { pagetap, open, elapse, stop } = setUp({}, browser);
  await open();
  await elapse(60_000);
  const { sessions, connections } = pagetap.stats();
  assertEquals([sessions.chrome, connections.chrome], [1, 0]);
  await stop();
  const after = pagetap.stats();
  assertEquals([after.sessions.chrome, after.connections.chrome], [0, 0]);
});

Deno.test("Pagetap counts what goes through the queues of every workspace in one", async () => {
  const { pagetap, open, browser, settle, stop } = setUp();
  for (const name of ["a", "b"]) {
    await open(name);
    const { method, params } = logged("x");
    browser.newest().transport.event(method, params);
    browser.newest().transport.event("network.authRequired", {});
  }
  await settle();
  const { dispatcher } = pagetap.stats();
  assertEquals([dispatcher.unsolicited, dispatcher.dropped], [2, 0]);
  await stop();
});

Deno.test("Pagetap tells a call which browser it runs in, and nothing to one that is refused", async () => {
  const { pagetap, done, refusal, stop } = setUp();
  const ranIn: string[] = [];
  const options = {
    signal: new AbortController().signal,
    runsIn: (browser: string) => void ranIn.push(browser),
  };
  await refusal(pagetap.call("a", "extract", { format: "text" }, options));
  assertEquals(ranIn, []);
  await done(pagetap.open("a", {}, options));
  assertEquals(ranIn, ["chrome"]);
  await refusal(pagetap.call("a", "extract", { format: "text" }, options), 60_000);
  assertEquals(ranIn, ["chrome", "chrome"]);
  await stop();
});

Deno.test("Pagetap.resume() takes up what an earlier server held on a Grid", async () => {
  const store = memoryStore();
  const browser = fakeBrowser({ answers: TITLE_ONLY, lease: () => new FakeLease() });
  const first = setUp({ store }, browser);
  await first.open("held");
  await first.stop();
  const { pagetap, settle, done, stop } = setUp({ store }, browser);
  assertEquals(pagetap.health().browsers, 0);
  const before = await done(pagetap.read("held", "workspace://current"));
  assertEquals((before as { live: boolean }).live, false);
  pagetap.resume();
  await settle();
  const after = await done(pagetap.read("held", "workspace://current"));
  assertEquals([(after as { live: boolean }).live, pagetap.stats().sessions.chrome], [true, 1]);
  await stop();
  assertEquals(browser.started.map(({ ended }) => ended), [0]);
});

Deno.test("Pagetap.workspaces() tells of those an earlier server knew, which read as it left them", async () => {
  const store = memoryStore();
  const first = setUp({ store });
  await first.open("b");
  await first.open("a");
  await first.stop();
  const { pagetap, done, stop } = setUp({ store });
  assertEquals(pagetap.workspaces(), ["a", "b"]);
  const read = await done(pagetap.read("b", "workspace://current"));
  const { live, ended } = read as { live: boolean; ended?: string };
  assertEquals(live, false);
  assertStringIncludes(ended ?? "", "pagetap was stopped");
  await stop();
});
