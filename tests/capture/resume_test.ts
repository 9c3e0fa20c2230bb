/** A session that is heard again: what was kept, what is told again, and what nobody saw. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { Bench, completed, navigation, sent, START, TAB, tabOpened } from "./events.ts";
import {
  HOME,
  interrupt,
  line,
  marks,
  opened,
  replay,
  resume,
  shows,
  texts,
} from "./heard_again.ts";

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

Deno.test("Capture.resume() holds nothing of Firefox, which replays nothing", () => {
  const bench = interrupt(opened("firefox").feed(line("a", START)));
  resume(bench).feed(line("a", START));
  assertEquals(texts(bench), ["a", "a"]);
  bench.capture.replayed(bench.now);
  assertEquals(texts(bench), ["a", "a"]);
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

Deno.test("Capture.resume() after attach() knows what the other tabs show", () => {
  const bench = new Bench();
  bench.capture.attach("chrome", START);
  resume(bench, [shows(HOME), shows("https://site.test/popup", "popup")]);
  bench.capture.drive("popup");
  assertEquals(marks(bench), ["2 https://site.test/popup", `1 ${HOME}`]);
});
