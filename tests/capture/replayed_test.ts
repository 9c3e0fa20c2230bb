/** A session that is heard again: what a browser tells again, and what of it nobody saw. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { BidiEvent } from "../../bidi/protocol.ts";
import { random } from "../fakes/random.ts";
import { Bench, logged, START, TAB, tab, tabOpened } from "./events.ts";
import { HOME, interrupt, line, opened, replay, resume, shows, texts } from "./heard_again.ts";

Deno.test("Capture.replayed() lands what is new of a replay, once and in order", () => {
  const before = [line("a", START), line("b", START + 1), line("b", START + 1)];
  const gap = [line("b", START + 1), line("c", START + 500)];
  const bench = interrupt(opened().feed(...before));
  resume(bench);
  for (const event of [...before, ...gap]) bench.capture.ingest(event, bench.now);
  assertEquals(texts(bench), ["a", "b", "b"]);
  bench.capture.replayed(bench.now);
  assertEquals(texts(bench), ["a", "b", "b", "b", "c"]);
  bench.feed(line("d", bench.now));
  assertEquals(texts(bench), ["a", "b", "b", "b", "c", "d"]);
});

Deno.test("Capture.replayed() knows what was seen and not kept", () => {
  const debug = logged("quiet", { level: "debug", timestamp: START });
  const bench = interrupt(opened().feed(debug, line("a", START + 1)));
  bench.capture.clear(bench.now);
  resume(bench);
  replay(bench, debug, line("a", START + 1), line("b", START + 2));
  assertEquals([texts(bench), bench.console().not_kept.debug], [["b"], 0]);
});

Deno.test("Capture.replayed() aligns each context by itself, and a line outside of any", () => {
  const frame = { context: "frame" };
  const worker = logged("w", { timestamp: START, source: { realm: "worker" } });
  const bench = opened().feed(tabOpened("frame", TAB));
  interrupt(bench.feed(line("a", START), line("f", START, frame), worker));
  resume(bench, [shows(HOME, TAB, [{ ...tab("frame", TAB), children: [] }])]);
  replay(bench, line("a", START), line("a2", START), line("f", START, frame), worker, worker);
  assertEquals(texts(bench), ["a", "f", "w", "a2", "w"]);
});

Deno.test("Capture.replayed() lands what was lost before the drop too", () => {
  const at = (number: number) => line(`${number}`, START + number);
  const bench = opened().feed(at(1), at(2));
  bench.capture.lost(1, bench.now);
  interrupt(bench.feed(at(4)));
  resume(bench);
  replay(bench, ...[1, 2, 3, 4, 5].map(at));
  assertEquals(texts(bench), ["1", "2", "4", "3", "5"]);
  interrupt(bench);
  resume(bench);
  replay(bench, ...[1, 2, 3, 4, 5, 6].map(at));
  assertEquals(texts(bench), ["1", "2", "4", "3", "5", "6"]);
});

Deno.test("Capture.replayed() knows which of equal lines of one millisecond were lost", () => {
  const [a, b, c] = ["a", "b", "c"].map((text) => line(text, START)) as [
    BidiEvent,
    BidiEvent,
    BidiEvent,
  ];
  const bench = opened().feed(a);
  bench.capture.lost(1, bench.now);
  interrupt(bench.feed(a, b));
  resume(bench);
  replay(bench, a, b, a, b, c);
  assertEquals(texts(bench), ["a", "a", "b", "b", "c"]);
});

Deno.test("Capture.replayed() knows which of them were lost of a replay itself", () => {
  const [a, b, c] = ["a", "b", "c"].map((text) => line(text, START)) as [
    BidiEvent,
    BidiEvent,
    BidiEvent,
  ];
  const bench = interrupt(opened());
  resume(bench).capture.ingest(a, bench.now);
  bench.capture.lost(1, bench.now);
  interrupt(replay(bench, a, b));
  resume(bench);
  replay(bench, a, b, a, b, c);
  assertEquals(texts(bench), ["a", "a", "b", "b", "c"]);
});

Deno.test("Capture.replayed() says when the replay does not reach back to what was seen", () => {
  const at = (number: number) => line(`${number}`, START + number);
  const bench = interrupt(opened().feed(at(0)));
  resume(bench);
  replay(bench, ...Array.from({ length: 100 }, (_, number) => at(50 + number)));
  assertEquals(texts(bench).length, 101);
  assertStringIncludes(bench.console().gaps[0]?.why ?? "", "the oldest may be missing");
});

Deno.test("Capture.interrupt() forgets a replay that has not ended: it comes again", () => {
  const at = (number: number) => line(`${number}`, START + number);
  const bench = interrupt(opened().feed(at(1), at(2)));
  resume(bench);
  bench.capture.ingest(at(1), bench.now);
  interrupt(bench).capture.replayed(bench.now);
  assertEquals(texts(bench), ["1", "2"]);
  resume(bench);
  replay(bench, at(1), at(2), at(3));
  assertEquals(texts(bench), ["1", "2", "3"]);
});

Deno.test("Capture.replayed() says of a first replay that it is full, and of no other", () => {
  for (const [count, full] of [[99, false], [100, true]] as const) {
    const bench = interrupt(opened());
    resume(bench);
    replay(bench, ...Array.from({ length: count }, (_, at) => line(`${at}`, START + at)));
    assertEquals(bench.console().gaps[0]?.why.includes("the oldest may be missing"), full);
  }
});

Deno.test("Capture.replayed() counts what was too much to be held", () => {
  const long = "x".repeat(3 * 1024 * 1024);
  const at = (number: number) => line(number + long, START + number);
  const bench = interrupt(opened().feed(at(1)));
  resume(bench);
  replay(bench, at(1), at(2), at(3));
  assertEquals(texts(bench).length, 1);
  assertEquals(bench.console().dropped, 2);
  assertStringIncludes(bench.console().gaps[1]?.why ?? "", "2 lines");
});

Deno.test("Capture.replayed() gives a line to the call in whose window it was logged", () => {
  const bench = opened().open(1).wait(100);
  bench.close(1);
  interrupt(bench);
  resume(bench).open(2).wait(10);
  replay(
    bench,
    logged("of 1", { timestamp: START + 50 }),
    logged("after 1", { timestamp: START + 600 }),
    logged("of 2", { timestamp: bench.now }),
  );
  const entries = bench.console().entries.toReversed().map(({ call, text }) => `${call} ${text}`);
  assertEquals(entries, ["1 of 1", "1 after 1", "2 of 2"]);
  const hint = bench.close(2);
  assertEquals([hint?.errors, hint?.late?.map(({ call, errors }) => [call, errors])], [1, [[
    1,
    2,
  ]]]);
});

Deno.test("Capture.replayed() goes by the browser's clock, which its lines have told", () => {
  const hour = 3_600_000;
  const bench = new Bench();
  bench.open(1).feed(line("live", START + hour)).wait(100);
  bench.close(1);
  resume(interrupt(bench));
  replay(bench, line("live", START + hour), line("unheard", START + hour + 50));
  assertEquals(bench.console().entries.map(({ call }) => call), [1, 1]);
});

Deno.test("Capture has every line once and in order, over many drops", () => {
  const next = random(7);
  for (let run = 0; run < 20; run++) {
    const bench = opened();
    const all: BidiEvent[] = [];
    const log = (count: number) =>
      Array.from({ length: count }, () => {
        // Never more than two alike, so that no overlap fits in two places.
        const twin = all.length > 0 && all.length % 7 === 0;
        const event = twin ? all.at(-1) ?? line("", 0) : line(`${next(3)}`, START + all.length);
        all.push(event);
        return event;
      });
    for (let drop = 0; drop < 4; drop++) {
      for (const event of log(next(200))) bench.capture.ingest(event, bench.now);
      interrupt(bench);
      log(next(99));
      resume(bench);
      replay(bench, ...all.slice(-100));
    }
    const right = all.map(({ params }) => "text" in params ? params.text : undefined);
    assertEquals(texts(bench), right.slice(-texts(bench).length));
    const { total, dropped } = bench.console();
    assertEquals(total + dropped, all.length);
  }
});
