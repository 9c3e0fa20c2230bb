import { assertEquals, assertInstanceOf, assertMatch, assertRejects } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import type { Unheard } from "../../actors/attach.ts";
import { Census } from "../../actors/census.ts";
import { DispatcherStats } from "../../actors/dispatcher_stats.ts";
import { NavigationRules } from "../../actors/navigation_rules.ts";
import { openBrowser, type OpenBrowserOptions } from "../../actors/open_browser.ts";
import { reattach, resumeBrowser } from "../../actors/reattach.ts";
import { logged, TAB, tab } from "../capture/events.ts";
import { type Answers, fakeBrowser, Refused } from "../fakes/browser.ts";
import { FakeLease } from "../fakes/lease.ts";
import { fakeSystem } from "../fakes/system.ts";

const UNHEARD: Unheard = { from: 1_000, why: "the connection was lost" };

/** A live browser on a Grid; `answers` may change with time. */
async function setUp(answers: Answers = {}, said: Partial<OpenBrowserOptions> = {}) {
  const fake = fakeSystem();
  const lease = new FakeLease();
  const browser = fakeBrowser({ lease: () => lease, answers });
  const abort = new AbortController();
  const census = new Census();
  const steps: unknown[] = [];
  const news: string[] = [];
  const options: OpenBrowserOptions = {
    system: fake.system,
    name: "browser",
    driver: browser.driver,
    openTransport: browser.openTransport,
    signal: abort.signal,
    timeoutMs: 60_000,
    viewport: null,
    navigation: new NavigationRules({ ownAddresses: () => [] }),
    stats: new DispatcherStats(),
    census,
    consoleShim: true,
    capture: {
      attach: (tree, driven, unheard) => {
        steps.push(["attach", tree.map(({ context }) => context), driven, unheard]);
        return Promise.resolve();
      },
      replayed: () => {
        steps.push("replayed");
        return Promise.resolve();
      },
      event: ({ method }) => void steps.push(method),
      lost: () => {},
    },
    state: { event: () => {}, lost: () => {} },
    news: ({ kind }) => void news.push(kind),
    ...said,
  };
  const opening = openBrowser(options);
  await fake.settle();
  const live = await opening;
  browser.newest().transport.die();
  await fake.settle();
  steps.length = 0;
  const again = (signal = abort.signal) => {
    const asked = reattach(live, options, UNHEARD, signal);
    asked.catch(() => {});
    return asked;
  };
  const resumed = (driven: string) => {
    const { session, collector } = live;
    const origins = ["https://before.test"];
    const tabs = { last: 7, tabs: { [TAB]: 4 } };
    const frames = [{ context: "F", parent: driven, element: "<iframe>" }];
    const left = { session, collector, driven, frames, tabs, unheard: UNHEARD, origins };
    return resumeBrowser(left, options);
  };
  const refusal = async (asked: Promise<unknown>): Promise<ActionError> => {
    asked.catch(() => {});
    await fake.elapse(10_000);
    const error = await assertRejects(() => asked);
    assertInstanceOf(error, ActionError);
    return error;
  };
  const stop = async () => {
    void live.connection.stop();
    await fake.settle();
  };
  return { ...fake, browser, live, abort, census, steps, news, again, resumed, refusal, stop };
}

Deno.test("reattach() attaches before it subscribes, and flushes before it says that all was repeated", async () => {
  let subscribes = () => {};
  const { browser, steps, again, settle, stop } = await setUp({
    "session.subscribe": () => {
      subscribes();
      return { subscription: "s1" };
    },
  });
  subscribes = () => {
    const { method, params } = logged("repeated");
    browser.newest().transport.event(method, params);
  };
  const asked = again();
  await settle();
  await asked;
  assertEquals(steps, [["attach", [TAB], TAB, UNHEARD], "log.entryAdded", "replayed"]);
  assertEquals(browser.newest().transport.methods, [
    "browsingContext.getTree",
    "session.subscribe",
    "browsingContext.getTree",
    "browser.setDownloadBehavior",
  ]);
  await stop();
});

Deno.test("reattach() puts the new channel in the old one's place, with what is set in the browser", async () => {
  const { browser, live, again, settle, stop } = await setUp();
  const { connection, collector, tabs } = live;
  const asked = again();
  await settle();
  await asked;
  assertEquals(live.connection === connection, false);
  assertEquals([live.collector, live.tabs === tabs, live.tabs.driven?.context], [
    collector,
    true,
    TAB,
  ]);
  const [first, second] = browser.newest().transports;
  assertEquals([first?.closed, second?.closed], [true, false]);
  await stop();
});

Deno.test("reattach() goes on without capture by the browser's own events", async () => {
  const { browser, steps, again, settle, stop } = await setUp({}, { capture: null });
  const asked = again();
  await settle();
  await asked;
  const { commands } = browser.newest().transport;
  const events = commands[1]?.params.events as string[];
  assertEquals(events.filter((event) => /^(?:log|network)\./.test(event)), []);
  assertEquals(steps, []);
  await stop();
});

Deno.test("reattach() fails with what was refused or not answered, and leaves the old channel in place", async () => {
  for (const command of ["browsingContext.getTree", "session.subscribe"]) {
    for (const answer of [new Refused("unknown command"), undefined]) {
      let broken = false;
      const plain: Answers = {
        "browsingContext.getTree": () => ({ contexts: [tab(TAB)] }),
        "session.subscribe": () => ({ subscription: "s1" }),
      };
      const { browser, live, again, refusal, stop } = await setUp({
        [command]: (params) => broken ? answer : plain[command]?.(params),
      });
      const { connection } = live;
      broken = true;
      const error = await refusal(again());
      assertEquals(error.status, 503);
      assertMatch(error.message, new RegExp(`^the BiDi route of chrome failed: .*${command}`));
      assertEquals([live.connection === connection, browser.newest().transport.closed], [
        true,
        true,
      ]);
      await stop();
    }
  }
});

Deno.test("reattach() fails when it cannot tell that all was repeated", async () => {
  let silent = false;
  const { live, browser, steps, again, refusal, stop } = await setUp({
    "browsingContext.getTree": ({ maxDepth }) =>
      silent && maxDepth === 0 ? undefined : { contexts: [tab(TAB)] },
  });
  const { connection } = live;
  silent = true;
  assertMatch((await refusal(again())).message, /^chrome does not answer on its new connection/);
  assertEquals([live.connection === connection, browser.newest().transport.closed], [true, true]);
  assertEquals(steps.includes("replayed"), false);
  await stop();
});

Deno.test("reattach() fails when there is no tab left, and when no channel opens", async () => {
  let contexts = [tab(TAB)];
  const { browser, again, refusal, stop } = await setUp({
    "browsingContext.getTree": () => ({ contexts }),
  });
  contexts = [];
  assertMatch((await refusal(again())).message, /^chrome has no tab left/);
  browser.unreachable = new Error("HTTP 400");
  assertMatch(
    (await refusal(again())).message,
    /^the BiDi route of chrome could not be opened: HTTP 400/,
  );
  assertEquals(browser.newest().ended, 0);
  await stop();
});

Deno.test("reattach() ends with its signal, closes what it had opened and keeps the collector", async () => {
  let answers = true;
  const { browser, clock, again, elapse, settle, stop } = await setUp({
    "session.subscribe": () => answers ? { subscription: "s1" } : undefined,
  });
  answers = false;
  const abort = new AbortController();
  const asked = again(abort.signal);
  await settle();
  abort.abort(new Error("nobody calls"));
  await elapse(5_000);
  assertEquals(await assertRejects(() => asked), abort.signal.reason);
  const { transport } = browser.newest();
  assertEquals([transport.closed, transport.methods.includes("network.removeDataCollector")], [
    true,
    false,
  ]);
  await stop();
  assertEquals(clock.pending, 0);
});

Deno.test("resumeBrowser() drives the tab that was driven, or what there is when that is gone", async () => {
  const { resumed, live, settle, stop } = await setUp({
    "browsingContext.getTree": () => ({ contexts: [tab("a"), tab("b"), tab("c")] }),
  });
  for (const [wanted, driven] of [["b", "b"], ["gone", "a"]] as const) {
    const asked = resumed(wanted);
    await settle();
    const again = await asked;
    assertEquals(again.tabs.driven?.context, driven);
    assertEquals([again.collector, again.session], [live.collector, live.session]);
    assertEquals(
      [again.tabs.driven?.frames.length, again.takeNotices().length],
      wanted === "gone" ? [0, 1] : [1, 0],
    );
    void again.connection.stop();
    await settle();
  }
  await stop();
});

Deno.test("Census counts the channels that are held, not those that were replaced or given up", async () => {
  const { census, again, settle, live, stop } = await setUp();
  assertEquals(census.connections, { chrome: 0, firefox: 0 });
  const asked = again();
  await settle();
  await asked;
  assertEquals(census.connections, { chrome: 1, firefox: 0 });
  void live.connection.stop();
  await settle();
  assertEquals(census.connections, { chrome: 0, firefox: 0 });
  await stop();
});

Deno.test("reattach() shows nobody a hidden tab that was open when the channel dropped, and closes it", async () => {
  let contexts = [tab(TAB)];
  const { browser, live, steps, again, settle, stop } = await setUp({
    "browsingContext.getTree": () => ({ contexts }),
  });
  live.hidden.expect();
  live.hidden.settle("spare");
  contexts = [tab(TAB), tab("spare")];
  const asked = again();
  await settle();
  await asked;
  assertEquals(steps[0], ["attach", [TAB], TAB, UNHEARD]);
  assertEquals(live.tabs.all.map(({ context }) => context), [TAB]);
  assertEquals(
    browser.newest().transport.commands.find(({ method }) => method === "browsingContext.close")
      ?.params,
    { context: "spare" },
  );
  await stop();
});

Deno.test("resumeBrowser() knows where the session has been, and what its frames show now", async () => {
  const frame = { ...tab("frame"), url: "https://frame.test/x" };
  const shown = { ...tab(TAB), url: "https://top.test/", children: [frame] };
  const { resumed, settle, stop } = await setUp({
    "browsingContext.getTree": () => ({ contexts: [shown] }),
  });
  const asked = resumed(TAB);
  await settle();
  const live = await asked;
  assertEquals(live.tabs.all.map(({ id }) => id), ["t4"]);
  assertEquals(live.visited.newestFirst, [
    "https://top.test",
    "https://frame.test",
    "https://before.test",
  ]);
  void live.connection.stop();
  await stop();
});
