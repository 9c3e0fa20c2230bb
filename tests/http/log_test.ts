import { assertEquals } from "@std/assert";
import { createLog, type LogFormat, type LogLevel } from "../../http/log.ts";

function logged(level: LogLevel, format: LogFormat) {
  const lines: string[] = [];
  const log = createLog({ level, format, now: () => 0, write: (line) => lines.push(line) });
  return { log, lines };
}

Deno.test("createLog() writes one line of text an event", () => {
  const { log, lines } = logged("info", "text");
  log.info("listening", { port: 4445, address: "http://127.0.0.1:4445" });
  assertEquals(lines, [
    "1970-01-01T00:00:00.000Z info  listening port=4445 address=http://127.0.0.1:4445\n",
  ]);
});

Deno.test("createLog() writes JSON for machines, its own members last", () => {
  const { log, lines } = logged("info", "json");
  log.warn("odd", { level: "mine", n: 1, b: true });
  assertEquals(lines.map((line) => JSON.parse(line)), [
    { n: 1, b: true, time: "1970-01-01T00:00:00.000Z", level: "warn", event: "odd" },
  ]);
});

Deno.test("createLog() shows a level and those before it", () => {
  const shown = (level: LogLevel) => {
    const { log, lines } = logged(level, "text");
    log.error("e");
    log.warn("w");
    log.info("i");
    log.debug("d");
    return lines.map((line) => line.trim().at(-1)).join("");
  };
  assertEquals([shown("error"), shown("warn"), shown("info"), shown("debug")], [
    "e",
    "ew",
    "ewi",
    "ewid",
  ]);
});

Deno.test("createLog() keeps a line one line, whatever a value holds", () => {
  const { log, lines } = logged("info", "text");
  log.info("x", { a: "two\nlines", b: 'q"=', c: "\u009b31m", d: "\u2028", e: "" });
  assertEquals(lines, [
    '1970-01-01T00:00:00.000Z info  x a="two\\nlines" b="q\\"=" c="\\u{9b}31m" d="\\u{2028}" e=""\n',
  ]);
});

Deno.test("createLog() cuts a long value", () => {
  const { log, lines } = logged("info", "json");
  log.info("x", { a: "y".repeat(9_000) });
  assertEquals(JSON.parse(lines[0] ?? "").a.length, 501);
});

Deno.test("createLog() survives a writer that throws", () => {
  const log = createLog({
    level: "info",
    format: "text",
    now: () => 0,
    write: () => {
      throw new Error("EPIPE");
    },
  });
  log.info("x");
});
