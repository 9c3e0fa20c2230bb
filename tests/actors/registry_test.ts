import { assertEquals, assertInstanceOf, assertRejects, assertStringIncludes } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { Census } from "../../actors/census.ts";
import { DispatcherStats } from "../../actors/dispatcher_stats.ts";
import { Secrets } from "../../actors/secrets.ts";
import { DiskUse } from "../../actors/store/disk_use.ts";
import { memoryStore } from "../../actors/store/memory_store.ts";
import type { RecordStore, WorkspaceRecord } from "../../actors/store/record.ts";
import { spawn } from "../../actors/core/actor.ts";
import { NavigationRules } from "../../actors/navigation_rules.ts";
import {
  MAX_BUFFERS,
  MAX_CAPTURE_BYTES,
  MAX_WORKSPACES,
  Registry,
  type RegistryMessage,
} from "../../actors/registry.ts";
import type { Tail } from "../../actors/tail.ts";
import type { WorkspaceRef } from "../../actors/workspace_messages.ts";
import type { ConsoleList } from "../../capture/shapes.ts";
import { logged } from "../capture/events.ts";
import { fakeBrowser } from "../fakes/browser.ts";
import { FakeLease } from "../fakes/lease.ts";
import { fakeSystem } from "../fakes/system.ts";
import { record, SESSION } from "./store/records.ts";
import { SCRATCH } from "../fakes/scratch.ts";

/** When the clock starts. */
const NOW = fakeSystem().clock.now();

function stored(records: Readonly<Record<string, WorkspaceRecord>>): RecordStore {
  const store = memoryStore();
  for (const [name, each] of Object.entries(records)) store.save(name, each);
  return store;
}

const ASK = { timeoutMs: 1_000_000 };
const silent = { debug() {}, info() {}, warn() {} };

function setUp(maxBrowsers = 4, { browser = fakeBrowser(), store = memoryStore() } = {}) {
  const fake = fakeSystem();
  const registry = new Registry({
    maxBrowsers,
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
      store,
      stats: new DispatcherStats(),
      census: new Census(),
    },
  });
  const ref = spawn<RegistryMessage>(fake.system, "registry", registry, {
    capacity: 100_000,
    overflow: "refuse",
  });
  const done = async <T>(asked: Promise<T>): Promise<T> => {
    asked.catch(() => {});
    await fake.settle();
    return await asked;
  };
  const find = (name: string, create = true) =>
    done(
      ref.ask<WorkspaceRef | undefined>(
        (reply) => ({ kind: "find", name, create, reply }),
        ASK,
      ),
    );
  const made = async (name: string) => {
    const found = await find(name);
    if (found === undefined) throw new Error(`${name} was not made`);
    return found;
  };
  const { signal } = new AbortController();
  const open = async (name: string) => {
    const workspace = await made(name);
    return await done(
      workspace.ask(
        (reply) => ({ kind: "open", args: { capture: true }, options: { signal }, reply }),
        ASK,
      ),
    );
  };
  const end = async (name: string) => {
    const workspace = await made(name);
    return await done(workspace.ask((reply) => ({ kind: "end", reply }), ASK));
  };
  const feed = (name: string, bytes: number, at: number) =>
    void ref.tell({ kind: "fed", name, bytes, at });
  /** Opens a workspace and captures one line in it, so that it can be seen to be given up. */
  const filled = async (name: string) => {
    await open(name);
    const { transport } = browser.newest();
    transport.frame({ type: "event", ...logged(name) });
    await fake.settle();
  };
  const kept = async (name: string) => {
    const workspace = await made(name);
    const list = await done(
      workspace.ask<unknown>(
        (reply) => ({ kind: "read", uri: "workspace://console", reply }),
        ASK,
      ),
    ) as ConsoleList;
    return { entries: list.entries.length, dropped: list.dropped };
  };
  const stop = () => done(ref.stop());
  const resume = async () => {
    ref.tell({ kind: "resume" });
    await fake.settle();
  };
  return {
    ...fake,
    ...{ registry, ref, browser, store },
    ...{ find, made, open, end, feed, filled, kept, resume, stop },
  };
}

Deno.test("Registry finds the same workspace by its name, and makes none for a reader", async () => {
  const { find, registry, stop } = setUp();
  assertEquals(await find("a", false), undefined);
  assertEquals(registry.workspaces, 0);
  const made = await find("a");
  assertEquals([await find("a"), await find("a", false)], [made, made]);
  assertEquals(registry.workspaces, 1);
  await stop();
});

Deno.test("Registry makes a workspace anew when it has ended", async () => {
  const { find, made, registry, settle, stop } = setUp();
  const first = await made("a");
  void first.stop();
  await settle();
  assertEquals(registry.workspaces, 0);
  assertEquals(await find("a") === first, false);
  await stop();
});

Deno.test("Registry refuses a browser more than may run, and names the way out", async () => {
  const { open, registry, stop, end } = setUp(2);
  await open("a");
  await open("b");
  const refused = await assertRejects(() => open("c"), ActionError);
  assertEquals(refused.status, 503);
  assertStringIncludes(refused.message, "all 2 of MAX_BROWSERS run; end one with end_browser");
  assertEquals(registry.browsers, 2);
  await end("a");
  assertEquals(registry.browsers, 1);
  await open("c");
  assertEquals(registry.browsers, 2);
  await stop();
});

Deno.test("Registry needs no second place for a session that replaces another", async () => {
  const { open, registry, stop, browser } = setUp(1);
  await open("a");
  await open("a");
  assertEquals([registry.browsers, browser.started.map(({ ended }) => ended)], [1, [1, 0]]);
  await stop();
});

Deno.test("Registry gets a place back once, however often it is given", async () => {
  const { ref, registry, settle, stop } = setUp();
  const taken = ref.ask<() => void>((reply) => ({ kind: "take-place", reply }), ASK);
  await settle();
  const give = await taken;
  assertInstanceOf(give, Function);
  give();
  give();
  await settle();
  assertEquals(registry.browsers, 0);
  await stop();
});

Deno.test("Registry has the capture that was fed longest ago given up, counted, past 256", async () => {
  const { feed, filled, kept, settle, stop } = setUp();
  await filled("old");
  await filled("older");
  feed("old", 100, 20);
  feed("older", 100, 10);
  for (let n = 2; n < MAX_BUFFERS; n++) feed(`other ${n}`, 100, 1_000 + n);
  await settle();
  assertEquals(await kept("older"), { entries: 1, dropped: 0 });
  feed("one more", 100, 2_000);
  await settle();
  assertEquals(await kept("older"), { entries: 0, dropped: 1 });
  assertEquals(await kept("old"), { entries: 1, dropped: 0 });
  await stop();
});

Deno.test("Registry counts a capture as given up at once, and comes to rest", async () => {
  const { feed, runAll, kept, filled, stop } = setUp();
  await filled("old");
  for (let n = 0; n < MAX_BUFFERS; n++) feed(`other ${n}`, 100, 1_000 + n);
  // The report of a call after which nothing new was captured.
  for (let n = 0; n < 10; n++) feed("old", 100, 10);
  runAll();
  assertEquals(await kept("old"), { entries: 0, dropped: 1 });
  await stop();
});

Deno.test("Registry has the oldest captures shrink until all fit in 256 MiB", async () => {
  const { feed, filled, kept, registry, settle, stop } = setUp();
  await filled("first");
  await filled("second");
  await filled("third");
  const share = MAX_CAPTURE_BYTES / 2;
  feed("first", 50, 1);
  feed("second", share, 2);
  await settle();
  assertEquals((await kept("first")).entries, 1);
  feed("third", share, 3);
  await settle();
  assertEquals(registry.captureBytes, MAX_CAPTURE_BYTES);
  assertEquals(await kept("first"), { entries: 0, dropped: 1 });
  assertEquals(await kept("second"), { entries: 1, dropped: 0 });
  feed("third", share + 51, 4);
  await settle();
  assertEquals(await kept("second"), { entries: 0, dropped: 1 });
  assertEquals(await kept("third"), { entries: 1, dropped: 0 });
  await stop();
});

Deno.test("Registry gives every browser back when it stops", async () => {
  const { open, stop, browser } = setUp();
  await open("a");
  await open("b");
  await stop();
  assertEquals(browser.started.map(({ ended }) => ended), [1, 1]);
});

Deno.test("Registry finds a name that an earlier server has left a record of, and makes none besides", async () => {
  const { find, registry, stop } = setUp(4, { store: stored({ left: record({ session: null }) }) });
  assertEquals([await find("other", false), registry.workspaces], [undefined, 0]);
  const found = await find("left", false);
  assertEquals([found?.name, registry.workspaces], ["left", 1]);
  assertEquals(await find("left", false), found);
  await stop();
});

Deno.test("Registry makes those that hold a session on a Grid when it takes them up, and no others", async () => {
  const first = setUp(4, { browser: fakeBrowser({ lease: () => new FakeLease() }) });
  const { browser, store } = first;
  await first.open("held");
  await first.stop();
  store.save("past", record({ session: null }));
  const { registry, resume, find, stop } = setUp(4, { browser, store });
  assertEquals(registry.workspaces, 0);
  await resume();
  assertEquals([registry.workspaces, registry.browsers], [1, 1]);
  assertEquals(browser.started.map(({ transports }) => transports.length), [2]);
  const held = await find("held", false);
  await resume();
  assertEquals([registry.workspaces, registry.browsers], [1, 1]);
  assertEquals([await find("held"), held?.name], [held, "held"]);
  await stop();
  assertEquals(browser.started.map(({ ended }) => ended), [0]);
});

Deno.test("Registry gives the place of a held session back when that has ended", async () => {
  const { registry, resume, elapse, stop } = setUp(4, {
    browser: fakeBrowser({ lease: () => new FakeLease() }),
    store: stored({ held: record({ session: { ...SESSION, browser: "chrome", calledAt: NOW } }) }),
  });
  // No session is found by that ticket: it is another Grid's.
  await resume();
  await elapse(1_000);
  assertEquals([registry.workspaces, registry.browsers], [1, 0]);
  await stop();
});

Deno.test("Registry forgets the idle workspace that was not asked for longest, for one more", async () => {
  const { elapse, made, open, find, registry, stop, store } = setUp();
  await open("live");
  const first = await made("first");
  for (let n = 2; n < MAX_WORKSPACES; n++) await made(`w${n}`);
  assertEquals(registry.workspaces, MAX_WORKSPACES);
  const refused = await assertRejects(() => find("too soon"), ActionError, "call again later");
  assertEquals(refused.status, 503);
  await elapse(1_000);
  assertEquals(await made("first"), first);
  await made("one more");
  assertEquals(registry.workspaces, MAX_WORKSPACES);
  assertEquals(["live", "first", "w2"].map((name) => registry.names.includes(name)), [
    true,
    true,
    false,
  ]);
  await elapse(1_000);
  await made("w2");
  await elapse(1_000);
  assertEquals(
    registry.names.includes("w2"),
    true,
    "the first one's end has taken the second along",
  );
  assertEquals([registry.names.includes("live"), store.load("live") === null], [true, false]);
  await stop();
});

Deno.test("Registry forgets no workspace that has something captured, a listener, or a browser that ends", async () => {
  const { elapse, filled, made, end, find, settle, registry, stop, browser } = setUp(4);
  await filled("captured");
  await end("captured");
  const tailed = await made("tailed");
  const tail = tailed.ask<Tail>((reply) => ({ kind: "tail", of: "console", reply }), ASK);
  await settle();
  for (let n = 2; n < MAX_WORKSPACES; n++) await made(`w${n}`);
  await elapse(1_000);
  await made("one more");
  assertEquals(["captured", "tailed", "w2"].map((name) => registry.names.includes(name)), [
    true,
    true,
    false,
  ]);
  tailed.tell({ kind: "tail-closed", tail: await tail });
  await settle();
  await made("two more");
  assertEquals(registry.names.includes("tailed"), false);
  await elapse(11_000_000);
  await made("three more");
  assertEquals(registry.names.includes("captured"), false, "what it had captured has expired");
  assertEquals((await find("captured", false))?.name, "captured");
  assertEquals(browser.started.map(({ ended }) => ended), [1]);
  await stop();
});
