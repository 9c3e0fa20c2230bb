import { assert, assertEquals, assertMatch, assertNotStrictEquals } from "@std/assert";
import { runInNewContext } from "node:vm";
import { CONSOLE_SHIM, isShimFrame, SHIM_URL } from "../../capture/console_shim.ts";
import { SHIM_LIST, SHIM_MARK } from "../../capture/shim_mark.ts";

type Call = (...args: unknown[]) => unknown;

/** A page's console that keeps what reaches it, with the shim around it. */
class ShimmedConsole {
  readonly calls: unknown[][] = [];
  readonly original: Record<string, Call> = {};
  readonly console: Record<string, Call> = {};

  constructor() {
    const names = ["log", "error", "warn", "info", "debug", "trace", "group", "dir", "table"];
    for (const name of names) this.console[name] = this.#keeper(name);
    this.console.assert = this.#keeper("assert");
    Object.assign(this.original, this.console);
    new Function("console", `return (${CONSOLE_SHIM})();`)(this.console);
  }

  #keeper(name: string): Call {
    const calls = this.calls;
    // A method, so that it is no constructor, as the console's own are not.
    const keep = {
      [name](...args: unknown[]) {
        calls.push(args);
      },
    }[name];
    if (keep === undefined) throw new Error("no method was made");
    return keep;
  }

  /** What reaches the console when the page makes a call. */
  args(name: string, ...args: unknown[]): unknown[] {
    this.calls.length = 0;
    this.console[name]?.(...args);
    assertEquals(this.calls.length, 1);
    return this.calls[0] ?? [];
  }

  /** The line that reaches the console, of a call the shim has formatted. */
  line(...args: unknown[]): unknown[] {
    const [mark, ...pieces] = this.args("log", ...args);
    assertEquals(mark, SHIM_MARK);
    return pieces;
  }

  /** The arguments that reach the console, of a call in which the shim has replaced some. */
  list(...args: unknown[]): unknown[] {
    const [mark, ...values] = this.args("log", ...args);
    assertEquals(mark, SHIM_LIST);
    return values;
  }
}

Deno.test("CONSOLE_SHIM passes on what the driver keeps, untouched", () => {
  const shim = new ShimmedConsole();
  const object = {
    a: [1, { b: null }],
    date: new Date(0),
    re: /x/,
    map: new Map([[1, Symbol("s")]]),
  };
  const calls: unknown[][] = [
    ["text", 1, -0, NaN, 10n, undefined, null, true],
    [object],
    ["100%", 5],
    ["a %% b", 1],
    [() => 1, class {}, new Uint8Array(2), Promise.resolve()],
  ];
  for (const args of calls) {
    const passed = shim.args("log", ...args);
    assertEquals(passed.length, args.length);
    args.forEach((arg, index) => assert(Object.is(arg, passed[index])));
  }
});

Deno.test("CONSOLE_SHIM formats as the console does and leaves values whole", () => {
  const shim = new ShimmedConsole();
  const object = { o: 1 };
  assertEquals(shim.line("%s is %d %i %f", "Bob", 42.5, "7x", 1.5), ["Bob is 42 7 1.5"]);
  assertEquals(shim.line("%o and %O", object, object), [object, " and ", object]);
  assertEquals(shim.line("%c a", "color:red", "more"), [" a more"]);
  assertEquals(shim.line("100%% %d", 3), ["100% 3"]);
  assertEquals(shim.line("%s %s", "one"), ["one %s"]);
  assertEquals(shim.line("%s", "%d", 1), ["%d ", 1]);
  assertEquals(shim.line("%d %i %f %s", Symbol("a"), 12n, {}, Symbol("b")), [
    "NaN 12 NaN Symbol(b)",
  ]);
  assertEquals(shim.line("%s: ", "x", object, "end"), ["x: ", object, " end"]);
  assertEquals(shim.list("%s"), ["%s"]);
  assertEquals(shim.args("log"), [""]);
  assertEquals(shim.args("dir", "%s", 1), [SHIM_LIST, "%s", 1]);
});

Deno.test("CONSOLE_SHIM runs a page's toString once, and survives one that throws", () => {
  const shim = new ShimmedConsole();
  let runs = 0;
  const counted = { toString: () => `run ${++runs}` };
  assertEquals(shim.line("%s", counted), ["run 1"]);
  const broken = {
    toString() {
      throw new Error("no");
    },
  };
  assertEquals(shim.line("%s %d", broken, broken), ["[toString threw] [toString threw]"]);
});

Deno.test("CONSOLE_SHIM turns errors into name, message, stack and cause", () => {
  const shim = new ShimmedConsole();
  const error = new Error("outer", { cause: new TypeError("inner", { cause: "why" }) });
  const [text, after] = shim.list(error, "after");
  assertEquals(after, "after");
  assertMatch(
    String(text),
    /^Error: outer\n {4}at [^]*\n\[cause\]: TypeError: inner\n {4}at [^]*\n\[cause\]: why$/,
  );
  const [many] = shim.list(new AggregateError([new RangeError("one"), 2], "many"));
  assertMatch(
    String(many),
    /^AggregateError: many\n[^]*\n\[errors 0\]: RangeError: one\n[^]*\n\[errors 1\]: 2$/,
  );
  const [dom] = shim.list(new DOMException("gone", "AbortError"));
  assertMatch(String(dom), /^AbortError: gone/);
});

Deno.test("CONSOLE_SHIM reads an error's changed message, and runs no getter for it", () => {
  const shim = new ShimmedConsole();
  const renamed = new Error("first");
  assert(renamed.stack?.startsWith("Error: first\n"));
  renamed.message = "second";
  assertMatch(String(shim.list(renamed)[0]), /^Error: second\nError: first\n/);
  let runs = 0;
  const watched = new Error("watched");
  for (const key of ["stack", "cause", "errors"]) {
    Object.defineProperty(watched, key, { get: () => ++runs });
  }
  assertMatch(String(shim.list(watched)[0]), /^Error/);
  assertEquals(runs, 0);
  class Named extends Error {
    override get name() {
      return "Named";
    }
  }
  assertMatch(String(shim.list(new Named("m"))[0]), /^Named: m\n {4}at /);
});

Deno.test("CONSOLE_SHIM ends a chain of causes that never ends", () => {
  const shim = new ShimmedConsole();
  const error = new Error("loop");
  error.cause = error;
  assert(String(shim.list(error)[0]).length < 33_000);
});

Deno.test("CONSOLE_SHIM copies an object with an error, a symbol or a broken string inside", () => {
  const shim = new ShimmedConsole();
  const value = { err: new Error("nested"), s: Symbol("q"), t: "\ud800", keep: -0, list: [1] };
  const [copy] = shim.list(value) as [Record<string, unknown>];
  assertNotStrictEquals(copy, value as unknown);
  assert(String(copy.err).startsWith(`${SHIM_MARK}Error: nested\n`));
  assertEquals([copy.s, copy.t, copy.list], [`${SHIM_MARK}Symbol(q)`, "\ufffd", [1]]);
  assert(Object.is(copy.keep, -0));
  assertEquals(value.t, "\ud800");
});

Deno.test("CONSOLE_SHIM runs a getter once, for the copy that the console receives", () => {
  const shim = new ShimmedConsole();
  let runs = 0;
  const [copy] = shim.list({
    get x() {
      return ++runs;
    },
    get y() {
      throw new Error("no");
    },
  });
  assertEquals(JSON.stringify(copy), JSON.stringify({ x: 1, y: `${SHIM_MARK}[getter threw]` }));
  assertEquals(runs, 1);
});

Deno.test("CONSOLE_SHIM bounds depth, members and strings and says what it left out", () => {
  const shim = new ShimmedConsole();
  const deep: Record<string, unknown> = {};
  let at = deep;
  for (let i = 0; i < 200; i += 1) {
    const next: Record<string, unknown> = {};
    at.n = next;
    at = next;
  }
  assertEquals(
    JSON.stringify(shim.list(deep)[0]),
    JSON.stringify({ n: { n: { n: { n: { n: `${SHIM_MARK}{… 1 more}` } } } } }),
  );
  const [list] = shim.list(Array.from({ length: 60 }, (_, index) => index)) as [unknown[]];
  assertEquals([list.length, list[50]], [51, `${SHIM_MARK}… 10 more`]);
  const [text] = shim.list("M".repeat(100_000)) as [string];
  assertEquals(text, `${"M".repeat(32_768)}${SHIM_MARK}67232`);
});

Deno.test("CONSOLE_SHIM marks cycles in what it copies and leaves those of others alone", () => {
  const shim = new ShimmedConsole();
  const cycle: Record<string, unknown> = { n: 1 };
  cycle.self = cycle;
  assert(Object.is(shim.args("log", cycle)[0], cycle));
  cycle.s = Symbol("q");
  const [copy] = shim.list(cycle) as [Record<string, unknown>];
  assertEquals(copy.self, `${SHIM_MARK}[Circular]`);
});

Deno.test("CONSOLE_SHIM stays quick with an object of very many members", () => {
  const shim = new ShimmedConsole();
  const wide = (depth: number): unknown =>
    depth === 0 ? "x" : Array.from({ length: 30 }, () => wide(depth - 1));
  const [copy] = shim.list(wide(4));
  assert(JSON.stringify(copy).length < 60_000);
});

Deno.test("CONSOLE_SHIM handles a failed assertion and leaves one that holds alone", () => {
  const shim = new ShimmedConsole();
  assertEquals(shim.args("assert", true, Symbol("x"))[0], true);
  assertEquals(shim.args("assert", false), [false]);
  assertEquals(shim.args("assert", 0, "%s failed", "it", 1), [0, SHIM_MARK, "it failed ", 1]);
});

Deno.test("CONSOLE_SHIM never throws into the page", () => {
  const shim = new ShimmedConsole();
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const hostile = new Proxy({}, {
    ownKeys() {
      throw new Error("no keys");
    },
  });
  for (const value of [proxy, hostile]) {
    assert(Object.is(shim.args("log", "x", value)[1], value));
  }
});

Deno.test("CONSOLE_SHIM works when the page has changed the built-ins it could use", () => {
  const reached: string = runInNewContext(`
    const reached = [];
    globalThis.console = { log(...args) { reached[reached.length] = args; } };
    (${CONSOLE_SHIM})();
    for (const [owner, key] of [
      [Array.prototype, "push"],
      [Array.prototype, "map"],
      [String.prototype, "slice"],
      [String.prototype, "toWellFormed"],
      [Reflect, "apply"],
      [Reflect, "ownKeys"],
      [Object, "create"],
      [Error, "isError"],
    ]) owner[key] = null;
    console.log("%s!", "x");
    console.log({ s: "\\ud800", e: new Error("kept") }.e);
    console.log({ s: "\\ud800" });
    Object.prototype.get = () => "polluted";
    console.log("%d", 4);
    JSON.stringify(reached)
  `);
  const [format, error, copy, polluted] = JSON.parse(reached);
  assertEquals(format, [SHIM_MARK, "x!"]);
  assertEquals(error[0], SHIM_LIST);
  assertMatch(error[1], /^Error: kept\n/);
  assertEquals(copy, [SHIM_LIST, { s: "\ufffd" }]);
  assertEquals(polluted, [SHIM_MARK, "4"]);
});

Deno.test("CONSOLE_SHIM leaves what a page can read of the functions as it was", () => {
  const { console, original } = new ShimmedConsole();
  for (const [name, native] of Object.entries(original)) {
    const wrapped = console[name];
    assert(wrapped !== undefined && wrapped !== native);
    assertEquals([wrapped.name, wrapped.length], [native.name, native.length]);
    assertEquals(Reflect.ownKeys(wrapped), Reflect.ownKeys(native));
    assertEquals(Object.getPrototypeOf(wrapped), Function.prototype);
    assertMatch(Function.prototype.toString.call(wrapped), /^function .*\{ \[native code\] \}$/);
    const flags = { ...Object.getOwnPropertyDescriptor(console, name), value: null };
    assertEquals(flags, { value: null, writable: true, enumerable: true, configurable: true });
  }
});

Deno.test("isShimFrame() knows the shim's frames by the URL its source names", () => {
  assert(CONSOLE_SHIM.includes(`//# sourceURL=${SHIM_URL}\n`));
  const frame = { functionName: "handler.apply", lineNumber: 1, columnNumber: 1, url: SHIM_URL };
  assert(isShimFrame(frame));
  assert(!isShimFrame({ ...frame, url: "http://x/app.js" }));
});
