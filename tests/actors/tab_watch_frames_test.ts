import { assertEquals, assertInstanceOf, assertMatch } from "@std/assert";
import { DialogOpened, PutBack } from "../../actors/interruption.ts";
import { TabWatch } from "../../actors/tab_watch.ts";
import type { BidiEvent, ContextInfo } from "../../bidi/protocol.ts";
import { PageError } from "../../page/page.ts";
import { AnsweringTransport, type Answers, ONE_TAB } from "../fakes/browser.ts";
import { fakeLive } from "../fakes/live.ts";
import { fakePageWorkspace } from "../fakes/page_workspace.ts";
import { fakeSystem } from "../fakes/system.ts";

const info = (context: string, over: Partial<ContextInfo> = {}): ContextInfo => ({
  context,
  parent: null,
  url: "about:blank",
  children: null,
  originalOpener: null,
  userContext: "default",
  clientWindow: "w",
  ...over,
});

/** A watch of a tab `T` with a frame `F` in it that was entered. */
function setUp(answers: Answers = {}, picturing = false) {
  const fake = fakeSystem();
  const transport = new AnsweringTransport({ ...ONE_TAB, ...answers });
  const { live } = fakeLive(fake.system, { transport });
  const { driven } = live.tabs;
  live.tabs.adopt("F", { parent: "T", url: "http://frame.test/" });
  const frame = { context: "F", parent: "T", element: '<iframe id="pay">' };
  if (driven) driven.frames = [frame];
  const running = new AbortController();
  const watch = new TabWatch({
    live,
    signal: new AbortController().signal,
    running: () => running,
    keeping: () => false,
    picturing: () => picturing,
  });
  const tell = async (...events: BidiEvent[]) => {
    for (const event of events) {
      live.tabs.apply(event);
      watch.event(event);
    }
    await fake.settle();
  };
  const lend = () =>
    live.page({
      signal: new AbortController().signal,
      waitTimeoutMs: 1_000,
      workspace: fakePageWorkspace(),
    });
  const stop = async () => {
    void live.connection.stop();
    await fake.settle();
  };
  return { ...fake, transport, live, running, watch, tell, lend, stop };
}

const created = (context: string, over: Partial<ContextInfo> = {}): BidiEvent => ({
  method: "browsingContext.contextCreated",
  params: info(context, over),
});
const destroyed = (context: string): BidiEvent => ({
  method: "browsingContext.contextDestroyed",
  params: info(context),
});
const prompt = (context: string): BidiEvent => ({
  method: "browsingContext.userPromptOpened",
  params: { context, type: "alert", message: "hi", handler: "ignore" },
});
const committed = (context: string, url: string): BidiEvent => ({
  method: "browsingContext.navigationCommitted",
  params: { context, navigation: "n", timestamp: 1, url },
});

Deno.test("TabWatch.event() keeps a frame that comes back under its id, as one does that changes process", async () => {
  const { live, tell, elapse, stop } = setUp();
  await tell(destroyed("F"), created("F", { parent: "T" }));
  await elapse(1_000);
  assertEquals([live.tabs.driven?.frames.length, live.takeNotices()], [1, []]);
  await stop();
});

Deno.test("TabWatch.event() ends what a call does in a frame that is gone, and says so", async () => {
  const { live, lend, tell, elapse, stop } = setUp({ "script.evaluate": () => undefined });
  const page = lend();
  assertEquals([page.context, page.top], ["F", "T"]);
  const asked = page.send("script.evaluate", {
    expression: "1",
    awaitPromise: true,
    target: { context: "F" },
  }, { timeoutMs: 60_000 }).catch((error) => error);
  await tell(destroyed("F"));
  await elapse(300);
  const error = await asked;
  assertInstanceOf(error, PageError);
  assertMatch(error.message, /^the frame <iframe id="pay"> is gone/);
  assertEquals([live.tabs.driven?.frames, live.suspect], [[], false]);
  assertMatch(live.takeNotices().join(), /calls act on the page again/);
  await page[Symbol.asyncDispose]();
  assertEquals([lend().context, live.lent.size], ["T", 1]);
  await stop();
});

Deno.test("TabWatch.event() lets input end well that takes its own frame away", async () => {
  const { lend, tell, elapse, stop } = setUp({ "input.performActions": () => undefined });
  const params = { context: "F", actions: [] };
  const pressed = lend().send("input.performActions", params, { timeoutMs: 60_000 });
  await tell(destroyed("F"));
  await elapse(300);
  assertEquals(await pressed, {});
  await stop();
});

Deno.test("TabWatch.settle() finds a frame and a tab missing after a time in which nothing was heard", async () => {
  const { live, transport, watch, settle, stop } = setUp();
  live.tabs.sync([info("T"), info("U")]);
  await watch.settle();
  assertMatch(live.takeNotices().join(), /the frame .* is gone/);
  live.tabs.sync([info("U")]);
  await watch.settle();
  await settle();
  assertMatch(live.takeNotices().join(), /the tab that calls acted on was closed.* t2 now/);
  assertEquals([live.acting, transport.methods], ["U", ["browsingContext.activate"]]);
  await stop();
});

Deno.test("TabWatch.event() tells of a tab a page opened, keeps the driven one in front, and of no other", async () => {
  const { live, transport, tell, stop } = setUp();
  await tell(created("ours"));
  await tell(created("popup", { originalOpener: "F", url: "about:blank" }));
  assertEquals(transport.commands.map(({ method, params }) => [method, params.context]), [
    ["browsingContext.activate", "T"],
  ]);
  await tell(created("closed", { originalOpener: "T" }), destroyed("closed"));
  await tell({
    method: "browsingContext.navigationStarted",
    params: { context: "popup", navigation: "n", timestamp: 1, url: "http://popup.test/" },
  });
  assertEquals(live.opened.take(), [{ tab: "t3", url: "http://popup.test/" }]);
  assertEquals(live.opened.take(), []);
  await stop();
});

Deno.test("TabWatch.event() says which tab in the back has a dialog, and whether it holds up the driven one", async () => {
  const { live, running, tell, elapse, stop } = setUp();
  await tell(created("U"), prompt("U"));
  await elapse(2_000);
  assertMatch(live.takeNotices().join(), /alert dialog is open in tab t2, .*"hi".*: switch to it/);
  assertEquals([running.signal.aborted, live.holding], [false, null]);
  await stop();

  const held = setUp({ "script.evaluate": () => undefined });
  await held.tell(created("U"), prompt("U"));
  await held.elapse(2_000);
  assertInstanceOf(held.running.signal.reason, DialogOpened);
  assertEquals(held.live.holding?.id, "t2");
  held.live.drive("U");
  assertEquals(held.live.holding, null);
  await held.stop();
});

Deno.test("TabWatch.event() puts a frame back, and ends the running call if it is the one entered", async () => {
  const forbidden = "http://localhost:4445/health";
  for (const [context, ends] of [["F", true], ["other", false]] as const) {
    const { live, transport, running, tell, elapse, stop } = setUp();
    await tell(created("other", { parent: "T" }), committed(context, forbidden));
    assertEquals(running.signal.reason instanceof PutBack, ends);
    assertEquals(live.takeNotices().length, ends ? 0 : 1);
    assertEquals(
      transport.commands.find(({ method }) => method === "browsingContext.navigate")?.params,
      { context, url: "about:blank", wait: "complete" },
    );
    await tell(committed(context, "about:blank"));
    await elapse(1_000);
    assertEquals(live.puttingBack, null);
    await stop();
  }
});

Deno.test("TabWatch.event() ends a call that takes a picture when any frame of the page is put back", async () => {
  const forbidden = "http://localhost:4445/health";
  const { running, tell, elapse, stop } = setUp({}, true);
  await tell(created("other", { parent: "T" }), committed("other", forbidden));
  assertInstanceOf(running.signal.reason, PutBack);
  await tell(committed("other", "about:blank"));
  await elapse(1_000);
  await stop();
});

Deno.test("TabWatch.event() leaves alone what a frame shows that no server sent", async () => {
  const { live, transport, tell, stop } = setUp();
  for (
    const url of ["about:srcdoc", "data:text/html,x", "blob:http://a/1", "chrome-extension://x/"]
  ) {
    await tell(committed("F", url));
  }
  assertEquals([transport.methods, live.takeNotices()], [[], []]);
  await stop();
});
