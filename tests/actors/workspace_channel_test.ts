import { assert, assertEquals, assertMatch } from "@std/assert";
import type { ConsoleList, Hint, NetworkList } from "../../capture/shapes.ts";
import { completed, logged, sent, TAB, tab } from "../capture/events.ts";
import { type Answers, fakeBrowser, Refused } from "../fakes/browser.ts";
import { FakeLease } from "../fakes/lease.ts";
import { type FakeWorkspace, fakeWorkspace } from "../fakes/workspace.ts";

const LOST = "the connection to the browser was lost (Unexpected EOF)";
const TIMEOUT_MS = 300_000;

/** A captured session on a Grid. */
async function onGrid(answers: Answers = {}) {
  const lease = new FakeLease(TIMEOUT_MS);
  const browser = fakeBrowser({ lease: () => lease, answers });
  const workspace = fakeWorkspace({ browser });
  await workspace.now(workspace.open({ capture: true }));
  const drop = async () => {
    browser.newest().transport.die();
    await workspace.settle();
  };
  const current = async () => await workspace.now(workspace.read("workspace://current"));
  return { workspace, browser, lease, drop, current };
}

const texts = async (workspace: FakeWorkspace) => {
  const list = await workspace.now(workspace.read<ConsoleList>("workspace://console"));
  return list.entries.map(({ text }) => text);
};

Deno.test("Workspace opens a dropped channel again by itself, with all that it had set but once", async () => {
  const { workspace, browser, drop, current } = await onGrid();
  await workspace.elapse(2_000);
  await workspace.feed(logged("before"));
  const from = workspace.clock.now();
  const [first] = browser.newest().transports;
  const subscribed = first?.commands.find(({ method }) => method === "session.subscribe");
  await workspace.elapse(400);
  await drop();
  const cut = await current();
  assertEquals([cut.live, cut.capturing, cut.paused], [true, false, LOST]);
  await workspace.elapse(1_000);
  const { commands, methods } = browser.newest().transport;
  assertEquals(methods, [
    "browsingContext.getTree",
    "session.subscribe",
    "browsingContext.getTree",
    "browser.setDownloadBehavior",
  ]);
  assertEquals(commands[1]?.params, subscribed?.params);
  await workspace.feed(logged("after"));
  const { live, capturing, paused } = await current();
  assertEquals([live, capturing, paused], [true, true, undefined]);
  assertEquals(await texts(workspace), ["after", "before"]);
  for (const what of ["console", "network"] as const) {
    const list = await workspace.now(
      workspace.read<ConsoleList | NetworkList>(`workspace://${what}`),
    );
    assertEquals(list.gaps?.map(({ from, why }) => [from, why]), [[from, LOST]], what);
  }
  assertEquals(workspace.kept()?.session?.collector, "c1");
  await workspace.stop();
  assertEquals(workspace.clock.pending, 0);
});

Deno.test("Workspace misses no drop that comes just as the session is open", async () => {
  for (const reconnects of [true, false]) {
    const browser = fakeBrowser({
      answers: {
        // Its last command: its answer still comes, and the news of the drop before who waits for that.
        "browsingContext.setViewport": () => {
          browser.newest().transport.die();
          return {};
        },
      },
      session: { reconnects },
    });
    const workspace = fakeWorkspace({ browser });
    workspace.open({ capture: true }).catch(() => {});
    await workspace.elapse(1_000);
    const { live, capturing } = await workspace.now(workspace.read("workspace://current"));
    assertEquals([live, capturing], [reconnects, reconnects]);
    assertEquals(browser.newest().transports.length, reconnects ? 2 : 1);
    await workspace.stop();
  }
});

Deno.test("Workspace does not count on a channel that was only half opened", async () => {
  let broken: unknown = null;
  const { workspace, drop, current } = await onGrid({
    "session.subscribe": () => broken ?? { subscription: "s1" },
  });
  broken = new Refused("unknown error");
  await drop();
  await workspace.elapse(1_000);
  const { capturing, paused } = await current();
  assertEquals([capturing, paused], [false, LOST]);
  broken = null;
  await workspace.elapse(2_000);
  assertEquals((await current()).capturing, true);
  await workspace.stop();
});

Deno.test("Workspace takes of what Chrome repeats to a new channel only what it had not heard", async () => {
  let repeats = () => {};
  const { workspace, browser, drop } = await onGrid({
    "session.subscribe": () => {
      repeats();
      return { subscription: "s1" };
    },
  });
  const line = (n: number) => logged(`line ${n}`, { timestamp: 1_000 + n });
  await workspace.feed(line(1), line(2), line(2));
  await drop();
  repeats = () => {
    const { transport } = browser.newest();
    for (const n of [1, 2, 2, 3, 3]) transport.event(line(n).method, line(n).params);
  };
  await workspace.elapse(1_000);
  const list = await workspace.now(workspace.read<ConsoleList>("workspace://console"));
  assertEquals(list.entries.map(({ text, repeat }) => [text, repeat ?? 1]), [
    ["line 3", 2],
    ["line 2", 2],
    ["line 1", 1],
  ]);
  await workspace.stop();
});

Deno.test("Workspace has a call wait for a dropped channel, and run when that is open again", async () => {
  const { workspace, browser, drop } = await onGrid();
  browser.unreachable = new Error("connection refused");
  await drop();
  let ran = 0;
  const waiting = workspace.call({ run: () => Promise.resolve({ ran: ++ran }) });
  await workspace.elapse(3_000);
  assertEquals(ran, 0);
  browser.unreachable = null;
  await workspace.elapse(1_000);
  assertEquals((await workspace.now(waiting)).ran, 1);
  await workspace.stop();
});

Deno.test("Workspace knocks before a call only when the last one was a while ago", async () => {
  const { workspace, browser } = await onGrid();
  const asked = async (afterMs: number) => {
    await workspace.elapse(afterMs);
    const { commands } = browser.newest().transport;
    const { length } = commands;
    await workspace.now(workspace.call());
    return commands.length - length;
  };
  const [soon, sooner, late] = [await asked(4_000), await asked(4_000), await asked(5_000)];
  assertEquals([sooner, late], [soon, soon + 1]);
  await workspace.stop();
});

Deno.test("Workspace refuses a call whose channel stays closed for 8 s, and does not say it ran", async () => {
  const { workspace, browser, lease, drop } = await onGrid();
  browser.unreachable = new Error("connection refused");
  lease.found = { kind: "unknown", why: "the Grid does not answer" };
  await drop();
  const from = workspace.clock.now();
  const refused = workspace.call();
  refused.catch(() => {});
  await workspace.elapse(8_000);
  const error = await workspace.refusal(refused);
  assertEquals([error.status, workspace.clock.now() - from], [503, 8_000]);
  assertMatch(error.message, /^the browser cannot be reached for now: the Grid does not answer; /);
  assert(!error.message.includes("carried out"), error.message);
  browser.unreachable = null;
  assertEquals((await workspace.now(workspace.call())).reopened, undefined);
  await workspace.stop();
});

Deno.test("Workspace says of a call that was under way that it may have been carried out, and what it caused", async () => {
  const { workspace, drop } = await onGrid();
  const running = workspace.call({
    name: "interact",
    effect: "input",
    run: async (page) => {
      await workspace.feed(logged("boom", { level: "error" }));
      await drop();
      await page.send("browsingContext.getTree", {});
      return {};
    },
  });
  running.catch(() => {});
  await workspace.elapse(15_000);
  const error = await workspace.refusal(running);
  const see = "workspace://console?level=error&call=2";
  assertEquals([error.status, error.page], [
    503,
    { errors: 1, failed_requests: 0, see, incomplete: true },
  ]);
  assertEquals(
    error.message,
    "interact failed: the connection to chrome was lost (Unexpected EOF); whether the action was " +
      "carried out is not known: look at the page before you repeat it. This call caused 1 page " +
      `error(s) and 0 failed request(s): read ${see}. Not all that the browser sent was heard in time.`,
  );
  await workspace.stop();
});

Deno.test("Workspace tells a call in which nothing was heard for a while that its counts are incomplete", async () => {
  const { workspace, drop } = await onGrid();
  const running = workspace.call({
    effect: "look",
    run: async () => {
      await drop();
      await workspace.elapse(1_000);
      return {};
    },
  });
  await workspace.elapse(10_000);
  assertEquals(
    (await workspace.now(running)).page,
    {
      errors: 0,
      failed_requests: 0,
      incomplete: true,
    } satisfies Hint,
  );
  await workspace.stop();
});

Deno.test("Workspace lets a session on a Grid rest that nobody calls, and hears it again at the next call", async () => {
  const { workspace, browser, current } = await onGrid();
  const [transport] = browser.newest().transports;
  assert(transport);
  await workspace.elapse(TIMEOUT_MS - 1);
  assertEquals([transport.closed, (await current()).capturing], [false, true]);
  await workspace.elapse(1);
  const from = workspace.clock.now();
  assertEquals(transport.closed, true);
  assert(transport.methods.includes("session.unsubscribe"));
  assert(!transport.methods.includes("network.removeDataCollector"));
  const { live, capturing, paused } = await current();
  assertEquals([live, capturing, paused], [true, false, "idle"]);
  await workspace.elapse(100_000);
  assertEquals([browser.newest().transports.length, browser.newest().ended], [1, 0]);
  const result = await workspace.now(workspace.call());
  assertEquals([result.reopened, browser.newest().transports.length], [undefined, 2]);
  const list = await workspace.now(workspace.read<ConsoleList>("workspace://console"));
  assertEquals(list.gaps?.map(({ from, to, why }) => [from, to, why]), [
    [from, from + 100_000, "nobody had called for a while: capture was paused"],
  ]);
  await workspace.elapse(TIMEOUT_MS - 1);
  assertEquals((await current()).capturing, true);
  await workspace.stop();
});

Deno.test("Workspace says of a resting session that the Grid ended it, and opens another", async () => {
  const { workspace, browser, lease, current } = await onGrid();
  lease.lists("listed");
  await workspace.elapse(TIMEOUT_MS);
  lease.lists("absent", "absent");
  await workspace.elapse(60_000);
  const { live, capturing, paused, ended } = await current();
  const why = "the Grid ended it";
  assertEquals([live, capturing, paused, ended], [false, false, why, why]);
  const { length } = lease.asked;
  await workspace.elapse(300_000);
  assertEquals(lease.asked.length, length);
  const result = await workspace.now(workspace.call());
  assertEquals([result.reopened, browser.started.length], [{ why }, 2]);
  await workspace.stop();
});

Deno.test("Workspace opens another in place of a resting session that a call finds gone", async () => {
  const { workspace, browser, lease } = await onGrid();
  await workspace.elapse(TIMEOUT_MS + 1_000);
  const why = "the Grid ended it: session timed out due to inactivity";
  lease.found = { kind: "gone", why };
  browser.unreachable = new Error("HTTP 400");
  const { start } = browser.driver;
  browser.driver.start = (options) => {
    browser.unreachable = null;
    return start(options);
  };
  let runs = 0;
  const called = workspace.call({ run: () => Promise.resolve({ runs: ++runs }) });
  const { reopened, runs: counted } = await workspace.now(called);
  assertEquals([reopened, counted, browser.started.map(({ ended }) => ended)], [{ why }, 1, [
    1,
    0,
  ]]);
  await workspace.stop();
});

Deno.test("Workspace names what died when the browser of a running call has, within 10 s", async () => {
  let silent = false;
  const { workspace, browser, lease } = await onGrid({
    "browsingContext.getTree": () => silent ? undefined : { contexts: [tab(TAB)] },
  });
  const from = workspace.clock.now();
  const running = workspace.call({
    name: "wait_for",
    run: (page) =>
      new Promise((_, reject) =>
        page.signal.addEventListener("abort", () => reject(page.signal.reason))
      ),
  });
  let at = 0;
  running.catch(() => at = workspace.clock.now());
  await workspace.elapse(1_000);
  silent = true;
  lease.found = { kind: "gone", why: "its browser has ended" };
  await workspace.elapse(11_000);
  const error = await workspace.refusal(running);
  assertEquals(
    [error.status, error.message.split(". ")[0]],
    [
      503,
      "wait_for failed: its browser has ended; the next call opens another browser in its place",
    ],
  );
  assert(at - from <= 1_000 + 10_000, `${at - from} ms`);
  silent = false;
  assertEquals((await workspace.now(workspace.call())).reopened, { why: "its browser has ended" });
  assertEquals(browser.started.map(({ ended }) => ended), [1, 0]);
  await workspace.stop();
});

Deno.test("Workspace says of a body that its browser cannot be reached for now, not that it has ended", async () => {
  const bodies = { "network.getData": () => ({ bytes: { type: "string", value: "here" } }) };
  const { workspace } = await onGrid(bodies);
  await workspace.feed(sent(), completed());
  await workspace.elapse(TIMEOUT_MS);
  const error = await workspace.refusal(workspace.body("0.1"));
  assertEquals(error.status, 503);
  assertMatch(
    error.message,
    /connection to its browser is closed for now; any call opens it again/,
  );
  await workspace.now(workspace.call());
  assertEquals((await workspace.now(workspace.body("0.1"))).text, "here");
  await workspace.stop();
});
