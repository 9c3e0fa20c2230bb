import { assert, assertEquals, assertMatch } from "@std/assert";
import { memoryStore } from "../../actors/store/memory_store.ts";
import type { RecordStore, WorkspaceRecord } from "../../actors/store/record.ts";
import type { ConsoleList, NetworkList } from "../../capture/shapes.ts";
import { completed, logged, navigation, sent, TAB } from "../capture/events.ts";
import { fakeBrowser } from "../fakes/browser.ts";
import { FakeLease } from "../fakes/lease.ts";
import { type FakeWorkspace, fakeWorkspace } from "../fakes/workspace.ts";

const STOPPED = "pagetap was stopped, and the browser ended with it";

/** A store that remembers every record it was given. */
function saves(): RecordStore & { readonly saved: WorkspaceRecord[] } {
  const store = memoryStore();
  const saved: WorkspaceRecord[] = [];
  return {
    ...store,
    saved,
    save(name, record) {
      saved.push(record);
      store.save(name, record);
    },
  };
}

const onGrid = () => fakeBrowser({ lease: () => new FakeLease() });

/** The next server, when this one was killed: nothing more was written, nothing given back. */
const restarted = ({ browser, store, clock }: FakeWorkspace) =>
  fakeWorkspace({ browser, now: clock.now(), options: { store } });

/** A document of the driven tab. */
const load = (id: string, url: string) => [
  navigation("navigationStarted", id, { url }),
  sent({ id: `doc-${id}`, url, navigation: id }),
  navigation("navigationCommitted", id, { url }),
  completed({ id: `doc-${id}`, url, navigation: id, mime: "text/html" }),
];

Deno.test("Workspace keeps what finds its session on a Grid again, as soon as it is open", async () => {
  const workspace = fakeWorkspace({ browser: onGrid() });
  await workspace.now(workspace.open({ capture: { ttl: 600 }, url: "https://site.test/" }));
  const record = workspace.kept();
  assertEquals(record?.session, {
    browser: "chrome",
    ticket: "grid.test s1",
    timeoutMs: 300_000,
    driven: TAB,
    tabs: { last: 1, tabs: { [TAB]: 1 } },
    frames: [],
    collector: "c1",
    calledAt: workspace.clock.now(),
    origins: [],
  });
  assertEquals([record?.reopens, record?.captureTtlS, record?.calls], [true, 600, 1]);
  assertEquals(record?.settings.browser, "chrome");
  await workspace.stop();
});

Deno.test("Workspace keeps no session of this machine, but that one is to be opened again", async () => {
  const workspace = fakeWorkspace();
  await workspace.now(workspace.open({ width: 800, height: 600 }));
  const { session, reopens, endedWhy, captureTtlS, settings } = workspace.kept() ?? {};
  assertEquals([session, reopens, endedWhy, captureTtlS], [null, true, STOPPED, null]);
  assertEquals(settings?.width, 800);
  await workspace.stop();
  assertEquals(workspace.kept()?.endedWhy, STOPPED);
});

Deno.test("Workspace keeps a call's number before it runs, and when and where it left the page after", async () => {
  const workspace = fakeWorkspace({ browser: onGrid() });
  await workspace.now(workspace.open());
  await workspace.elapse(5_000);
  let during: number | undefined;
  const running = workspace.call({
    run: () => {
      during = workspace.kept()?.calls;
      return Promise.resolve({});
    },
  });
  await workspace.now(running);
  const { calls, url, session } = workspace.kept() ?? {};
  assertEquals([during, calls, session?.calledAt], [2, 2, workspace.clock.now()]);
  assertEquals(url, "about:blank");
  await workspace.feed(navigation("navigationCommitted", "n1", { url: "https://site.test/x?q=1" }));
  await workspace.now(workspace.call());
  assertEquals(workspace.kept()?.url, "https://site.test/x?q=1");
  await workspace.stop();
});

Deno.test("Workspace keeps a navigation when its number is taken, with where the tab went", async () => {
  const workspace = fakeWorkspace({ browser: onGrid() });
  await workspace.now(workspace.open({ capture: true }));
  await workspace.feed(...load("n1", "https://site.test/1"));
  assertEquals(workspace.kept()?.nav, 1);
  await workspace.feed(...load("n2", "https://site.test/2"));
  assertEquals(workspace.kept()?.nav, 2);
  await workspace.stop();
});

Deno.test("Workspace keeps where the page had gone since the last call, when the server stops", async () => {
  for (const browser of [fakeBrowser(), onGrid()]) {
    const workspace = fakeWorkspace({ browser });
    await workspace.now(workspace.open());
    await workspace.feed(navigation("navigationCommitted", "n1", { url: "https://site.test/on" }));
    await workspace.stop();
    assertEquals(workspace.kept()?.url, "https://site.test/on");
  }
});

Deno.test("Workspace keeps how a session ended, and whether the next call opens another", async () => {
  const browser = onGrid();
  const workspace = fakeWorkspace({ browser });
  const kept = () => {
    const { session, reopens, endedWhy } = workspace.kept() ?? {};
    return [session, reopens, endedWhy];
  };
  await workspace.now(workspace.open());
  browser.newest().die("its node was killed");
  await workspace.settle();
  assertEquals(kept(), [null, true, "its node was killed"]);
  await workspace.now(workspace.end());
  assertEquals(kept(), [null, false, "the browser was ended by end_browser"]);
  await workspace.now(workspace.open());
  await workspace.now(workspace.end());
  assertEquals(kept(), [null, false, "the browser was ended by end_browser"]);
  await workspace.stop();
});

Deno.test("Workspace keeps nothing for a reader, a refused open, or a call without a session", async () => {
  const store = saves();
  const workspace = fakeWorkspace({ options: { store } });
  await workspace.now(workspace.read("workspace://current"));
  await workspace.refusal(workspace.open({ url: "no url" }));
  await workspace.refusal(workspace.call());
  assertEquals(store.saved, []);
  await workspace.stop();
  assertEquals(store.saved, []);
});

Deno.test("Workspace keeps numbers ahead of those in use, and writes them seldom", async () => {
  const store = saves();
  const workspace = fakeWorkspace({ options: { store } });
  await workspace.now(workspace.open({ capture: true }));
  const before = store.saved.length;
  for (let n = 0; n < 3_000; n++) {
    await workspace.feed(logged(`line ${n}`));
    if (n % 500 !== 0) continue;
    const list = await workspace.now(workspace.read<ConsoleList>("workspace://console?limit=1"));
    const [newest] = list.entries;
    assert(newest && newest.seq <= (workspace.kept()?.seq ?? 0), `${newest?.seq}`);
  }
  const written = store.saved.length - before;
  assert(written >= 3 && written <= 5, `${written} times`);
  await workspace.stop();
});

Deno.test("Workspace uses no number of an earlier server a second time, wherever that was killed", async () => {
  for (const lines of [0, 1, 998, 999, 1_000, 1_001]) {
    const first = fakeWorkspace();
    await first.now(first.open({ capture: true }));
    await first.feed(...load("n1", "https://site.test/1"));
    for (let n = 0; n < lines; n++) await first.feed(logged(`line ${n}`));
    await first.now(first.call());
    await first.feed(logged("last"), ...load("n2", "https://site.test/2"), sent({ id: "r9" }));
    const was = {
      console: await first.now(first.read<ConsoleList>("workspace://console")),
      network: await first.now(first.read<NetworkList>("workspace://network")),
    };
    const next = restarted(first);
    const { call } = await next.now(next.call());
    await next.feed(logged("anew"), ...load("n3", "https://site.test/3"), sent({ id: "r9" }));
    const is = {
      console: await next.now(next.read<ConsoleList>("workspace://console")),
      network: await next.now(next.read<NetworkList>("workspace://network")),
    };
    const last = Math.max(
      ...was.console.entries.map(({ seq }) => seq),
      ...was.network.requests.map(({ seq }) => seq),
    );
    for (const { seq } of [...is.console.entries, ...is.network.requests]) {
      assert(seq > last, `${seq} after ${last}`);
    }
    const ids = was.network.requests.map(({ id }) => id);
    assertEquals(is.network.requests.filter(({ id }) => ids.includes(id)), [], String(lines));
    assertEquals(call, 3);
    await next.stop();
    await first.stop();
  }
});

Deno.test("Workspace goes on after a restart with the settings and the page it had, and says so", async () => {
  const first = fakeWorkspace();
  await first.now(first.open({ capture: { ttl: 600 }, width: 800, height: 600 }));
  await first.feed(navigation("navigationCommitted", "n1", { url: "https://site.test/last" }));
  await first.now(first.call());
  await first.now(first.ref.stop());
  const next = restarted(first);
  const was = await next.now(next.read("workspace://current"));
  assertEquals([was.live, was.ended, was.capture], [false, STOPPED, true]);
  assertEquals(was.page, { url: "https://site.test/last", title: null });
  const result = await next.now(next.call());
  assertEquals(result.reopened, { why: STOPPED });
  const { commands } = next.browser.newest().transport;
  assertEquals(
    commands.find(({ method }) => method === "browsingContext.navigate")?.params.url,
    "https://site.test/last",
  );
  const { settings, capturing } = await next.now(next.read("workspace://current"));
  assertEquals([(settings as { width: number }).width, capturing], [800, true]);
  await next.stop();
});

Deno.test("Workspace without a session after a restart says why the last one ended", async () => {
  const first = fakeWorkspace();
  await first.now(first.open());
  await first.now(first.end());
  const next = restarted(first);
  const error = await next.refusal(next.call());
  assertEquals(error.status, 404);
  assertMatch(error.message, /none \(the browser was ended by end_browser\): open one with open_s/);
  assertEquals((await next.now(next.open())).call, 3);
  await next.stop();
});
