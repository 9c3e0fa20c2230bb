import { assertEquals, assertMatch } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import type { ConsoleList, NetworkList } from "../../capture/shapes.ts";
import type { Page } from "../../page/page.ts";
import { DriverError } from "../../drivers/driver.ts";
import { completed, logged, navigation, sent, tabOpened } from "../capture/events.ts";
import { type FakeBrowser, fakeBrowser } from "../fakes/browser.ts";
import { FakeLease } from "../fakes/lease.ts";
import { type FakeWorkspace, fakeWorkspace } from "../fakes/workspace.ts";

const KILLED = "Chrome was killed";

const ledTo = (browser: FakeBrowser) =>
  browser.newest().transport.commands
    .filter(({ method }) => method === "browsingContext.navigate")
    .map(({ params }) => params.url);

/** A workspace whose browser has died, idle. */
async function lost(
  args: Parameters<FakeWorkspace["open"]>[0] = { capture: true },
  made: Parameters<typeof fakeWorkspace>[0] = {},
) {
  const workspace = fakeWorkspace(made);
  await workspace.now(workspace.open(args));
  workspace.browser.newest().die(KILLED);
  await workspace.settle();
  return workspace;
}

Deno.test("Workspace opens another browser in a lost one's place, with its settings, and says why", async () => {
  const workspace = await lost({ capture: true, width: 800, height: 600, settle_ms: 50 });
  const { browser } = workspace;
  assertEquals(browser.started.map(({ ended }) => ended), [1]);
  const result = await workspace.now(workspace.call());
  assertEquals(result.reopened, { why: KILLED });
  assertEquals([browser.started.map(({ ended }) => ended), workspace.places], [
    [1, 0],
    { taken: 2, given: 1 },
  ]);
  const current = await workspace.now(workspace.read("workspace://current"));
  const { width, height, settle_ms } = current.settings as Record<string, unknown>;
  assertEquals([width, height, settle_ms, current.capturing], [800, 600, 50, true]);
  assertEquals(
    browser.newest().transport.commands
      .find(({ method }) => method === "browsingContext.setViewport")?.params.viewport,
    { width: 800, height: 600 },
  );
  assertEquals((await workspace.now(workspace.call())).reopened, undefined);
  await workspace.stop();
  assertEquals(workspace.clock.pending, 0);
});

Deno.test("Workspace says how many tabs were lost with a browser, and goes to the driven one's page", async () => {
  const workspace = fakeWorkspace();
  const { browser } = workspace;
  await workspace.now(workspace.open({ capture: true, url: "https://first.test/" }));
  const opened = tabOpened("popup");
  await workspace.feed(
    opened,
    navigation("navigationCommitted", "p", { context: "popup", url: "https://popup.test/" }),
  );
  await workspace.now(
    workspace.call({ run: async (page) => (await page.driving.drive("t2"), {}) }),
  );
  browser.newest().die(KILLED);
  await workspace.settle();
  const { reopened, tab } = await workspace.now(workspace.call());
  assertEquals(reopened, { why: `${KILLED}, and 1 more of its tabs with it` });
  assertEquals([tab, ledTo(browser)], [undefined, ["https://popup.test/"]]);
  await workspace.stop();
});

Deno.test("Workspace leaves a reopened session without capture when it had none", async () => {
  const workspace = await lost({});
  await workspace.now(workspace.call());
  const current = await workspace.now(workspace.read("workspace://current"));
  assertEquals([current.live, current.capture], [true, false]);
  await workspace.stop();
});

Deno.test("Workspace takes a reopened browser to the last URL, before the call runs", async () => {
  const workspace = fakeWorkspace();
  await workspace.now(workspace.open({ url: "https://site.test/first" }));
  const moved = navigation("navigationCommitted", "n1", { url: "https://site.test/last?q=1" });
  await workspace.feed(moved);
  workspace.browser.newest().die(KILLED);
  await workspace.settle();
  let before: unknown;
  const called = workspace.call({
    run: () => Promise.resolve({ before: before = [...ledTo(workspace.browser)] }),
  });
  await workspace.elapse(30_000);
  assertEquals((await workspace.now(called)).reopened, { why: KILLED });
  assertEquals(before, ["https://site.test/last?q=1"]);
  await workspace.stop();
});

Deno.test("Workspace keeps what a lost browser said, and marks the gap until the next one", async () => {
  const workspace = fakeWorkspace();
  await workspace.now(workspace.open({ capture: true }));
  await workspace.elapse(5_000);
  await workspace.feed(logged("last words"));
  const from = workspace.clock.now();
  await workspace.elapse(3_000);
  workspace.browser.newest().die(KILLED);
  await workspace.settle();
  const to = workspace.clock.now();
  await workspace.now(workspace.call());
  await workspace.feed(logged("anew"));
  const list = await workspace.now(workspace.read<ConsoleList>("workspace://console"));
  assertEquals(list.entries.map(({ text }) => text), ["anew", "last words"]);
  assertEquals(list.gaps?.map(({ from, to, why }) => ({ from, to, why })), [
    { from, to, why: KILLED },
  ]);
  const requests = await workspace.now(workspace.read<NetworkList>("workspace://network"));
  assertEquals(requests.gaps?.length, 1);
  await workspace.stop();
});

Deno.test("Workspace tells the first of several waiting calls that the browser was opened anew", async () => {
  const workspace = await lost();
  const calls = [workspace.call(), workspace.call(), workspace.call()];
  const results = await workspace.now(Promise.all(calls));
  assertEquals(results.map(({ reopened }) => reopened), [{ why: KILLED }, undefined, undefined]);
  assertEquals([workspace.browser.started.length, results.map(({ call }) => call)], [2, [2, 3, 4]]);
  await workspace.stop();
});

Deno.test("Workspace tells the next call of a reopened browser whose first call was cancelled", async () => {
  const workspace = fakeWorkspace();
  await workspace.now(workspace.open({ url: "https://site.test/" }));
  workspace.browser.newest().die(KILLED);
  await workspace.settle();
  const caller = new AbortController();
  const cancelled = workspace.call({
    run: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  }, caller.signal);
  cancelled.catch(() => {});
  await workspace.settle();
  caller.abort();
  await workspace.settle();
  assertEquals((await workspace.now(workspace.call())).reopened, { why: KILLED });
  assertEquals((await workspace.now(workspace.call())).reopened, undefined);
  // It keeps its page, whatever the cancelled call has made of that.
  assertEquals(ledTo(workspace.browser), ["about:blank"]);
  await workspace.stop();
});

Deno.test("Workspace says in a failing first call's error that the browser was opened anew", async () => {
  const workspace = await lost();
  const failing = workspace.call({
    name: "interact",
    run: () => Promise.reject(new ActionError(400, "interact failed: no button")),
  });
  const error = await workspace.refusal(failing);
  assertEquals(
    [error.status, error.message],
    [400, `interact failed: no button. The browser had been opened anew (${KILLED}).`],
  );
  await workspace.stop();
});

Deno.test("Workspace moves a call that had not begun, and fails one that had", async () => {
  const workspace = fakeWorkspace();
  await workspace.now(workspace.open());
  const runs = { begun: 0, waiting: 0 };
  const begun = workspace.call({
    name: "interact",
    run: (page) => {
      runs.begun++;
      return new Promise((_, reject) =>
        page.signal.addEventListener("abort", () => reject(page.signal.reason))
      );
    },
  });
  begun.catch(() => {});
  const waiting = workspace.call({ run: () => Promise.resolve({ runs: ++runs.waiting }) });
  await workspace.settle();
  workspace.browser.newest().die(KILLED);
  const cut = await workspace.refusal(begun);
  assertEquals(
    [cut.status, cut.message],
    [503, `interact failed: ${KILLED}; the next call opens another browser in its place`],
  );
  assertEquals((await workspace.now(waiting)).reopened, { why: KILLED });
  assertEquals(runs, { begun: 1, waiting: 1 });
  await workspace.stop();
});

Deno.test("Workspace moves a call that waits for a dropped channel when the browser turns out dead", async () => {
  const workspace = fakeWorkspace({ browser: fakeBrowser({ session: { reconnects: true } }) });
  const { browser } = workspace;
  await workspace.now(workspace.open());
  browser.unreachable = new Error("connection refused");
  browser.newest().transport.die();
  await workspace.settle();
  const waiting = workspace.call();
  await workspace.settle();
  browser.unreachable = null;
  browser.newest().die(KILLED);
  assertEquals((await workspace.now(waiting)).reopened, { why: KILLED });
  assertEquals(browser.started.length, 2);
  await workspace.stop();
});

Deno.test("Workspace moves a call that comes just as its browser dies, before or after that is heard", async () => {
  for (const first of ["call", "death"] as const) {
    const workspace = fakeWorkspace();
    await workspace.now(workspace.open());
    const calls = first === "call" ? [workspace.call()] : [];
    workspace.browser.newest().die(KILLED);
    // The browser is told of it, and has not handled it yet.
    await Promise.resolve();
    if (first === "death") calls.push(workspace.call());
    const results = await workspace.now(Promise.all(calls));
    assertEquals(results.map(({ reopened }) => reopened), [{ why: KILLED }], first);
    await workspace.stop();
  }
});

Deno.test("Workspace moves a call whose knock finds its browser on a Grid dead, idle or in a line", async () => {
  const leases: FakeLease[] = [];
  const made = () => {
    const lease = new FakeLease(300_000, `s${leases.length}`);
    leases.push(lease);
    return lease;
  };
  let silent = false;
  const browser = fakeBrowser({
    lease: made,
    answers: {
      "browsingContext.getTree": () =>
        silent && browser.started.length === 1 ? undefined : { contexts: [tabOf()] },
    },
  });
  const tabOf = () => ({ context: "tab", url: "about:blank", children: null, parent: null });
  const workspace = fakeWorkspace({ browser });
  await workspace.now(workspace.open({ capture: true }));
  await workspace.elapse(10_000);
  silent = true;
  for (const lease of leases) lease.found = { kind: "gone", why: "its browser has ended" };
  const calls = Promise.all([workspace.call(), workspace.call()]);
  await workspace.elapse(2_000);
  const results = await workspace.now(calls);
  assertEquals(results.map(({ reopened }) => reopened), [
    { why: "its browser has ended" },
    undefined,
  ]);
  assertEquals(browser.started.map(({ ended }) => ended), [1, 0]);
  await workspace.stop();
});

Deno.test("Workspace moves a call once, and then tells why it could not run", async () => {
  const workspace = fakeWorkspace();
  await workspace.now(workspace.open());
  const never = {
    run: ({ signal }: Page) =>
      new Promise<never>((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason))
      ),
  };
  const calls = [workspace.call(never), workspace.call(never), workspace.call()] as const;
  for (const call of calls) call.catch(() => {});
  await workspace.settle();
  for (const why of [KILLED, "killed again"]) {
    workspace.browser.newest().die(why);
    await workspace.settle();
  }
  const messages = [];
  for (const call of calls) messages.push((await workspace.refusal(call)).message);
  assertEquals(messages, [
    `extract failed: ${KILLED}; the next call opens another browser in its place`,
    "extract failed: killed again; the next call opens another browser in its place. " +
    `The browser had been opened anew (${KILLED}).`,
    "killed again: open a session with open_session",
  ]);
  assertEquals(workspace.browser.started.length, 2);
  await workspace.stop();
});

Deno.test("Workspace has the next call try again when no browser could be opened in a lost one's place", async () => {
  const workspace = await lost();
  workspace.browser.none = new DriverError("no Chrome was found");
  for (let n = 0; n < 2; n++) {
    const error = await workspace.refusal(workspace.call());
    assertEquals([error.status, error.message], [503, "no Chrome was found"]);
  }
  workspace.browser.none = null;
  assertEquals((await workspace.now(workspace.call())).reopened, { why: KILLED });
  assertEquals(workspace.places.taken - workspace.places.given, 1);
  await workspace.stop();
});

Deno.test("Workspace opens none in place of a browser that was ended, or whose open failed", async () => {
  const workspace = await lost();
  assertEquals((await workspace.now(workspace.end())).ended, true);
  assertEquals((await workspace.refusal(workspace.end())).status, 404);
  const after = await workspace.refusal(workspace.call());
  assertEquals([after.status, workspace.browser.started.length], [404, 1]);
  assertMatch(after.message, /has none \(the browser was ended by end_browser\): open one/);
  await workspace.now(workspace.open());
  await workspace.now(workspace.end());
  assertEquals((await workspace.refusal(workspace.call())).status, 404);
  workspace.browser.none = new DriverError("no Chrome was found");
  await workspace.refusal(workspace.open());
  workspace.browser.none = null;
  assertEquals((await workspace.refusal(workspace.call())).status, 404);
  assertEquals(workspace.browser.started.length, 2);
  await workspace.stop();
});

Deno.test("Workspace sends no waiting call on from a session that somebody ended", async () => {
  for (const ending of ["end", "open"] as const) {
    const workspace = fakeWorkspace();
    await workspace.now(workspace.open());
    const calls = [workspace.call({ run: () => new Promise(() => {}) }), workspace.call()];
    for (const call of calls) call.catch(() => {});
    await workspace.settle();
    const ended = workspace[ending]();
    const error = await workspace.refusal(calls[1] ?? ended);
    assertEquals(error.status, 503);
    assertMatch(error.message, /^the browser was ended by .*: open a session with open_session$/);
    await workspace.now(ended);
    assertEquals(workspace.browser.started.length, ending === "end" ? 1 : 2);
    await workspace.stop();
  }
});

Deno.test("Workspace opens one browser for an open_session after a loss, and says nothing of it", async () => {
  const workspace = await lost();
  const result = await workspace.now(workspace.open());
  assertEquals([result.reopened, workspace.browser.started.length], [undefined, 2]);
  assertEquals((await workspace.now(workspace.call())).reopened, undefined);
  await workspace.stop();
});

Deno.test("Workspace opens another in place of one that was ended for want of calls", async () => {
  const workspace = fakeWorkspace({ options: { idleMs: 60_000 } });
  await workspace.now(workspace.open());
  await workspace.elapse(60_000);
  assertEquals(workspace.browser.newest().ended, 1);
  assertEquals((await workspace.now(workspace.call())).reopened, {
    why: "the browser was ended after 60 s without a call",
  });
  await workspace.stop();
});

Deno.test("Workspace has no body of a request that the lost browser made", async () => {
  const bodies = { "network.getData": () => ({ bytes: { type: "string", value: "wrong" } }) };
  const workspace = await lost({ capture: true }, { browser: fakeBrowser({ answers: bodies }) });
  await workspace.now(workspace.open({ capture: true }));
  await workspace.feed(sent(), completed());
  assertEquals((await workspace.now(workspace.body("0.1"))).text, "wrong");
  workspace.browser.newest().die(KILLED);
  await workspace.settle();
  const ended = /^the browser that made request 0\.1 has ended/;
  for (const reopened of [false, true]) {
    if (reopened) await workspace.now(workspace.call());
    const error = await workspace.refusal(workspace.body("0.1"));
    assertEquals(error.status, 404);
    assertMatch(error.message, ended);
  }
  assertEquals(
    workspace.browser.newest().transport.methods.includes("network.getData"),
    false,
  );
  await workspace.stop();
});

Deno.test("Workspace tells each call which browser it runs in, and none that is refused", async () => {
  const workspace = fakeWorkspace();
  await workspace.refusal(workspace.call());
  await workspace.refusal(workspace.open({ url: "no url" }));
  assertEquals(workspace.ranIn, []);
  await workspace.now(workspace.open());
  await workspace.now(workspace.call());
  assertEquals(workspace.ranIn, ["chrome", "chrome"]);
  await workspace.stop();
});
