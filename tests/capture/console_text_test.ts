import { assert, assertEquals, assertLess, assertLessOrEqual } from "@std/assert";
import type { RemoteValue } from "../../bidi/protocol.ts";
import { entryText, MAX_TEXT } from "../../capture/console_text.ts";
import { type BrowserKind } from "../../capture/entry_kind.ts";
import { SHIM_LIST, SHIM_MARK } from "../../capture/shim_mark.ts";
import { consoleEvent, mask } from "./log_frames.ts";

const string = (value: string): RemoteValue => ({ type: "string", value });
const number = (value: number | string): RemoteValue => ({ type: "number", value });
const object = (members: Record<string, RemoteValue>): RemoteValue => ({
  type: "object",
  value: Object.entries(members),
});
const array = (...members: RemoteValue[]): RemoteValue => ({ type: "array", value: members });

function textOf(args: RemoteValue[], browser: BrowserKind = "chrome"): string {
  return entryText(consoleEvent(args), browser, mask).text;
}

function nested(depth: number): RemoteValue {
  return depth === 0 ? number(1) : object({ n: nested(depth - 1) });
}

Deno.test("entryText() tells every primitive apart", () => {
  const args: RemoteValue[] = [
    { type: "undefined" },
    { type: "null" },
    { type: "boolean", value: true },
    number("-0"),
    number("NaN"),
    number(1.5),
    { type: "bigint", value: "10" },
    { type: "symbol" },
  ];
  for (const browser of ["chrome", "firefox"] as const) {
    assertEquals(textOf(args, browser), "undefined null true -0 NaN 1.5 10n Symbol()");
  }
});

Deno.test("entryText() quotes strings inside a value and not beside it", () => {
  assertEquals(
    textOf([
      string("a"),
      array(string('b "c"'), string("undefined")),
      object({ "x-y": string("z") }),
    ]),
    'a ["b \\"c\\"", "undefined"] {"x-y": "z"}',
  );
});

Deno.test("entryText() opens values to a depth of 5 and marks what lies deeper", () => {
  assertEquals(textOf([nested(5)]), "{n: {n: {n: {n: {n: 1}}}}}");
  assertEquals(textOf([nested(7)]), "{n: {n: {n: {n: {n: {… 1 more}}}}}}");
  assertEquals(textOf([{ type: "object" }, { type: "array" }, { type: "map" }]), "{…} […] Map {…}");
});

Deno.test("entryText() shows 50 members and says how many more there are", () => {
  const values = Array.from({ length: 62 }, (_, index) => number(index));
  const text = textOf([array(...values)]);
  assert(text.endsWith("48, 49, … 12 more]"), text);
  const { args } = entryText(consoleEvent([array(...values)]), "chrome", mask);
  const [copy] = args as unknown[][];
  assertEquals(copy?.length, 51);
  assertEquals(copy?.at(-1), { type: "more", count: 12 });
});

Deno.test("entryText() marks a cycle and shows a second reference in full", () => {
  const self: RemoteValue = {
    type: "object",
    internalId: "1",
    value: [["n", number(1)], ["self", { type: "object", internalId: "1" }]],
  };
  assertEquals(textOf([self]), "{n: 1, self: [Circular]}");
  assertEquals(
    textOf([self, { type: "object", internalId: "1" }]),
    "{n: 1, self: [Circular]} {n: 1, self: [Circular]}",
  );
  assertEquals(textOf([{ type: "object", internalId: "unknown" }]), "{…}");
});

Deno.test("entryText() writes maps, sets, nodes and platform objects short", () => {
  const node: RemoteValue = {
    type: "node",
    value: { nodeType: 1, localName: "p", attributes: { class: "a b", id: "el", value: "typed" } },
  };
  assertEquals(
    textOf([
      { type: "map", value: [["k", number(1)], [object({}), node]] },
      { type: "set", value: [string("x")] },
      { type: "nodelist", value: [node] },
      { type: "node", value: { nodeType: 9 } },
      { type: "window", value: { context: "c" } },
      { type: "regexp", value: { pattern: "re", flags: "g" } },
      { type: "somethingnew" },
    ]),
    'Map(2) {"k" => 1, {} => <p#el.a.b>} Set(1) {"x"} NodeList(1) [<p#el.a.b>] #document Window ' +
      "/re/g somethingnew",
  );
});

Deno.test("entryText() formats Chrome's raw format as the console does", () => {
  const cases: [RemoteValue[], string][] = [
    [[string("%s is %d"), string("Bob"), number(42.5)], "Bob is 42"],
    [[string("%i %f"), number(1.9), number(1.5)], "1 1.5"],
    [[string("%o|%O"), object({ a: number(1) }), array()], "{a: 1}|[]"],
    [[string("%ca%cb"), string("color:red"), string("")], "ab"],
    [[string("100%% %d"), number(3)], "100% 3"],
    [[string("%s and %s"), string("one")], "one and %s"],
    [[string("%s"), string("x"), string("rest"), number(2)], "x rest 2"],
    [
      [string("%d %i %f"), { type: "symbol" }, { type: "bigint", value: "9" }, string("z")],
      "NaN 9 NaN",
    ],
    [[string("%s"), string("%d"), number(1)], "%d 1"],
    [[string("%s")], "%s"],
    [[string("100%%")], "100%%"],
    [[string("%j"), number(1)], "%j 1"],
  ];
  for (const [args, text] of cases) assertEquals(textOf(args), text);
});

Deno.test("entryText() does not format again what Firefox has formatted", () => {
  assertEquals(textOf([string("50%s"), number(1)], "firefox"), "50%s 1");
});

Deno.test("entryText() joins Firefox's pieces of a format with the format's own spaces", () => {
  const pieces = [string("a "), object({ o: number(1) }), string(" b"), string("rest")];
  assertEquals(textOf(pieces, "firefox"), "a {o: 1} b rest");
});

Deno.test("entryText() finds the text of errors that Firefox left out of the arguments", () => {
  const error: RemoteValue = { type: "error", value: {} };
  const cases: [RemoteValue[], string, string][] = [
    [[error], "TypeError: m", "TypeError: m"],
    [
      [string("a"), error, object({ k: number(1) })],
      "a Error: b c Object(1)",
      "a Error: b c {k: 1}",
    ],
    [[error, string("then"), error], "Error: x then RangeError: y", "Error: x then RangeError: y"],
    [[error, error], "Error: one two RangeError: three", "Error: one two RangeError: three"],
  ];
  for (const [args, text, expected] of cases) {
    const found = entryText(consoleEvent(args, { text }), "firefox", mask);
    assertEquals(found.text, expected);
  }
  const { args } = entryText(
    consoleEvent([error, error], { text: "Error: a Error: b" }),
    "firefox",
    mask,
  );
  assertEquals(args, [{ type: "error", value: "Error: a" }, { type: "error", value: "Error: b" }]);
});

Deno.test("entryText() says so when the browser kept an error's message", () => {
  const sentence = "Error (its message was not sent by the browser)";
  assertEquals(textOf([string("x"), { type: "error" }]), `x ${sentence}`);
  const mismatch = consoleEvent([string("x"), { type: "error", value: {} }], { text: "other" });
  assertEquals(entryText(mismatch, "firefox", mask).text, `x ${sentence}`);
});

Deno.test("entryText() joins the pieces of a line the shim has formatted, and formats nothing", () => {
  const args = [string(SHIM_MARK), string("50%s of "), object({ a: number(1) }), string(" x")];
  const entry = entryText(consoleEvent(args), "chrome", mask);
  assertEquals(entry.text, "50%s of {a: 1} x");
  assertEquals(entry.args, ["50%s of ", { a: 1 }, " x"]);
});

Deno.test("entryText() shows the arguments that the shim has replaced", () => {
  const stack = "Error: m\n    at f (http://x/:1:2)";
  const args = [
    string(SHIM_LIST),
    string(stack),
    object({ s: string(`${SHIM_MARK}Symbol(q)`), [SHIM_MARK]: string(`${SHIM_MARK}… 9 more`) }),
    string(`abc${SHIM_MARK}7`),
  ];
  const entry = entryText(consoleEvent(args), "chrome", mask);
  assertEquals(entry.text, `${stack}\n{s: Symbol(q), … 9 more} abc`);
  assertEquals(entry.cut, 7);
  assertEquals(entry.args, [stack, { s: "Symbol(q)", "…": "… 9 more" }, "abc… 7 more"]);
});

Deno.test("entryText() keeps the shim's note beside 50 members", () => {
  const members = Array.from({ length: 50 }, (_, index) => number(index));
  const text = textOf([string(SHIM_LIST), array(...members, string(`${SHIM_MARK}… 10 more`))]);
  assert(text.endsWith("49, … 10 more]"), text);
});

Deno.test("entryText() words assertions, traces and labels that a browser leaves unsaid", () => {
  const text = (method: string, args: RemoteValue[], browser: BrowserKind, own = "") =>
    entryText(consoleEvent(args, { method, text: own }), browser, mask).text;
  assertEquals(text("assert", [string("console.assert")], "chrome"), "Assertion failed");
  assertEquals(text("assert", [], "firefox"), "Assertion failed");
  assertEquals(text("assert", [string("no")], "firefox"), "Assertion failed: no");
  assertEquals(text("assert", [string("Assertion failed: no")], "chrome"), "Assertion failed: no");
  assertEquals(text("trace", [], "firefox"), "console.trace");
  assertEquals(text("count", [string("c")], "firefox", "c: 2"), "c: 2");
  assertEquals(
    text("timeLog", [string("t"), object({ a: number(1) })], "firefox", "t: 3ms Object(1)"),
    "t: 3ms {a: 1}",
  );
});

Deno.test("entryText() shows what was thrown without the browser's words before it", () => {
  const cases = [
    ["Error: boom", "Error: boom"],
    ["Uncaught Error: boom", "Error: boom"],
    ["Uncaught (in promise) Error: boom", "Error: boom"],
    ["uncaught exception: thrown string", "thrown string"],
    ["undefined", "undefined"],
  ];
  for (const [text = "", expected] of cases) {
    const event = consoleEvent(undefined, { type: "javascript", level: "error", text });
    assertEquals(entryText(event, "chrome", mask), { text: expected ?? "", cut: 0, args: [] });
  }
});

Deno.test("entryText() removes control characters and ANSI sequences and mends surrogates", () => {
  assertEquals(
    textOf([string("a\u0000b\u001b[31mred\u001b[0m\u001b]8;;http://x\u0007l\r\nn\tt \ud800!")]),
    "abredl\nn\tt \ufffd!",
  );
});

Deno.test("entryText() masks before it cuts and counts what it cut", () => {
  const edge = `${"x".repeat(MAX_TEXT - 5)}hunter2-secret tail`;
  const { text, cut } = entryText(consoleEvent([string(edge)]), "chrome", mask);
  assertEquals(text.length, MAX_TEXT);
  assert(text.endsWith("x•••\u0020t"), text.slice(-10));
  assertEquals(cut, 3);
});

Deno.test("entryText() never splits a surrogate pair", () => {
  const { text, cut } = entryText(
    consoleEvent([string(`${"x".repeat(MAX_TEXT - 1)}😀`)]),
    "chrome",
    mask,
  );
  assertEquals([text.length, cut], [MAX_TEXT - 1, 2]);
  assert(text.isWellFormed());
});

Deno.test("entryText() hides sensitive members in the text and in the arguments", () => {
  const secret = object({
    password: string("abc"),
    list: object({ password: array(string("x"), number(7)) }),
    other: string("hunter2-secret"),
  });
  const map: RemoteValue = {
    type: "map",
    value: [["password", string("q")], [string("password"), string("w")]],
  };
  const { text, args } = entryText(consoleEvent([secret, map]), "firefox", mask);
  assertEquals(
    text,
    '{password: •••, list: {password: [•••, •••]}, other: "•••"} ' +
      'Map(2) {"password" => •••, "password" => •••}',
  );
  assertEquals(args, [
    { password: "•••", list: { password: ["•••", "•••"] }, other: "•••" },
    { type: "map", value: [["password", "•••"], ["password", "•••"]] },
  ]);
});

Deno.test("entryText() masks a number that holds a secret, in the text and in the arguments", () => {
  const card = { ...mask, text: (text: string) => text.replaceAll("4111111111111111", "•••") };
  const { text, args } = entryText(
    consoleEvent([number(4111111111111111), object({ n: number(-41111111111111110) }), number(41)]),
    "chrome",
    card,
  );
  assertEquals(text, "••• {n: -•••0} 41");
  assertEquals(args, ["•••", { n: "•••" }, 41]);
});

Deno.test("entryText() finds a secret that quoting would have changed", () => {
  const quoted = { ...mask, text: (text: string) => text.replaceAll('se"cret', "•••") };
  const event = consoleEvent([array(string('a se"cret'))]);
  assertEquals(entryText(event, "chrome", quoted).text, '["a •••"]');
});

Deno.test("entryText() keeps arguments as JSON in which no two values look alike", () => {
  const { args } = entryText(
    consoleEvent([
      string("undefined"),
      { type: "undefined" },
      number("-0"),
      number(0),
      { type: "bigint", value: "1" },
      { type: "null" },
      { type: "function" },
      object({ __proto__x: number(1) }),
    ]),
    "chrome",
    mask,
  );
  assertEquals(args, [
    "undefined",
    { type: "undefined" },
    { type: "number", value: "-0" },
    0,
    { type: "bigint", value: "1n" },
    null,
    { type: "function" },
    { __proto__x: 1 },
  ]);
});

Deno.test("entryText() copies a member named __proto__ as a member", () => {
  const { args } = entryText(
    consoleEvent([{ type: "object", value: [["__proto__", array(number(1))]] }]),
    "chrome",
    mask,
  );
  assertEquals(JSON.stringify(args), '[{"__proto__":[1]}]');
});

Deno.test("entryText() bounds text and arguments whatever was logged", () => {
  const wide = (depth: number): RemoteValue =>
    depth === 0
      ? string("é".repeat(5_000))
      : array(...Array.from({ length: 60 }, () => wide(depth - 1)));
  for (const value of [string("M".repeat(3_000_000)), wide(2)]) {
    const { text, cut, args } = entryText(consoleEvent([value]), "firefox", mask);
    assertLessOrEqual(text.length, MAX_TEXT);
    assert(cut > 60_000);
    assertLess(new TextEncoder().encode(JSON.stringify(args)).length, 65_536);
  }
});

Deno.test("entryText() does not show the start of a secret that its own bound cut through", () => {
  const filler = "hunter2-secret ".repeat(4_370);
  const text = `${filler.slice(0, 65_536 - 7)}hunter2-secret`;
  const entry = entryText(consoleEvent([array(string(text))]), "firefox", mask);
  assert(!entry.text.includes("hunter"), entry.text.slice(-40));
  assert(!JSON.stringify(entry.args).includes("hunter"));
});

Deno.test("entryText() survives arguments of any shape", () => {
  const odd = [
    null,
    7,
    { type: "object", value: [null, ["only"], [1, 2], ["k", null]] },
    { type: "map", value: "x" },
    { type: "string" },
    { type: "regexp" },
    { type: "node" },
    { type: "constructor" },
  ] as unknown as RemoteValue[];
  for (const browser of ["chrome", "firefox"] as const) {
    assertEquals(textOf(odd, browser).includes("constructor"), true);
  }
});

Deno.test("entryText() masks arguments of their own when the line has a secret or was cut", () => {
  const member = object({ note: string("hunter2-secret") });
  assertEquals(entryText(consoleEvent([string("x"), member]), "chrome", mask).args, [
    "x",
    { note: "•••" },
  ]);
  const unshown = [string("%c a"), string("hunter2-secret")];
  assertEquals(entryText(consoleEvent(unshown), "chrome", mask).args, ["%c a", "•••"]);
  const long = [string("x".repeat(MAX_TEXT)), string("hunter2-secret")];
  assertEquals(entryText(consoleEvent(long), "chrome", mask).args[1], "•••");
});
