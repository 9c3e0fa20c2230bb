import { assertEquals, assertMatch } from "@std/assert";
import { bytes, clock, count, counted, duration, span } from "../../../ui/shared/format.ts";
import { wordsOf } from "../../../ui/views/words.ts";

Deno.test("numbers are written as a person reads them", () => {
  assertEquals(
    [count(1_204), counted(1, "request"), counted(2, "entry", "entries"), counted(0, "gap")],
    ["1,204", "1 request", "2 entries", "0 gaps"],
  );
  assertEquals([null, 0, 999, 1_000, 1_250_000].map(bytes), [
    "–",
    "0 B",
    "999 B",
    "1.0 kB",
    "1.3 MB",
  ]);
  assertEquals([null, 0.4, 999.4, 1_240].map(duration), ["–", "0 ms", "999 ms", "1.24 s"]);
  assertEquals([90, 600, 10_800].map(span), ["90 s", "10 min", "3 h"]);
  assertMatch(clock(1_234), /^\d\d:\d\d:01\.234$/);
});

Deno.test("wordsOf() says what a value is by its name", () => {
  assertEquals([wordsOf("live", true), wordsOf("x", false), wordsOf("dialog", null)], [
    "yes",
    "no",
    "none",
  ]);
  assertEquals([wordsOf("size", 7_248), wordsOf("calls", 7_248)], ["7.2 kB", "7,248"]);
  assertMatch(wordsOf("saved_at", Date.UTC(2026, 0, 2)), /2026/);
  assertEquals(wordsOf("deep", { a: [1] }), '{"a":[1]}');
});
