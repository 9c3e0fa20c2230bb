/** A session that is heard again: what was kept, what is told again, and what nobody saw. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { BidiEvent, ContextInfo } from "../../bidi/protocol.ts";
import { random } from "../fakes/random.ts";
import {
  Bench,
  completed,
  logged,
  navigation,
  sent,
  START,
  TAB,
  tab,
  tabOpened,
} from "./events.ts";

const HOME = "https://site.test/home";

/** A line of the console that was logged at its own time. */
function line(
  text: string,
  at: number,
  said: { context?: string; realm?: string } = {},
): BidiEvent {
  const { context = TAB, realm = "realm" } = said;
  return logged(text, { level: "info", timestamp: at, source: { realm, context } });
}

/** A bench whose tab shows a page. */
function opened(browser: "chrome" | "firefox" = "chrome"): Bench {
  const bench = new Bench(browser).load("n1", HOME);
  bench.capture.sync([shows(HOME)]);
  return bench;
}

function shows(url: string, context = TAB, children: ContextInfo[] | null = []): ContextInfo {
  return { ...tab(context), url, children };
}

function interrupt(bench: Bench): Bench {
  bench.capture.interrupt("the connection was lost", bench.now);
  return bench;
}

/** The session is heard again a second later. */
function resume(bench: Bench, tree: ContextInfo[] = [shows(HOME)], driven = TAB): Bench {
  const from = bench.now;
  bench.wait(1_000).capture.resume({ tree, driven, from, why: "lost" }, bench.now);
  return bench;
}

function replay(bench: Bench, ...events: BidiEvent[]): Bench {
  for (const event of events) bench.capture.ingest(event, bench.now);
  bench.capture.replayed(bench.now);
  return bench;
}

const texts = (bench: Bench) =>
  bench.console().entries.toReversed().flatMap(({ text, repeat = 1 }) =>
    Array.from({ length: repeat }, () => text)
  );
const marks = (bench: Bench) => bench.network().pages.map(({ nav, url }) => `${nav} ${url}`);

Deno.test("Capture.interrupt() keeps everything, ends nothing, and says why it is paused", () => {
  const bench = opened().feed(sent({ id: "r1" }), line("kept", START));
  interrupt(bench).feed(line("unheard", START));
  const { capturing, paused, requests, since } = bench.network();
  assertEquals({ capturing, paused, since }, {
    capturing: false,
    paused: "the connection was lost",
    since: START,
  });
  assertEquals(requests.find(({ url }) => url.endsWith("/api"))?.state, "pending");
  assertEquals(texts(bench), ["kept"]);
});

Deno.test("Capture.resume() says since when something may be missing, and goes on", () => {
  const bench = interrupt(opened());
  resume(bench);
  replay(bench).feed(line("again", bench.now));
  const { capturing, paused, gaps } = bench.console();
  assertEquals([capturing, paused, texts(bench)], [true, null, ["again"]]);
  assertEquals(gaps.map(({ from, to, why }) => ({ from, to, why })), [
    { from: START, to: START + 1_000, why: "lost" },
  ]);
});

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

Deno.test("Capture.resume() holds nothing of Firefox, which replays nothing", () => {
  const bench = interrupt(opened("firefox").feed(line("a", START)));
  resume(bench).feed(line("a", START));
  assertEquals(texts(bench), ["a", "a"]);
  bench.capture.replayed(bench.now);
  assertEquals(texts(bench), ["a", "a"]);
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

Deno.test("Capture.resume() leaves a request open whose end may have come unheard", () => {
  const bench = interrupt(opened().feed(sent({ id: "r1" }), sent({ id: "r2" })));
  resume(bench);
  replay(bench);
  const found = () =>
    bench.network().requests.slice(0, 2).map(({ state, error }) => [state, error]);
  const unheard = "its end may have come while the connection to the browser was gone";
  assertEquals(found(), [["pending", unheard], ["pending", unheard]]);
  const why = () => bench.capture.bodySource("1.2", bench.now)?.unavailable ?? "";
  assertStringIncludes(why(), unheard);
  bench.feed(completed({ id: "r2" }));
  assertEquals(found(), [["complete", null], ["pending", unheard]]);
});

Deno.test("Capture.quiet() waits for no request whose end may have come unheard", () => {
  const bench = opened().open(1).feed(sent({ id: "r1" }));
  assertEquals(bench.capture.quiet(1), false);
  resume(interrupt(bench));
  assertEquals(bench.capture.quiet(1), true);
});

Deno.test("Capture.resume() marks a document that nobody saw come, and ends the old one's requests", () => {
  const bench = interrupt(opened().feed(sent({ id: "r1" })));
  resume(bench, [shows("https://site.test/other")]);
  replay(bench);
  assertEquals(marks(bench), ["2 https://site.test/other", `1 ${HOME}`]);
  assertEquals(bench.network().pages[0]?.at, START + 1_000);
  const [request] = bench.network().requests;
  assertEquals([request?.state, request?.error], ["cancelled", "cancelled by navigation"]);
  assertEquals(bench.capture.page, { url: "https://site.test/other" });
});

Deno.test("Capture.resume() gives a line of the document that is left to that document", () => {
  const bench = interrupt(opened().feed(line("a", START)));
  resume(bench, [shows("https://site.test/other")]);
  replay(
    bench,
    line("a", START),
    line("old", START + 1),
    line("new", START + 2, { realm: "other" }),
  );
  const entries = bench.console().entries.toReversed().map(({ nav, text }) => `${nav} ${text}`);
  assertEquals(entries, ["1 a", "1 old", "2 new"]);
});

Deno.test("Capture.resume() knows the document whose request it had seen", () => {
  const url = "https://site.test/next";
  const bench = opened().feed(
    navigation("navigationStarted", "n2", { url }),
    sent({ id: "doc-n2", url, navigation: "n2" }),
  );
  resume(interrupt(bench), [shows(url)]);
  replay(bench).feed(completed({ id: "doc-n2", url, navigation: "n2" }));
  assertEquals(marks(bench), [`2 ${url}`, `1 ${HOME}`]);
  const [request] = bench.network().requests;
  assertEquals([request?.id, request?.state], ["2.1", "complete"]);
});

Deno.test("Capture.resume() takes a reload that had begun for done, and its commit for the same", () => {
  const reload = { url: HOME, at: START + 2_000 };
  const bench = opened().feed(
    navigation("navigationStarted", "n2", reload),
    sent({ id: "doc-n2", url: HOME, navigation: "n2" }),
  );
  resume(interrupt(bench));
  assertEquals(marks(bench), [`2 ${HOME}`, `1 ${HOME}`]);
  bench.feed(navigation("navigationCommitted", "n2", reload));
  assertEquals(marks(bench), [`2 ${HOME}`, `1 ${HOME}`]);
});

Deno.test("Capture.resume() makes no mark for another fragment, nor for what was heard to change", () => {
  const bench = interrupt(opened());
  resume(bench, [shows(`${HOME}#part`)]);
  assertEquals(marks(bench), [`1 ${HOME}#part`]);
  const pushed = "https://site.test/pushed";
  bench.feed({
    method: "browsingContext.historyUpdated",
    params: { context: TAB, url: pushed, timestamp: bench.now },
  });
  resume(interrupt(bench), [shows(pushed)]);
  assertEquals(marks(bench), [`1 ${pushed}`]);
});

Deno.test("Capture.resume() compares URLs as the browser gives them, not as they are masked", () => {
  const first = "https://site.test/?token=aaaaaaaa1111";
  const bench = opened().load("n2", first);
  resume(interrupt(bench), [shows(first)]);
  assertEquals(bench.network().pages.length, 2);
  resume(interrupt(bench), [shows("https://site.test/?token=bbbbbbbb2222")]);
  assertEquals(bench.network().pages.length, 3);
});

Deno.test("Capture.resume() ends what was open in tabs and frames that are gone or moved", () => {
  const bench = opened().feed(tabOpened("frame", TAB), tabOpened("popup"), tabOpened("moved"));
  bench.feed(...["frame", "popup", "moved"].map((context) => sent({ id: context, context })));
  resume(interrupt(bench), [shows(HOME), shows("https://site.test/m", "moved")]);
  const found = bench.network().requests.slice(0, 3).map(({ context, error }) => [context, error]);
  assertEquals(found, [
    ["moved", "cancelled by navigation"],
    ["popup", "its tab or frame was closed"],
    ["frame", "its tab or frame was closed"],
  ]);
});

Deno.test("Capture.resume() goes on in another tab when the driven one is gone", () => {
  const bench = opened().feed(tabOpened("popup"));
  const shown = "https://site.test/popup";
  resume(interrupt(bench), [shows(shown, "popup")], "popup");
  assertEquals(marks(bench), [`2 ${shown}`, `1 ${HOME}`]);
});

Deno.test("Capture.closeWindow() is incomplete when nothing was heard for a part of it", () => {
  const bench = interrupt(opened().open(1));
  assertEquals(bench.close(1)?.incomplete, true);
  bench.open(2);
  assertEquals(bench.close(2)?.incomplete, true);
  bench.open(3);
  resume(bench);
  assertEquals(bench.close(3)?.incomplete, true);
  bench.open(4);
  assertEquals(bench.close(4), undefined);
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

Deno.test("Capture.resume() after attach() begins with what a session shows that ran on", () => {
  const bench = new Bench();
  const { capture } = bench;
  capture.restore({ seq: 500, nav: 7 }, START);
  const generation = capture.attach("chrome", START);
  resume(bench).open(1);
  replay(bench, line("before", START - 60_000), line("lately", START - 10));
  assertEquals(texts(bench), ["before", "lately"]);
  const { entries, pages } = bench.console();
  assertEquals(pages.map(({ nav, url }) => [nav, url]), [[9, HOME]]);
  assertEquals(entries.map(({ call, nav }) => [call, nav]), [[null, 9], [null, 9]]);
  assertEquals(entries.every(({ seq }) => seq > 500), true);
  bench.feed(sent({ id: "r1" }));
  const [request] = bench.network().requests;
  assertEquals(capture.bodySource(request?.id ?? "", bench.now)?.generation, generation);
  assertEquals(capture.numbers, { seq: request?.seq ?? 0, nav: 9 });
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

Deno.test("Capture.resume() after attach() knows what the other tabs show", () => {
  const bench = new Bench();
  bench.capture.attach("chrome", START);
  resume(bench, [shows(HOME), shows("https://site.test/popup", "popup")]);
  bench.capture.drive("popup");
  assertEquals(marks(bench), ["2 https://site.test/popup", `1 ${HOME}`]);
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
