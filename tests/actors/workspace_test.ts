import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { CallerLeft } from "../../actors/interruption.ts";
import type { ConsoleList } from "../../capture/shapes.ts";
import { completed, failed, logged, navigation, sent } from "../capture/events.ts";
import { fakeBrowser, Refused } from "../fakes/browser.ts";
import { type FakeWorkspace, fakeWorkspace } from "../fakes/workspace.ts";

type Current = Record<string, unknown> & { settings: Record<string, unknown> };

async function opened(args: Parameters<FakeWorkspace["open"]>[0] = { capture: true }) {
  const workspace = fakeWorkspace();
  const result = await workspace.now(workspace.open(args));
  return { workspace, result };
}

Deno.test("Workspace opens a session, and says what it is", async () => {
  const { workspace, result } = await opened({ capture: true, width: 800, height: 600 });
  assertEquals(result, {
    call: 1,
    url: "about:blank",
    title: "Title",
    browser: "chrome",
    capture: true,
  });
  const current = await workspace.now(workspace.read<Current>("workspace://current"));
  assertEquals([current.live, current.capture, current.capturing], [true, true, true]);
  assertEquals([current.settings.width, current.settings.height], [800, 600]);
  await workspace.stop();
  assertEquals([workspace.browser.newest().ended, workspace.places], [1, { taken: 1, given: 1 }]);
});

Deno.test("Workspace has the next session inherit every setting but capture", async () => {
  const { workspace } = await opened({ capture: true, width: 800, height: 600, settle_ms: 50 });
  await workspace.now(workspace.open({ wait_timeout: 3 }));
  const { capture, settings } = await workspace.now(workspace.read<Current>("workspace://current"));
  assertEquals(
    [capture, settings.width, settings.settle_ms, settings.wait_timeout],
    [false, 800, 50, 3],
  );
  await workspace.stop();
});

Deno.test("Workspace ends the live browser of a session that another replaces, first", async () => {
  const { workspace } = await opened();
  const waiting = workspace.call({ name: "wait_for", run: () => new Promise(() => {}) });
  waiting.catch(() => {});
  await workspace.settle();
  await workspace.now(workspace.open());
  assertEquals(workspace.browser.started.map(({ ended }) => ended), [1, 0]);
  assertEquals(workspace.places, { taken: 2, given: 1 });
  await workspace.stop();
});

Deno.test("Workspace starts no browser before the one it replaces has been given back", async () => {
  const given = Promise.withResolvers<void>();
  const browser = fakeBrowser({ session: { end: () => given.promise } });
  const workspace = fakeWorkspace({ browser });
  await workspace.now(workspace.open());
  const opening = workspace.open();
  await workspace.settle();
  assertEquals(browser.started.length, 1);
  given.resolve();
  await workspace.now(opening);
  assertEquals(browser.started.length, 2);
  await workspace.stop();
});

Deno.test("Workspace keeps what was captured over an open with capture, not over one without", async () => {
  const { workspace } = await opened();
  await workspace.feed(logged("kept"));
  await workspace.now(workspace.open({ capture: true }));
  const kept = await workspace.now(workspace.read<ConsoleList>("workspace://console"));
  assertEquals(kept.entries.map(({ text }) => text), ["kept"]);
  await workspace.now(workspace.open());
  const off = { capture: false, how: "open_session(capture=true)" };
  assertEquals(await workspace.now(workspace.read("workspace://console")), off);
  await workspace.now(workspace.open({ capture: true }));
  const discarded = await workspace.now(workspace.read<ConsoleList>("workspace://console"));
  assertEquals([discarded.entries, discarded.total], [[], 0]);
  await workspace.stop();
});

Deno.test("Workspace subscribes to less without capture, and keeps nothing", async () => {
  const { workspace } = await opened({});
  const { transport } = workspace.browser.newest();
  const subscribed = transport.commands.find(({ method }) => method === "session.subscribe");
  const events = subscribed?.params.events as string[];
  assertEquals(events.filter((event) => /^(?:log|network)\./.test(event)), []);
  assert(!transport.methods.includes("network.addDataCollector"));
  await workspace.stop();
});

Deno.test("Workspace answers a read while a call runs, and while a session opens", async () => {
  const workspace = fakeWorkspace();
  const opening = workspace.open({ capture: true });
  const reading = workspace.read<Current>("workspace://current");
  workspace.runAll();
  assertEquals((await reading).opening, true);
  await workspace.now(opening);
  const gate = Promise.withResolvers<object>();
  const running = workspace.call({ effect: "script", run: () => gate.promise });
  await workspace.elapse(5_000);
  await workspace.feed(logged("meanwhile"));
  const list = await workspace.now(workspace.read<ConsoleList>("workspace://console"));
  assertEquals(list.entries.map(({ text, call }) => [text, call]), [["meanwhile", 2]]);
  gate.resolve({});
  await workspace.now(running);
  await workspace.stop();
});

Deno.test("Workspace runs calls one at a time, and numbers them over its sessions", async () => {
  const { workspace } = await opened({});
  const calls = await workspace.now(Promise.all([workspace.call(), workspace.call()]));
  assertEquals(calls.map(({ call }) => call), [2, 3]);
  await workspace.now(workspace.open());
  assertEquals((await workspace.now(workspace.call())).call, 5);
  await workspace.stop();
});

Deno.test("Workspace ends its browser when asked, and keeps what was captured", async () => {
  const { workspace } = await opened();
  await workspace.feed(sent({ url: "https://site.test/x" }), logged("before", { level: "info" }));
  assertEquals(await workspace.now(workspace.end()), { call: 2, ended: true });
  assertEquals(workspace.browser.newest().ended, 1);
  const list = await workspace.now(workspace.read<ConsoleList>("workspace://console"));
  assertEquals(
    [list.capturing, list.paused, list.entries.length],
    [false, "the browser was ended by end_browser", 1],
  );
  const call = await workspace.refusal(workspace.call({ name: "extract" }));
  assertEquals(call.status, 404);
  assertMatch(
    call.message,
    /^extract needs .*\(.*the browser was ended by end_browser\): open one with open_ses/,
  );
  assertEquals((await workspace.refusal(workspace.end())).status, 404);
  await workspace.stop();
});

Deno.test("Workspace says of a browser that died how it died, and keeps what it captured", async () => {
  const { workspace } = await opened();
  await workspace.feed(logged("last words"));
  const running = workspace.call({
    name: "wait_for",
    run: (page) =>
      new Promise((_, reject) => page.signal.addEventListener("abort", () => reject("gone"))),
  });
  running.catch(() => {});
  await workspace.settle();
  workspace.browser.newest().transport.die("Unexpected EOF");
  await workspace.elapse(1_000);
  const cut = await workspace.refusal(running);
  assertEquals(cut.status, 503);
  assertStringIncludes(cut.message, "connection to the browser was lost (Unexpected EOF)");
  const list = await workspace.now(workspace.read<ConsoleList>("workspace://console"));
  assertEquals(list.entries.map(({ text }) => text), ["last words"]);
  const { live, ended } = await workspace.now(workspace.read("workspace://current"));
  assertEquals([live, ended], [false, "the connection to the browser was lost (Unexpected EOF)"]);
  assertEquals(workspace.places, { taken: 1, given: 1 });
  await workspace.stop();
});

Deno.test("Workspace gives no body of a browser that has ended, even when another runs", async () => {
  const { workspace } = await opened();
  await workspace.feed(sent(), completed());
  const gone = /^the browser that made request 0\.1 has ended/;
  await workspace.now(workspace.end());
  const ended = await workspace.refusal(workspace.body("0.1"));
  assertEquals(ended.status, 404);
  assertMatch(ended.message, gone);
  await workspace.now(workspace.open({ capture: true }));
  assertMatch((await workspace.refusal(workspace.body("0.1"))).message, gone);
  assert(!workspace.browser.newest().transport.methods.includes("network.getData"));
  await workspace.stop();
});

Deno.test("Workspace forgets what it captured when its time is over, and counts on", async () => {
  const { workspace } = await opened({ capture: { ttl: 60 } });
  await workspace.feed(logged("old"));
  await workspace.elapse(50_000);
  await workspace.feed(logged("new"));
  await workspace.elapse(50_000);
  const kept = await workspace.now(workspace.read<ConsoleList>("workspace://console"));
  assertEquals(kept.entries.map(({ seq }) => seq), [2, 1]);
  await workspace.elapse(11_000);
  const gone = await workspace.now(workspace.read<ConsoleList>("workspace://console"));
  assertEquals(gone.entries, []);
  await workspace.feed(logged("after"));
  const after = await workspace.now(workspace.read<ConsoleList>("workspace://console"));
  assertEquals(after.entries.map(({ seq }) => seq), [3]);
  assertEquals((await workspace.now(workspace.call())).call, 2);
  await workspace.stop();
});

Deno.test("Workspace says where the driven tab is now, not where the last call left it", async () => {
  const { workspace } = await opened({});
  const page = async () => (await workspace.now(workspace.read("workspace://current"))).page;
  assertEquals(await page(), { url: "about:blank", title: "Title" });
  const secret = "http://site.test/next?token=hidden";
  await workspace.feed(navigation("navigationCommitted", "n1", { url: secret }));
  assertEquals(await page(), { url: "http://site.test/next?token=•••", title: null });
  await workspace.now(workspace.end());
  assertEquals(await page(), { url: "about:blank", title: "Title" });
  await workspace.stop();
});

Deno.test("Workspace says of a page that could not be loaded that the driven tab is there", async () => {
  const { workspace } = await opened({ capture: true });
  const url = "http://site.test/dead";
  await workspace.feed(
    navigation("navigationStarted", "n1", { url }),
    sent({ id: "d1", url, navigation: "n1" }),
    failed("net::ERR_CONNECTION_REFUSED", { id: "d1", url, navigation: "n1" }),
  );
  const { page } = await workspace.now(workspace.read("workspace://current"));
  assertEquals(page, { url, title: null });
  await workspace.stop();
});

Deno.test("Workspace opens a URL with white space around it", async () => {
  const { workspace } = await opened({ url: "\u00a0 http://site.test/ \n" });
  const { transport } = workspace.browser.newest();
  const led = transport.commands.find(({ method }) => method === "browsingContext.navigate");
  assertEquals(led?.params.url, "http://site.test/");
  await workspace.stop();
});

Deno.test("Workspace refuses a first page where none may go, and leaves the session alone", async () => {
  const { workspace } = await opened();
  const own = await workspace.refusal(workspace.open({ url: "http://127.0.0.1:4445/mcp" }));
  assertEquals(own.status, 403);
  const none = await workspace.refusal(workspace.open({ url: "no url" }));
  assertEquals(none.status, 400);
  assertStringIncludes(none.message, `"no url" is not a URL`);
  assertEquals(workspace.browser.started.map(({ ended }) => ended), [0]);
  assertEquals((await workspace.now(workspace.call())).call, 2);
  await workspace.stop();
});

Deno.test("Workspace answers an open that failed with its reason, and the next call with it too", async () => {
  const browser = fakeBrowser({
    answers: { "session.subscribe": () => new Refused("unknown command") },
  });
  const workspace = fakeWorkspace({ browser });
  const failed = await workspace.refusal(workspace.open({ capture: true }));
  assertEquals(failed.status, 503);
  assertMatch(failed.message, /the BiDi route of chrome failed: .*session\.subscribe/);
  assertEquals([browser.newest().ended, workspace.places], [1, { taken: 1, given: 1 }]);
  const after = await workspace.refusal(workspace.call());
  assertMatch(after.message, /BiDi route of chrome failed.*open one with open_session/);
  await workspace.stop();
});

Deno.test("Workspace gives up what it is told to, oldest first, and counts it", async () => {
  const { workspace } = await opened();
  await workspace.feed(logged("a"), logged("b"), logged("c"));
  workspace.ref.tell({ kind: "evict", bytes: 1 });
  const some = await workspace.now(workspace.read<ConsoleList>("workspace://console"));
  assertEquals([some.entries.map(({ text }) => text), some.dropped], [["c", "b"], 1]);
  workspace.ref.tell({ kind: "evict", bytes: Number.POSITIVE_INFINITY });
  const none = await workspace.now(workspace.read<ConsoleList>("workspace://console"));
  assertEquals([none.entries, none.dropped], [[], 3]);
  await workspace.stop();
});

Deno.test("Workspace tells how much it holds by when that was captured, not by when it tells", async () => {
  const { workspace } = await opened();
  await workspace.feed(logged("a"));
  const at = workspace.clock.now();
  await workspace.elapse(5_000);
  await workspace.now(workspace.call());
  const [bytes, fedAt] = workspace.fed.at(-1) ?? [0, 0];
  assert(bytes > 0);
  assertEquals(fedAt, at);
  await workspace.stop();
});

Deno.test("Workspace masks a call's result, its URL and its error with what it has learned", async () => {
  const { workspace } = await opened();
  const headers = { authorization: "Bearer abcdef1234567890" };
  await workspace.feed(sent({ headers }), completed({ headers }));
  const said = "saw abcdef1234567890";
  const result = await workspace.now(workspace.call({ run: () => Promise.resolve({ said }) }));
  assertEquals(result.said, "saw •••");
  const failed = workspace.call({ run: () => Promise.reject(new ActionError(400, said)) });
  assertStringIncludes((await workspace.refusal(failed)).message, "saw •••");
  await workspace.feed(
    navigation("navigationCommitted", "n1", { url: "https://a.test/?token=x1" }),
  );
  const { tabs } = await workspace.now(workspace.read<Current>("workspace://current"));
  assertEquals((tabs as { url: string }[]).map(({ url }) => url), ["https://a.test/?token=•••"]);
  await workspace.stop();
});

Deno.test("Workspace drops a call whose caller leaves while the session opens", async () => {
  const workspace = fakeWorkspace();
  const opening = workspace.open();
  const caller = new AbortController();
  let ran = false;
  const call = workspace.call({ run: () => Promise.resolve({ ran: ran = true }) }, caller.signal);
  call.catch(() => {});
  workspace.runAll();
  caller.abort();
  await workspace.now(opening);
  assertInstanceOf(await assertRejects(() => call), CallerLeft);
  assertEquals(ran, false);
  await workspace.stop();
});

Deno.test("Workspace ends a session whose open is cancelled, whenever that is", async () => {
  const cancelled = "the open_session that had begun it was cancelled";
  for (const when of ["starting", "loading"]) {
    const browser = fakeBrowser({ answers: { "browsingContext.navigate": () => undefined } });
    const workspace = fakeWorkspace({ browser });
    const caller = new AbortController();
    const opening = workspace.open({ url: "https://slow.test/" }, caller.signal);
    opening.catch(() => {});
    const waiting = workspace.call();
    waiting.catch(() => {});
    workspace.runAll();
    if (when === "loading") await workspace.settle();
    caller.abort();
    await workspace.elapse(1_000);
    assertInstanceOf(await assertRejects(() => opening), CallerLeft);
    assertEquals(browser.started.map(({ ended }) => ended), [1], when);
    assertEquals(workspace.places.taken, workspace.places.given);
    assertStringIncludes((await workspace.refusal(waiting)).message, cancelled);
    const next = await workspace.refusal(workspace.call());
    assertEquals(next.status, 404);
    assertStringIncludes(next.message, cancelled);
    assertEquals((await workspace.now(workspace.open())).browser, "chrome");
    await workspace.stop();
  }
});
