import v8 from "node:v8";
import vm from "node:vm";
import { assert, assertEquals, assertLess } from "@std/assert";
import type { BidiEvent } from "../../bidi/protocol.ts";
import { median } from "../bench/ratios.ts";
import {
  completed,
  failed,
  logged,
  navigation,
  sent,
  tabClosed,
  tabOpened,
} from "../capture/events.ts";
import { fakeWorkspace } from "../fakes/workspace.ts";

/** Documents after which all that is bounded is full and V8 has compiled what it will, and those looked at. */
const FILL = 160;
const MORE = 80;
/** Documents between two looks. */
const STEP = 4;
/** Bytes of the heap that one more document may cost then: 10 for each of its events. */
const MAX_BYTES = 3_000;

/** Collects all that can be, and says what is left. */
function heap(): number {
  v8.setFlagsFromString("--expose-gc");
  const collect: () => void = vm.runInNewContext("gc");
  collect();
  collect();
  return Deno.memoryUsage().heapUsed;
}

/** One document's life: what it says and asks for, each thing another than in every other document. */
function document(page: number): BidiEvent[] {
  const id = (name: string) => `${name}-${page}`;
  const url = `https://site.test/${page}?token=${crypto.randomUUID()}`;
  const frame = id("frame");
  const events = [
    navigation("navigationStarted", id("nav"), { url }),
    sent({ id: id("doc"), url, navigation: id("nav") }),
    navigation("navigationCommitted", id("nav"), { url }),
    completed({ id: id("doc"), url, navigation: id("nav"), mime: "text/html" }),
    navigation("load", id("nav"), { url }),
    tabOpened(frame, "tab"),
  ];
  for (let i = 0; i < 60; i++) {
    const text = `line ${page} ${i} ${crypto.randomUUID()}`;
    events.push(logged(text, { level: i % 3 === 0 ? "error" : "info" }), logged("again"));
  }
  for (let i = 0; i < 60; i++) {
    const said = {
      id: id(`r${i}`),
      url: `https://site.test/${id("api")}/${i}?token=${crypto.randomUUID()}`,
      context: i % 7 === 0 ? frame : "tab",
      headers: { authorization: `Bearer ${crypto.randomUUID()}` },
    };
    events.push(sent(said));
    // Some never end, some fail, some are redirected.
    if (i % 10 === 1) events.push(failed("net::ERR_FAILED", said));
    else if (i % 10 === 2) {
      events.push(completed({ ...said, status: 302 }), sent({ ...said, hop: 1 }));
    } else if (i % 10 !== 3) events.push(completed({ ...said, status: i % 5 === 0 ? 500 : 200 }));
  }
  events.push(tabClosed(frame));
  return events;
}

for (const browser of ["chrome", "firefox"] as const) {
  Deno.test(`a workspace whose buffers are full holds no more after ${MORE} documents: ${browser}`, async () => {
    const workspace = fakeWorkspace();
    await workspace.now(workspace.open({ capture: true }));
    const { transport } = workspace.browser.newest();
    const sizes: number[] = [];
    for (let page = 0; page < FILL + MORE; page++) {
      for (const event of document(page)) await workspace.feed(event);
      const called = workspace.call({ effect: "input" });
      await workspace.elapse(15_000);
      await called;
      transport.commands.length = 0;
      workspace.logged.length = 0;
      workspace.fed.length = 0;
      if (page >= FILL && page % STEP === 0) sizes.push(heap());
    }
    const half = sizes.length / 2;
    const growth = median(sizes.slice(half)) - median(sizes.slice(0, half));
    assertLess(growth / half / STEP, MAX_BYTES);
    const { total } = await workspace.now(workspace.read<{ total: number }>("workspace://console"));
    assert(total > 0);
    await workspace.stop();
    assertEquals(workspace.clock.pending, 0);
  });
}
