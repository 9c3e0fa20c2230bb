import { assert, assertEquals, assertExists, assertLess, assertMatch } from "@std/assert";
import type { BidiEvent } from "../../bidi/protocol.ts";
import { Capture, MAX_BYTES } from "../../capture/capture.ts";
import { Masker } from "../../capture/masker.ts";
import {
  answered,
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

Deno.test("Capture says that nothing was captured yet before its first browser", () => {
  const capture = new Capture({ masker: new Masker(), ttlMs: 60_000 });
  const { capturing, paused, since, note } = capture.consoleList({
    level: "all",
    pages: 1,
    limit: 50,
  }, 5_000);
  assertEquals([capturing, paused, since], [false, "no browser has been captured yet", 5_000]);
  assertMatch(note ?? "", /no browser has been captured yet/);
});

Deno.test("Capture.lost() is counted, leaves a gap, and makes the window incomplete", () => {
  const bench = new Bench().open(1);
  bench.capture.lost(7, START + 5);
  assertEquals(bench.close(1), { errors: 0, failed_requests: 0, incomplete: true });
  const { dropped, gaps } = bench.console();
  assertEquals([dropped, gaps.length, gaps[0]?.from, gaps[0]?.to], [7, 1, START + 5, START + 5]);
  assertEquals(bench.network().dropped, 7);
});

Deno.test("Capture.ingest() survives events that make no sense, and counts them as lost", () => {
  const bench = new Bench();
  const odd = [
    { method: "network.beforeRequestSent", params: {} },
    { method: "network.beforeRequestSent", params: { request: null } },
    { method: "network.responseCompleted", params: { request: { url: 5 } } },
    { method: "log.entryAdded", params: { text: null } },
    { method: "browsingContext.navigationCommitted", params: { context: TAB, url: null } },
    { method: "browsingContext.unheardOf", params: {} },
  ] as unknown as BidiEvent[];
  bench.feed(...odd, ...answered("after", 200));
  assertEquals(bench.network().requests.at(0)?.status, 200);
  assertEquals(bench.network().dropped, 5);
});

Deno.test("Capture.ingest() keeps the newest 1 000 entries and 1 000 requests and counts the others", () => {
  const bench = new Bench();
  for (let at = 0; at < 1_500; at++) {
    bench.feed(logged(`line ${at}`), ...answered(`r${at}`, 200));
  }
  const console = bench.console();
  const network = bench.network();
  assertEquals([console.total, console.dropped], [1_000, 500]);
  assertEquals([network.total, network.dropped], [1_000, 500]);
  assertEquals(bench.capture.captured(START).errors, 1_500);
  assertEquals(bench.capture.captured(START).network, 1_500);
});

Deno.test("Capture.ingest() counts for its call what ends after it was evicted", () => {
  const bench = new Bench().open(1).feed(sent({ id: "slow" }));
  for (let at = 0; at < 1_200; at++) bench.feed(...answered(`r${at}`, 200));
  assertEquals(bench.capture.request("0.1", START), undefined);
  assert(!bench.capture.quiet(1));
  bench.feed(completed({ id: "slow", status: 500 }));
  assertEquals(bench.close(1)?.failed_requests, 1);
});

Deno.test("Capture.ingest() holds at most 16 MiB, the oldest going first", () => {
  const bench = new Bench();
  const headers = Object.fromEntries(
    Array.from({ length: 32 }, (_, at) => [`x-${at}`, "v".repeat(4_000)]),
  );
  bench.feed(logged("first"));
  for (let at = 0; at < 200; at++) bench.feed(sent({ id: `r${at}`, headers }));
  assertLess(bench.capture.bytes, MAX_BYTES);
  assertEquals(bench.console().dropped, 1);
  const { requests, dropped } = bench.network();
  assertEquals(requests[0]?.id, "0.200");
  assertLess(0, dropped);
});

Deno.test("Capture.evictOldest() drops the oldest of entries and requests until nothing is kept", () => {
  const bench = new Bench().feed(logged("a"), sent({ id: "r" }), logged("b"));
  const left = () => [bench.console().entries.map(({ text }) => text), bench.network().total];
  assert(bench.capture.evictOldest());
  assertEquals(left(), [["b"], 1]);
  assert(bench.capture.evictOldest());
  assertEquals(left(), [["b"], 0]);
  assert(bench.capture.evictOldest());
  assert(!bench.capture.evictOldest());
  bench.feed(completed({ id: "r" }));
  assertEquals(bench.network().requests, []);
});

Deno.test("Capture.expired() starts empty once nothing came for the time to live, and `since` moves", () => {
  const bench = new Bench("chrome", 60_000).load("n1").feed(logged("a"));
  bench.wait(59_000).feed(logged("b")).wait(59_000);
  assertEquals(bench.console().total, 2);
  bench.wait(1_001);
  const { total, since, pages, note } = bench.console();
  assertEquals([total, since, pages.map(({ nav }) => nav)], [0, bench.now, [1]]);
  assertExists(note);
  assertEquals(bench.capture.captured(bench.now), {
    console: 0,
    network: 0,
    errors: 0,
    failed_requests: 0,
  });
  bench.feed(sent({ id: "next" }));
  assertEquals(bench.network().requests[0]?.id, "1.2");
});

Deno.test("Capture.ingest() starts empty when an event comes after the time to live", () => {
  const bench = new Bench("chrome", 60_000).feed(logged("old")).wait(60_001).feed(logged("new"));
  assertEquals(bench.console().entries.map(({ text }) => text), ["new"]);
});

Deno.test("Capture.attach() cancels what the old browser had open and keeps the rows readable", () => {
  const bench = new Bench().load("n1").feed(sent({ id: "open" }));
  const generation = bench.capture.attach("chrome", bench.wait(10).now);
  assertEquals(generation, 2);
  const row = bench.network().requests[0];
  assertEquals([row?.id, row?.state, row?.error], ["1.2", "cancelled", "the browser ended"]);
  bench.capture.sync([tab("other tab")]);
  bench.feed(
    sent({ id: "open", context: "other tab" }),
    completed({ id: "open", context: "other tab" }),
  );
  assertEquals(bench.network().requests.map(({ id, state }) => [id, state]).slice(0, 2), [
    ["1.3", "complete"],
    ["1.2", "cancelled"],
  ]);
  assertEquals(bench.capture.bodySource("1.2", START)?.generation, 1);
  assertEquals(bench.capture.bodySource("1.3", START)?.generation, 2);
});

Deno.test("Capture.attach() never uses a document's number again", () => {
  const bench = new Bench().load("n1").load("n2");
  bench.capture.attach("firefox", START);
  bench.capture.sync([tab(TAB)]);
  bench.load("n1");
  assertEquals(bench.network().pages.map(({ nav }) => nav), [3, 2, 1]);
});

Deno.test("Capture.detach() takes nothing more and says why", () => {
  const bench = new Bench().feed(logged("a")).open(1);
  bench.capture.detach("the browser ended", START);
  bench.feed(logged("b"));
  const { capturing, paused, total } = bench.console();
  assertEquals([capturing, paused, total], [false, "the browser ended", 1]);
  assertEquals(bench.close(1)?.incomplete, true);
});

Deno.test("Capture takes query and fragment off the URLs of older documents, and off their headers", () => {
  const url = "https://site.test/a?q=1#f";
  const bench = new Bench().load("n1", "https://site.test/n1?p=1").feed(
    sent({ id: "a", url, headers: { referer: "https://site.test/n1?p=1" } }, {
      type: "script",
      stackTrace: {
        callFrames: [{
          url: "https://site.test/a.js?v=1",
          lineNumber: 4,
          columnNumber: 2,
          functionName: "f",
        }],
      },
    }),
    completed({
      id: "a",
      url,
      answerHeaders: { location: "/b?c=1", "content-location": "/c?d=1", "x-other": "/e?f=1" },
    }),
    logged("x", {
      stackTrace: {
        callFrames: [{
          url: "https://site.test/a.js?v=1",
          lineNumber: 0,
          columnNumber: 0,
          functionName: "",
        }],
      },
    }),
  );
  const look = () => {
    const detail = bench.capture.request("1.2", START);
    const entry = bench.console().entries[0];
    const header = (name: string) =>
      [...detail?.request_headers ?? [], ...detail?.response_headers ?? []].find((header) =>
        header.name === name
      )?.value;
    return [
      detail?.url,
      detail?.initiator?.url,
      detail?.initiator?.line,
      header("referer"),
      header("location"),
      header("content-location"),
      header("x-other"),
      entry?.source,
      bench.network().pages.at(-1)?.url,
    ];
  };
  const place = (url: string) => ({ url, line: 1, column: 1 });
  assertEquals(look(), [
    url,
    "https://site.test/a.js?v=1",
    5,
    "https://site.test/n1?p=1",
    "/b?c=1",
    "/c?d=1",
    "/e?f=1",
    place("https://site.test/a.js?v=1"),
    "https://site.test/n1?p=1",
  ]);
  bench.load("n2");
  assertEquals(look(), [
    "https://site.test/a",
    "https://site.test/a.js",
    5,
    "https://site.test/n1",
    "/b",
    "/c",
    "/e?f=1",
    place("https://site.test/a.js"),
    "https://site.test/n1",
  ]);
});

Deno.test("Capture.captured() counts from the last navigation on, static requests included", () => {
  const image = { id: "i", destination: "image", initiatorType: "img" };
  const bench = new Bench().load("n1").feed(logged("old"), ...answered("a", 500)).load("n2").feed(
    sent(image),
    completed(image),
    logged("new"),
    logged("seen", { level: "info", method: "log" }),
    logged("quiet", { level: "debug", method: "debug" }),
  );
  assertEquals(bench.capture.captured(START), {
    console: 2,
    network: 2,
    errors: 1,
    failed_requests: 0,
  });
});

Deno.test("Capture.drive() makes a document of what another tab shows already", () => {
  const bench = new Bench().load("n1").feed(
    tabOpened("popup"),
    navigation("navigationCommitted", "p1", { context: "popup", url: "https://site.test/popup" }),
  );
  assertEquals(bench.capture.page, { url: "https://site.test/n1" });
  bench.capture.drive("popup");
  assertEquals(bench.capture.page, { url: "https://site.test/popup" });
  assertEquals(bench.network().pages.map(({ nav, url }) => [nav, url]), [
    [2, "https://site.test/popup"],
    [1, "https://site.test/n1"],
  ]);
});

Deno.test("Capture.drive() takes where a tab is that no event told of", () => {
  const bench = new Bench().load("n1").feed(tabOpened("popup"), tabOpened("new"));
  bench.capture.drive("new", "about:blank");
  assertEquals(bench.network().pages.length, 1);
  bench.capture.drive("popup", "https://site.test/popup");
  assertEquals(bench.network().pages[0]?.url, "https://site.test/popup");
});

Deno.test("Capture names the tab of what it keeps, but the first", () => {
  const bench = new Bench().load("n1").feed(
    tabOpened("popup"),
    tabOpened("frame", "popup"),
    logged("here"),
    logged("there", { context: "popup" }),
    sent({ id: "r", context: "frame" }),
  );
  assertEquals(bench.console().entries.map(({ text, tab }) => [text, tab]), [
    ["there", "t2"],
    ["here", undefined],
  ]);
  assertEquals(bench.network().requests.map(({ tab }) => tab), ["t2", undefined]);
});

Deno.test("Capture.fedAt is when the last entry or request arrived, not when it was read", () => {
  const bench = new Bench().wait(5).feed(logged("a")).wait(5);
  bench.feed(navigation("navigationStarted", "n1"));
  bench.console();
  assertEquals(bench.capture.fedAt, START + 5);
});

Deno.test("Capture.entry() finds a line by any number it had before it was folded", () => {
  const bench = new Bench().feed(logged("same"), logged("same"), sent({ id: "r" }), logged("same"));
  const [entry] = bench.console().entries;
  assertEquals([entry?.repeat, entry?.seq], [3, 4]);
  for (const seq of [1, 2, 4]) assertEquals(bench.capture.entry(seq, START)?.text, "same");
  assertEquals(bench.capture.entry(5, START), undefined);
});
