import { assertEquals } from "@std/assert";
import { entryText } from "../../capture/console_text.ts";
import { type BrowserKind, entryLevel, entryType } from "../../capture/entry_kind.ts";
import { logEntries, mask } from "./log_frames.ts";

/** One line of the recorded page: its text on each browser, null where the browser sends none. */
type Line = [chrome: string | null, firefox: string | null, why?: string];

const UNSENT = "Error (its message was not sent by the browser)";
const CLEARED = "Chrome drops lines with objects that the same task clears after them";
const ONE_BROWSER = "only one browser has a line for it";
const OWN_WORDS = "each browser words it itself";
const ERROR = "Chrome's driver empties errors; the shim, not there in the recording, keeps them";
const FORMAT =
  "Chrome's driver drops a format with too few or too many arguments; the shim keeps it";

/** The lines of the fixture page `console`, in its order. */
const CONSOLE: readonly Line[] = [
  ["log", "log"],
  ["info", "info"],
  ["debug", "debug"],
  ["warn", "warn"],
  ["error", "error"],
  ["trace", "trace"],
  [null, "Assertion failed: asserted {a: 1}", CLEARED],
  ["Assertion failed", "Assertion failed"],
  [null, "[{a: 1}, {a: 2}]", CLEARED],
  ["group", "group"],
  ["gc", "gc"],
  ["inside", "inside"],
  ["console.groupEnd", null, ONE_BROWSER],
  ["default: 1", "default: 1"],
  ["c: 1", "c: 1"],
  [null, "c: 0", ONE_BROWSER],
  ["t: 0.0009765625 ms x", "t: 0ms x", OWN_WORDS],
  ["t: 0.05810546875 ms", "t: 13ms - timer ended", OWN_WORDS],
  ["Timer 'never' does not exist", "Timer “never” doesn’t exist.", OWN_WORDS],
  [null, "{d: 1}", CLEARED],
  [null, "<p#el.k>", CLEARED],
  ["console.clear", null, ONE_BROWSER],
  [null, "ts", ONE_BROWSER],
  [null, "", "Chrome's driver drops a call without arguments; the shim keeps it"],
  ["", ""],
  [
    "undefined null true -0 NaN Infinity 10n Symbol()",
    "undefined null true -0 NaN Infinity 10n Symbol()",
  ],
  ["{n: 1, self: [Circular]}", "{n: 1, self: [Circular]}"],
  ["<p#el.k> #document true", "<p#el.k> #document true"],
  [UNSENT, "Error: logged error", ERROR],
  [`${UNSENT} after`, "TypeError: err obj after", ERROR],
  [
    '[1, [2, [3, [4]]]] Map(1) {"k" => {v: 1}} Set(1) {1} 1970-01-01T00:00:00.000Z /re/g ' +
    "function function Promise TypedArray Proxy {x: 1} NodeList(1) [<p#el.k>]",
    '[1, [2, [3, [4]]]] Map(1) {"k" => {v: 1}} Set(1) {1} 1970-01-01T00:00:00.000Z /re/g ' +
    "function function Promise TypedArray Proxy {x: 1} NodeList(1) [<p#el.k>]",
  ],
  [
    null,
    "Bob is 42 years 42 1.500000 {o: 1} {O: 1}  styled % %j {j: 1} extra",
    FORMAT,
  ],
  ["100% 5", "100% 5"],
  [null, "%s", FORMAT],
  [`thing failed: ${UNSENT}`, "thing failed: Error: inner", ERROR],
  ["nul escred \u2028", "nul escred \u2028"],
  [
    "{password: •••, deep: {a: {b: {c: {d: 1}}}}}",
    "{password: •••, deep: {a: {b: {c: {d: 1}}}}}",
  ],
];

/** What the fixture page `errors` throws, sorted by text: the browsers report it in another order. */
const ERRORS: readonly Line[] = [
  ["AbortError: dom", "AbortError: dom"],
  ["AggregateError: many", "AggregateError: many"],
  ["Error: from cross-origin script", "Error: from cross-origin script"],
  ["Error: handled late", "Error: handled late"],
  ["Error: rejected error", "Error: rejected error"],
  ["Error: reported", "Error: reported"],
  ["Error: thrown error", "Error: thrown error"],
  ["Error: with cause", "Error: with cause"],
  [
    "SyntaxError: Expected property name or '}' in JSON at position 1 (line 1 column 2)",
    "SyntaxError: JSON.parse: end of data while reading object contents at line 1 column 2 of the JSON data",
    OWN_WORDS,
  ],
  ["SyntaxError: Unexpected token '='", "SyntaxError: expected expression, got '='", OWN_WORDS],
  ["SyntaxError: Unexpected token '}'", "SyntaxError: expected expression, got '}'", OWN_WORDS],
  [
    "TypeError: Failed to fetch dynamically imported module: http://127.0.0.1:18200/e/status/404?import",
    "TypeError: error loading dynamically imported module: http://127.0.0.1:18200/e/status/404?import",
    OWN_WORDS,
  ],
  ["[object Object]", "[object Object]"],
  ["null", "null"],
  ["rejected string", "rejected string"],
  ["thrown string", "thrown string"],
  ["undefined", "undefined"],
  ["undefined", "undefined"],
];

/** The lines of the fixture page `workers`. */
const WORKERS: readonly Line[] = [
  ["worker log", "worker log"],
  ["worker error", "worker error"],
  ["Error: worker reject", "Error: worker reject"],
  ["Error: worker boom", "Error: worker boom"],
  ["blob worker error", "blob worker error"],
  [null, "Error: shared boom", "Chrome sends nothing of a shared worker"],
  ["sw says hi", null, "Firefox sends nothing of a service worker"],
  ["sw error", null, "Firefox sends nothing of a service worker"],
];

function texts(browser: BrowserKind, scenario: string): string[] {
  return logEntries(browser, scenario)
    .filter((entry) => entryType(entry, browser) !== "browser")
    .map((entry) => entryText(entry, browser, mask).text);
}

function expected(lines: readonly Line[], side: 0 | 1): string[] {
  return lines.map((line) => line[side]).filter((text) => text !== null);
}

for (const browser of ["chrome", "firefox"] as const) {
  const side = browser === "chrome" ? 0 : 1;

  Deno.test(`entryText() reads the recorded console lines of ${browser}`, () => {
    assertEquals(texts(browser, "console"), expected(CONSOLE, side));
  });

  Deno.test(`entryText() reads the recorded uncaught errors of ${browser}`, () => {
    assertEquals(texts(browser, "errors").sort(), expected(ERRORS, side).sort());
  });

  Deno.test(`entryText() reads the recorded workers' lines of ${browser}`, () => {
    assertEquals(texts(browser, "workers"), expected(WORKERS, side));
  });

  Deno.test(`entryText() shows nothing of a planted secret on ${browser}`, () => {
    const all = logEntries(browser, "console").map((entry) => entryText(entry, browser, mask));
    assertEquals(JSON.stringify(all).includes("s3cr3t"), false);
  });
}

Deno.test("entryText() gives both browsers the same text but for reasons that are listed", () => {
  for (const [chrome, firefox, why] of [...CONSOLE, ...ERRORS, ...WORKERS]) {
    if (why === undefined) assertEquals(chrome, firefox);
    else assertEquals(chrome === firefox, false, `no exception needed: ${chrome}`);
  }
});

Deno.test("entryType() tells Firefox's own words from what the page threw", () => {
  const own = ["errors", "workers"].map((scenario) =>
    logEntries("firefox", scenario)
      .filter((entry) => entryType(entry, "firefox") === "browser")
      .map((entry) => (entry.text ?? "").slice(0, 14))
  );
  assertEquals(own, [["Loading module"], ["Loading Worker", "Failed to load"]]);
  const blocked = logEntries("firefox", "blocked").map((entry) => entryType(entry, "firefox"));
  assertEquals(blocked.includes("browser"), true);
  for (const scenario of ["errors", "workers", "blocked"]) {
    const types = logEntries("chrome", scenario).map((entry) => entryType(entry, "chrome"));
    assertEquals(types.includes("browser"), false);
  }
});

Deno.test("entryLevel() counts traces as debug and failed assertions as errors on both browsers", () => {
  for (const browser of ["chrome", "firefox"] as const) {
    const levels = new Map(
      logEntries(browser, "console").map((entry) => [entry.method ?? "", entryLevel(entry)]),
    );
    assertEquals(
      ["log", "info", "debug", "warn", "error", "trace", "assert"].map((name) => levels.get(name)),
      ["info", "info", "debug", "warn", "error", "debug", "error"],
    );
  }
});
