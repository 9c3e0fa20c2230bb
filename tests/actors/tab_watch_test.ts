import { assertEquals } from "@std/assert";
import { TabWatch } from "../../actors/tab_watch.ts";
import type { BidiEvent } from "../../bidi/protocol.ts";
import { navigation, tab } from "../capture/events.ts";
import { AnsweringTransport, ONE_TAB } from "../fakes/browser.ts";
import { fakeLive } from "../fakes/live.ts";
import { fakeSystem } from "../fakes/system.ts";

for (const keeping of [false, true]) {
  Deno.test(`TabWatch.event() says that a download was not kept: ${!keeping}`, async () => {
    const { system, settle } = fakeSystem();
    const { live } = fakeLive(system);
    const { signal } = new AbortController();
    const watch = new TabWatch({
      live,
      signal,
      running: () => null,
      keeping: () => keeping,
      picturing: () => false,
    });
    const began = (suggestedFilename: string): BidiEvent => ({
      method: "browsingContext.downloadWillBegin",
      params: {
        context: "T",
        navigation: null,
        timestamp: 0,
        url: "http://a.test/",
        suggestedFilename,
      },
    });
    watch.event(began('a "b".txt'));
    watch.event(began("n".repeat(300)));
    const notice = (name: string) =>
      `a download of ${name} began and was not kept: use download to keep one`;
    const told = [notice('"a \\"b\\".txt"'), notice(`"${"n".repeat(200)}…"`)];
    assertEquals(live.takeNotices(), keeping ? [] : told);
    const stopped = live.connection.stop();
    await settle();
    await stopped;
  });
}

Deno.test("TabWatch.event() closes the tab that Firefox opens for a download that was refused", async () => {
  const { system, settle } = fakeSystem();
  const transport = new AnsweringTransport(ONE_TAB);
  const { live } = fakeLive(system, { transport, browser: "firefox" });
  const { signal } = new AbortController();
  const watch = new TabWatch({
    live,
    signal,
    running: () => null,
    keeping: () => false,
    picturing: () => false,
  });
  const hear = (event: BidiEvent) => {
    live.tabs.apply(event);
    watch.event(event);
  };
  const of = "http://a.test/x";
  const told = (u: string) => `about:neterror?e=serverError&u=${encodeURIComponent(u)}&c=UTF-8`;
  const opened = (context: string, url: string) => {
    hear({
      method: "browsingContext.contextCreated",
      params: { ...tab(context), originalOpener: "T" },
    });
    hear(navigation("navigationCommitted", context, { context, url }));
  };
  hear(navigation("navigationStarted", "n", { context: "T", url: of }));
  opened("of another", told("http://a.test/other"));
  opened("of it", told(of));
  await settle();
  const closed = transport.commands.filter(({ method }) => method === "browsingContext.close");
  assertEquals(closed.map(({ params }) => params.context), ["of it"]);
  assertEquals(live.tabs.driven?.pending, null);
  assertEquals(live.takeNotices(), [
    `the server answered the download of ${of} with an error: nothing was downloaded`,
  ]);
  const stopped = live.connection.stop();
  await settle();
  await stopped;
});
