import { assertEquals } from "@std/assert";
import { pendingOf, stopLoading } from "../../actors/stop_loading.ts";
import type { BrowserName } from "../../drivers/driver.ts";
import { navigation } from "../capture/events.ts";
import { AnsweringTransport, ONE_TAB, Refused } from "../fakes/browser.ts";
import { fakeLive } from "../fakes/live.ts";
import { fakeSystem } from "../fakes/system.ts";

/** A live browser whose tab is on its way, and what it is sent to stop it. */
function onItsWay(browser: BrowserName) {
  const fake = fakeSystem();
  const transport = new AnsweringTransport({
    ...ONE_TAB,
    "browsingContext.navigate": () => new Refused("unknown error", "net::ERR_ABORTED"),
  });
  const { live } = fakeLive(fake.system, { transport, browser });
  const start = (id: string) =>
    live.tabs.apply(navigation("navigationStarted", id, { context: "T", url: "https://b.test/" }));
  start("n1");
  const stop = async (before: ReturnType<typeof pendingOf>) => {
    const stopped = stopLoading(live, before);
    await fake.settle();
    await stopped;
    return transport.commands.map((
      { method, params },
    ) => [method, params.url ?? params.expression]);
  };
  return { live, start, stop };
}

Deno.test("stopLoading() ends what the call has begun, in each browser's way", async () => {
  for (
    const [browser, sent] of [
      ["chrome", ["browsingContext.navigate", "nntp:stop"]],
      ["firefox", ["script.evaluate", "window.stop()"]],
    ] as const
  ) {
    const { live, stop } = onItsWay(browser);
    assertEquals(await stop(null), [[...sent]]);
    assertEquals(pendingOf(live), null);
  }
});

Deno.test("stopLoading() leaves alone what was under way before the call, and a tab that stays", async () => {
  const { live, start, stop } = onItsWay("chrome");
  assertEquals(await stop(pendingOf(live)), []);
  live.tabs.stopped("T");
  assertEquals(await stop(null), []);
  start("n2");
  assertEquals((await stop(null)).length, 1);
});

Deno.test("stopLoading() leaves a tab alone whose dialog holds it up", async () => {
  const { live, stop } = onItsWay("firefox");
  live.tabs.apply({
    method: "browsingContext.userPromptOpened",
    params: { context: "T", type: "alert", message: "hi", handler: "ignore" },
  });
  assertEquals(await stop(null), []);
});
