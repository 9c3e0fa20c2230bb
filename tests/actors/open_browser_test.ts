import { assert, assertEquals, assertInstanceOf, assertMatch, assertRejects } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { Census } from "../../actors/census.ts";
import { DispatcherStats } from "../../actors/dispatcher_stats.ts";
import { NavigationRules } from "../../actors/navigation_rules.ts";
import { openBrowser, type OpenBrowserOptions } from "../../actors/open_browser.ts";
import type { BidiEvent } from "../../bidi/protocol.ts";
import { SocketError } from "../../bidi/socket.ts";
import { DriverError } from "../../drivers/driver.ts";
import { logged, navigation, TAB, tab, tabOpened } from "../capture/events.ts";
import { type Answers, fakeBrowser, Refused } from "../fakes/browser.ts";
import { fakeSystem } from "../fakes/system.ts";

function setUp(
  answers: Answers = {},
  options: Partial<OpenBrowserOptions> & { session?: { newSession: Record<string, unknown> } } = {},
) {
  const fake = fakeSystem();
  const { session, ...over } = options;
  const browser = fakeBrowser({ answers, ...(session && { session }) });
  const attached: unknown[] = [];
  const heard: { capture: string[]; state: string[] } = { capture: [], state: [] };
  const abort = new AbortController();
  const listener = (to: string[]) => ({
    event: (event: BidiEvent) => void to.push(event.method),
    lost: () => {},
  });
  const opening = openBrowser({
    system: fake.system,
    name: "browser",
    driver: browser.driver,
    openTransport: browser.openTransport,
    signal: abort.signal,
    timeoutMs: 60_000,
    viewport: { width: 800, height: 600, device_pixel_ratio: 2 },
    navigation: new NavigationRules({ ownAddresses: () => [] }),
    stats: new DispatcherStats(),
    census: new Census(),
    capture: {
      attach: (tree, driven) => {
        attached.push([tree.map(({ context }) => context), driven]);
        attached.push([...browser.newest().transport.methods]);
        return Promise.resolve();
      },
      replayed: () => Promise.resolve(),
      ...listener(heard.capture),
    },
    consoleShim: true,
    state: listener(heard.state),
    news: () => {},
    ...over,
  });
  opening.catch(() => {});
  const failure = async (): Promise<ActionError> => {
    await fake.elapse(60_000);
    const error = await assertRejects(() => opening);
    assertInstanceOf(error, ActionError);
    return error;
  };
  const stop = async (live: Awaited<typeof opening>) => {
    void live.connection.stop();
    await fake.settle();
  };
  return { ...fake, browser, attached, heard, abort, opening, failure, stop };
}

Deno.test("openBrowser() attaches before it subscribes, and has all in place before a page", async () => {
  const { opening, settle, browser, attached, stop } = setUp();
  await settle();
  const live = await opening;
  assertEquals(browser.newest().transport.methods, [
    "browsingContext.getTree",
    "network.addDataCollector",
    "script.addPreloadScript",
    "session.subscribe",
    "browser.setDownloadBehavior",
    "browsingContext.setViewport",
  ]);
  assertEquals(attached, [[[TAB], TAB], ["browsingContext.getTree"]]);
  assertEquals([live.tabs.driven?.context, live.browser], [TAB, "chrome"]);
  await stop(live);
});

Deno.test("openBrowser() has the tabs know of an event before whoever acts on it", async () => {
  const { opening, settle, browser, heard, stop } = setUp();
  await settle();
  const live = await opening;
  const { transport } = browser.newest();
  for (const event of [tabOpened("second"), logged("x")]) {
    transport.event(event.method, event.params);
  }
  await settle();
  assertEquals(live.tabs.all.map(({ context }) => context), [TAB, "second"]);
  assertEquals(heard.state, ["browsingContext.contextCreated"]);
  assertEquals(heard.capture, ["browsingContext.contextCreated", "log.entryAdded"]);
  await stop(live);
});

Deno.test("openBrowser() reports what taking an event threw, for the tabs and for who acts on it", async () => {
  const { opening, settle, browser, events, stop } = setUp({}, {
    state: {
      event: () => {
        throw new RangeError("of who acts on it");
      },
      lost: () => {},
    },
  });
  await settle();
  const live = await opening;
  live.visited.add = () => {
    throw new TypeError("of the tabs");
  };
  const { transport } = browser.newest();
  const committed = navigation("navigationCommitted", "n");
  for (const { method, params } of [tabOpened("second"), committed]) {
    transport.event(method, params);
  }
  await settle();
  const reported = events.map(({ actor, what, error }) => [actor, what, (error as Error).name]);
  assertEquals(reported, [
    ["browser/state", "failed", "RangeError"],
    ["browser/state", "failed", "TypeError"],
  ]);
  await stop(live);
});

Deno.test("openBrowser() begins the session where the driver has not", async () => {
  const { opening, settle, browser, stop } = setUp({}, {
    capture: null,
    session: { newSession: { acceptInsecureCerts: true } },
  });
  await settle();
  const live = await opening;
  const { commands, methods } = browser.newest().transport;
  assertEquals(commands[0]?.params, {
    capabilities: { alwaysMatch: { acceptInsecureCerts: true } },
  });
  assertEquals(methods.slice(1), [
    "browsingContext.getTree",
    "session.subscribe",
    "browser.setDownloadBehavior",
    "browsingContext.setViewport",
  ]);
  await stop(live);
});

Deno.test("openBrowser() does without an event that a browser does not know", async () => {
  const asked: string[][] = [];
  const { opening, settle, stop } = setUp({
    "session.subscribe": ({ events }) => {
      asked.push(events as string[]);
      return asked.length === 1 ? new Refused("invalid argument") : { subscription: "s" };
    },
  });
  await settle();
  const live = await opening;
  assertEquals(asked[0]?.filter((event) => !asked[1]?.includes(event)), [
    "input.fileDialogOpened",
  ]);
  await stop(live);
});

Deno.test("openBrowser() gives the browser back when any command of it is refused", async () => {
  const commands = [
    "session.new",
    "browsingContext.getTree",
    "network.addDataCollector",
    "script.addPreloadScript",
    "session.subscribe",
    "browser.setDownloadBehavior",
    "browsingContext.setViewport",
  ];
  for (const command of commands) {
    const { failure, browser, clock } = setUp(
      { [command]: () => new Refused("unknown command", "no such thing") },
      { session: { newSession: {} } },
    );
    const error = await failure();
    assertEquals(error.status, 503, command);
    assertMatch(error.message, new RegExp(`^the BiDi route of chrome failed: .*${command}`));
    const { ended, transport } = browser.newest();
    assertEquals([ended, transport.closed, clock.pending], [1, true, 0], command);
  }
});

Deno.test("openBrowser() gives the browser back when it does not answer, or is gone", async () => {
  const silent = setUp({ "session.subscribe": () => undefined });
  const timedOut = await silent.failure();
  assertEquals(timedOut.status, 503);
  assertMatch(timedOut.message, /BiDi route of chrome failed: session\.subscribe got no answer/);
  assertEquals(silent.browser.newest().ended, 1);
  const gone = setUp({ "session.subscribe": () => undefined });
  await gone.settle();
  gone.browser.newest().transport.die("Unexpected EOF");
  const closed = await gone.failure();
  assertEquals(closed.status, 503);
  assertMatch(closed.message, /BiDi route of chrome failed: .*Unexpected EOF/);
  assertEquals(gone.browser.newest().ended, 1);
});

Deno.test("openBrowser() gives the browser back when the capture cannot be attached", async () => {
  const { failure, browser } = setUp({}, {
    capture: {
      attach: () => Promise.reject(new ActionError(503, "the session was replaced")),
      replayed: () => Promise.resolve(),
      event: () => {},
      lost: () => {},
    },
  });
  assertEquals((await failure()).message, "the session was replaced");
  assertEquals(browser.newest().ended, 1);
});

Deno.test("openBrowser() names the BiDi route when its socket cannot be opened", async () => {
  const { failure, browser } = setUp({}, {
    openTransport: () => Promise.reject(new SocketError("Cannot open the BiDi socket at ws://x/")),
  });
  const error = await failure();
  assertEquals(error.status, 503);
  assertMatch(error.message, /^the BiDi route of chrome could not be opened: Cannot open/);
  assertEquals(browser.newest().ended, 1);
});

Deno.test("openBrowser() passes on why the driver has no browser", async () => {
  const { driver } = fakeBrowser();
  const none = { ...driver, start: () => Promise.reject(new DriverError("no Chrome was found")) };
  const { failure } = setUp({}, { driver: none });
  const error = await failure();
  assertEquals([error.status, error.message], [503, "no Chrome was found"]);
});

Deno.test("openBrowser() says so when a browser starts without a tab", async () => {
  const { failure, browser } = setUp({ "browsingContext.getTree": () => ({ contexts: [] }) });
  assertMatch((await failure()).message, /^chrome started without a tab/);
  assertEquals(browser.newest().ended, 1);
});

Deno.test("openBrowser() gives the browser back when it is aborted, wherever it was", async () => {
  for (const command of ["browsingContext.getTree", "session.subscribe"]) {
    const { abort, settle, browser, opening, elapse } = setUp({ [command]: () => undefined });
    await settle();
    assertEquals(browser.newest().transport.methods.at(-1), command);
    const reason = new ActionError(503, "pagetap is stopping");
    abort.abort(reason);
    await elapse(10_000);
    assertEquals(await assertRejects(() => opening), reason);
    assertEquals(browser.newest().ended, 1, command);
  }
});

Deno.test("openBrowser() drives the first of several tabs", async () => {
  const { opening, settle, stop } = setUp({
    "browsingContext.getTree": () => ({ contexts: [tab("a"), tab("b")] }),
  });
  await settle();
  const live = await opening;
  assert(live.tabs.driven?.context === "a");
  await stop(live);
});

Deno.test("openBrowser() has what is kept of sites put back before anybody listens, and tells of it", async () => {
  const before: unknown[] = [];
  const { opening, settle, browser, attached, stop } = setUp({}, {
    restore: ({ browser: name, driven }) => {
      before.push(name, driven, attached.length, [...browser.newest().transport.methods]);
      return Promise.resolve(["it is back"]);
    },
  });
  await settle();
  const live = await opening;
  assertEquals(before, ["chrome", TAB, 0, ["browsingContext.getTree"]]);
  assertEquals(live.takeNotices(), ["it is back"]);
  await stop(live);
});
