import { assertEquals } from "@std/assert";
import { TabWatch } from "../../actors/tab_watch.ts";
import type { BidiEvent } from "../../bidi/protocol.ts";
import { fakeLive } from "../fakes/live.ts";
import { fakeSystem } from "../fakes/system.ts";

for (const keeping of [false, true]) {
  Deno.test(`TabWatch.event() says that a download was not kept: ${!keeping}`, async () => {
    const { system, settle } = fakeSystem();
    const { live } = fakeLive(system);
    const { signal } = new AbortController();
    const watch = new TabWatch({ live, signal, running: () => null, keeping: () => keeping });
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
    const told = [notice('"a \\"b\\".txt"'), notice(`"${"n".repeat(200)}"`)];
    assertEquals(live.takeNotices(), keeping ? [] : told);
    const stopped = live.connection.stop();
    await settle();
    await stopped;
  });
}
