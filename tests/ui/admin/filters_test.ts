import { assertEquals } from "@std/assert";
import { chipsOf, hasText } from "../../../ui/admin/filters.ts";
import type { AnyRow } from "../../../ui/admin/rows.ts";

const line = (level: string, text = "x", url: string | null = null) =>
  ({ seq: 1, level, text, source: url === null ? null : { url, line: 1, column: 1 } }) as AnyRow;
const request = (type: string, failed = false) =>
  ({
    seq: 1,
    id: "1.1",
    method: "GET",
    url: "https://A.test/x",
    status: 404,
    type,
    failed,
  }) as AnyRow;

for (
  const [tab, id, row, shows] of [
    ["console", "all", line("debug"), true],
    ["console", "errors", line("error"), true],
    ["console", "errors", line("warn"), false],
    ["console", "warnings", line("warn"), true],
    ["console", "warnings", line("info"), false],
    ["network", "all", request("image"), true],
    ["network", "xhr", request("xhr"), true],
    ["network", "xhr", request("fetch"), true],
    ["network", "xhr", request("document"), false],
    ["network", "failed", request("image", true), true],
    ["network", "failed", request("fetch"), false],
  ] as const
) {
  const { level, type } = row as { level?: string; type?: string };
  Deno.test(`the chip ${id} of ${tab} ${shows ? "shows" : "hides"} ${level ?? type}`, () => {
    assertEquals(chipsOf(tab).find((chip) => chip.id === id)?.shows(row), shows);
  });
}

for (
  const [row, text, has] of [
    [line("error", "Order FAILED"), "order failed", true],
    [line("error", "Order FAILED"), "", true],
    [line("error", "x", "https://a.test/App.js"), "app.JS", true],
    [line("error", "x"), "app", false],
    [line("error", "a.b"), "a*b", false],
    [request("xhr"), "get https://a.test", true],
    [request("xhr"), "404", true],
    [request("xhr"), "405", false],
  ] as const
) {
  Deno.test(`hasText() ${has ? "finds" : "does not find"} ${JSON.stringify(text)} in ${JSON.stringify(row)}`, () => {
    assertEquals(hasText(row, text), has);
  });
}
