import { assert, assertEquals } from "@std/assert";
import type { LogEntry } from "../../bidi/protocol.ts";
import { Bench, logged, navigation, sent, START, TAB } from "./events.ts";

const lines = (bench: Bench) =>
  bench.console().entries.toReversed().map(({ text, repeat }) => [text, repeat ?? 1]);

Deno.test("ConsoleLog.ingest() folds equal lines that follow each other into one", () => {
  const bench = new Bench().feed(logged("a"), logged("a"), logged("b"), logged("a"));
  assertEquals(lines(bench), [["a", 2], ["b", 1], ["a", 1]]);
});

Deno.test("ConsoleLog.ingest() counts every one of equal errors for the call", () => {
  const bench = new Bench().open(1).feed(logged("a"), logged("a"), logged("a"));
  assertEquals(bench.close(1)?.errors, 3);
});

Deno.test("ConsoleLog.ingest() folds no lines of different calls, documents, places or objects", () => {
  const object = (value: unknown) => ({ args: [{ type: "object", value }] });
  const at = (lineNumber: number): Partial<LogEntry> => ({
    stackTrace: {
      callFrames: [{
        url: "https://site.test/a.js",
        lineNumber,
        columnNumber: 0,
        functionName: "",
      }],
    },
  });
  const bench = new Bench();
  bench.open(1).feed(logged("a")).close(1);
  bench.open(2).feed(logged("a"), logged("a", at(1)), logged("a", at(2)));
  bench.feed(logged("o", object([])), logged("o", object([])), logged("a"));
  bench.load("n1").feed(logged("a"));
  assertEquals(bench.capture.captured(START).errors, 1);
  const numbers = bench.console().entries.map(({ seq }) => bench.capture.entry(seq, START));
  const stored = numbers.filter((entry) => entry !== undefined);
  assert(stored.every(({ repeat }) => repeat === undefined));
});

Deno.test("ConsoleLog.ingest() counts debug entries and keeps none", () => {
  const bench = new Bench().feed(
    logged("d", { level: "debug", method: "debug" }),
    logged("t", { level: "debug", method: "trace" }),
  );
  assertEquals([bench.console().total, bench.console().not_kept], [0, { debug: 2 }]);
});

Deno.test("ConsoleLog.ingest() keeps a worker's line, which has no context", () => {
  const bench = new Bench().feed({
    method: "log.entryAdded",
    params: {
      type: "javascript",
      level: "error",
      source: { realm: "worker" },
      text: "Error: boom",
      timestamp: START,
    },
  });
  const [entry] = bench.console().entries;
  assertEquals([entry?.text, entry?.context], ["Error: boom", null]);
});

Deno.test("ConsoleLog.ingest() shows places one-based and leaves our own frame out", () => {
  const frame = (url: string, functionName: string) => ({
    url,
    functionName,
    lineNumber: 9,
    columnNumber: 4,
  });
  const bench = new Bench().feed(logged("x", {
    stackTrace: {
      callFrames: [
        frame("pagetap:console", "error"),
        frame("https://site.test/a.js?token=s3cr3t", "inner"),
        frame("https://site.test/a.js?token=s3cr3t", "outer"),
      ],
    },
  }));
  const url = "https://site.test/a.js?token=•••";
  assertEquals(bench.capture.entry(1, START)?.stack, [
    { url, line: 10, column: 5, function: "inner" },
    { url, line: 10, column: 5, function: "outer" },
  ]);
  assertEquals(bench.console().entries[0]?.source, { url, line: 10, column: 5 });
});

Deno.test("ConsoleLog.ingest() keeps at most 100 frames of a stack", () => {
  const callFrames = Array.from({ length: 300 }, (_, lineNumber) => ({
    url: "https://site.test/a.js",
    lineNumber,
    columnNumber: 0,
    functionName: "f",
  }));
  const bench = new Bench().feed(logged("deep", { stackTrace: { callFrames } }));
  assertEquals(bench.capture.entry(1, START)?.stack.length, 100);
});

Deno.test("ConsoleLog.ingest() takes Firefox's NetworkError of a page that is left for nobody's", () => {
  const text = "TypeError: NetworkError when attempting to fetch resource.";
  const noise = logged(text, { type: "javascript" });
  const bench = new Bench("firefox").load("n1").open(1).feed(
    navigation("navigationStarted", "n2"),
    noise,
  );
  assertEquals(bench.close(1), undefined);
  assertEquals(bench.console().entries[0]?.background, true);
  bench.feed(navigation("navigationCommitted", "n2")).open(2).feed(noise);
  assertEquals(bench.close(2)?.errors, 1);
});

Deno.test("ConsoleLog.ingest() counts a browser's own error as one", () => {
  const text = "Content-Security-Policy: The page’s settings blocked an image";
  const bench = new Bench("firefox").open(1).feed(logged(text, { type: "javascript" }));
  assertEquals(bench.console().entries[0]?.type, "browser");
  assertEquals(bench.close(1)?.errors, 1);
});

Deno.test("ConsoleLog.ingest() drops what a return to an old page replays", () => {
  const bench = new Bench().load("n1").feed(logged("once", { timestamp: START + 1 }));
  bench.wait(1_000).load("n2");
  bench.feed(
    navigation("navigationStarted", "back"),
    logged("once", { timestamp: START + 1 }),
    logged("at the leave", { timestamp: START + 2 }),
    navigation("navigationCommitted", "n1", { at: START + 2_000 }),
    logged("after", { timestamp: START + 2_001 }),
  );
  assertEquals(lines(bench), [["once", 1], ["at the leave", 1], ["after", 1]]);
});

Deno.test("ConsoleLog.ingest() numbers entries and requests in one row", () => {
  const bench = new Bench().feed(logged("a"), sent({ context: TAB }), logged("b"));
  assertEquals(bench.console().entries.map(({ seq }) => seq), [3, 1]);
  assertEquals(bench.network().requests.map(({ seq }) => seq), [2]);
});
