import { assertEquals, assertLess } from "@std/assert";
import type { BidiEvent } from "../../bidi/protocol.ts";
import { Bench, completed, logged, navigation, sent, TAB } from "./events.ts";

const SECRET = "Hunter22-of-the-shop";

/** A bench whose masker knows a secret, and what it was asked to look at. */
function watched() {
  const bench = new Bench();
  bench.masker.bind(SECRET);
  const looked: number[] = [];
  for (const method of ["url", "text"] as const) {
    const mask = bench.masker[method].bind(bench.masker);
    bench.masker[method] = (text) => {
      looked.push(text.length);
      return mask(text);
    };
  }
  return { bench, longest: () => Math.max(...looked) };
}

Deno.test("beginHop() and answerHop() mask a secret in a method, a type and a charset, in whichever case", () => {
  const { bench } = watched();
  bench.feed(
    sent({ method: SECRET }),
    completed({ method: SECRET, mime: `text/${SECRET.toLowerCase()}; charset=${SECRET}` }),
  );
  const { id = "", method, mime } = bench.network().requests[0] ?? {};
  assertEquals([method, mime], ["•••", "text/•••"]);
  assertEquals(bench.capture.bodySource(id, bench.now)?.mime, "text/•••;charset=•••");
});

Deno.test("Capture looks at no more of what a page makes long than it needs: URLs, names of functions", () => {
  const { bench, longest } = watched();
  const long = "x".repeat(1_000_000);
  const url = `https://site.test/?q=${long}`;
  const frame = { url, functionName: long, lineNumber: 0, columnNumber: 0 };
  const moved: BidiEvent = {
    method: "browsingContext.historyUpdated",
    params: { context: TAB, timestamp: 0, url },
  };
  bench.feed(
    sent({ url }, { type: "script", stackTrace: { callFrames: [frame] } }),
    logged("a", { stackTrace: { callFrames: [frame] } }),
    navigation("navigationCommitted", "n1", { url }),
    moved,
  );
  assertLess(longest(), 100_000);
  assertLess(bench.capture.page?.url.length ?? Infinity, 100_000);
});
