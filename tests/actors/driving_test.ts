import { assertEquals, assertInstanceOf } from "@std/assert";
import { BidiError } from "../../bidi/bidi_error.ts";
import { PageError } from "../../page/page.ts";
import { TAB, tab } from "../capture/events.ts";
import { AnsweringTransport, type Answers, ONE_TAB, Refused } from "../fakes/browser.ts";
import { fakeLive } from "../fakes/live.ts";
import { fakePageWorkspace } from "../fakes/page_workspace.ts";
import { fakeSystem } from "../fakes/system.ts";

/** A call that drives the first of two tabs, the second of which answers as told. */
function setUp(answers: Answers) {
  const { system, settle } = fakeSystem();
  const transport = new AnsweringTransport({ ...ONE_TAB, ...answers });
  const { live } = fakeLive(system, { transport });
  live.tabs.sync([tab(TAB), tab("second")]);
  live.drive(TAB);
  const { signal } = new AbortController();
  const page = live.page({ signal, waitTimeoutMs: 1_000, workspace: fakePageWorkspace() });
  const [first = "", second = ""] = live.tabs.all.map(({ id }) => id);
  const stop = async () => {
    const stopped = live.connection.stop();
    await settle();
    await stopped;
  };
  /** What a call comes to. */
  const outcome = async (call: Promise<void>): Promise<unknown> => {
    const ended = call.catch((error) => error);
    await settle();
    return await ended;
  };
  return { live, driving: page.driving, first, second, outcome, stop };
}

const gone = () => new Refused("no such frame");

Deno.test("Driving.drive() to a tab that the browser has no longer drops it, and changes nothing else", async () => {
  const { live, driving, first, second, outcome, stop } = setUp({
    "browsingContext.activate": gone,
  });
  const error = await outcome(driving.drive(second));
  assertInstanceOf(error, PageError);
  assertEquals(error.status, 400);
  assertEquals(
    error.message,
    `Tab ${second} is gone, and the browser did not say so: there are ${first}`,
  );
  assertEquals([live.tabs.driven?.context, live.acting], [TAB, TAB]);
  assertEquals(driving.list().map((each) => each.tab), [first]);
  await stop();
});

Deno.test("Driving.drive() leaves the tab that was driven when the browser would not switch", async () => {
  const answers = { "browsingContext.activate": () => new Refused("unknown error") };
  const { live, driving, first, second, outcome, stop } = setUp(answers);
  assertInstanceOf(await outcome(driving.drive(second)), BidiError);
  assertEquals(live.tabs.driven?.context, TAB);
  assertEquals(driving.list().map((each) => each.tab), [first, second]);
  await stop();
});

Deno.test("Driving.close() of a tab that the browser has no longer drops it", async () => {
  const { live, driving, first, second, outcome, stop } = setUp({ "browsingContext.close": gone });
  assertEquals(await outcome(driving.close(second)), undefined);
  assertEquals(driving.list().map((each) => each.tab), [first]);
  assertEquals(live.tabs.driven?.context, TAB);
  await stop();
});
