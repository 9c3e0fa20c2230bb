import { assert, assertEquals } from "@std/assert";
import {
  Bench,
  completed,
  failed,
  logged,
  navigation,
  sent,
  START,
  TAB,
  tab,
  tabClosed,
  tabOpened,
} from "./events.ts";

Deno.test("Pages.ingest() changes the document at the commit, by arrival and never by timestamp", () => {
  const bench = new Bench().load("n1");
  bench.feed(
    navigation("navigationStarted", "n2"),
    sent({ id: "doc", navigation: "n2" }),
    logged("of the old page", { timestamp: START + 50 }),
    sent({ id: "old" }),
    navigation("navigationCommitted", "n2", { at: START + 10 }),
    logged("of the new page", { timestamp: START + 5 }),
    sent({ id: "new" }),
  );
  assertEquals(bench.console().entries.map(({ nav, text }) => [nav, text]), [
    [2, "of the new page"],
    [1, "of the old page"],
  ]);
  assertEquals(bench.network().requests.map(({ id }) => id), ["2.2", "1.2", "2.1", "1.1"]);
});

Deno.test("Pages.ingest() finds the document of a commit that came before its request", () => {
  const bench = new Bench().feed(
    navigation("navigationCommitted", "n1"),
    sent({ id: "doc", navigation: "n1" }),
    completed({ id: "doc", navigation: "n1" }),
  );
  const [row] = bench.network().requests;
  assertEquals([row?.id, row?.navigation, row?.state], ["1.1", true, "complete"]);
});

Deno.test("Pages.ingest() does not trust the navigation of a document's end", () => {
  const bench = new Bench().feed(
    sent({ id: "doc", navigation: "n1" }),
    navigation("navigationCommitted", "n1"),
    navigation("navigationStarted", "n2"),
    completed({ id: "doc", navigation: "n2" }),
    sent({ id: "doc2", navigation: "n2" }),
  );
  assertEquals(bench.network().requests.map(({ id }) => id), ["2.1", "1.1"]);
});

Deno.test("Pages.ingest() marks a document that failed, in both browsers' ways", () => {
  const url = "https://nowhere.test/x?y=1";
  const chrome = new Bench().open(1).load("n1").feed(
    navigation("navigationStarted", "n2", { url }),
    sent({ id: "doc", url, navigation: "n2" }),
    failed("net::ERR_NAME_NOT_RESOLVED", { id: "doc", url, navigation: "n2" }),
  );
  const errorPage = `about:neterror?e=dnsNotFound&u=${encodeURIComponent(url)}&c=UTF-8`;
  const firefox = new Bench("firefox").open(1).load("n1").feed(
    navigation("navigationStarted", "n2", { url }),
    sent({ id: "doc", url, navigation: "n2" }),
    failed("NS_ERROR_UNKNOWN_HOST", { id: "doc", url, navigation: "n2" }),
    navigation("navigationCommitted", "n2", { url: errorPage }),
  );
  for (const bench of [chrome, firefox]) {
    const { pages, requests } = bench.network();
    assertEquals(pages.map(({ nav, url, failed }) => [nav, url, failed]), [
      [2, url, true],
      [1, "https://site.test/n1", undefined],
    ]);
    assertEquals([requests[0]?.id, requests[0]?.class], ["2.1", "dns"]);
    assertEquals(bench.capture.page, { url });
    assert(bench.capture.quiet(1));
  }
});

Deno.test("Pages.ingest() marks no document that was cancelled", () => {
  const bench = new Bench().load("n1").feed(
    navigation("navigationStarted", "n2"),
    sent({ id: "doc", navigation: "n2" }),
    failed("net::ERR_ABORTED", { id: "doc", navigation: "n1" }),
    navigation("navigationFailed", "n2"),
  );
  assertEquals(bench.network().pages.map(({ nav }) => nav), [1]);
});

Deno.test("Pages.ingest() renames the document when its history or fragment changes, and marks nothing", () => {
  const bench = new Bench().load("n1").feed(
    {
      method: "browsingContext.historyUpdated",
      params: { context: TAB, timestamp: START, url: "https://site.test/pushed?token=abc" },
    },
  );
  assertEquals(bench.network().pages.map(({ nav, url }) => [nav, url]), [
    [1, "https://site.test/pushed?token=•••"],
  ]);
  bench.feed({
    method: "browsingContext.fragmentNavigated",
    params: { context: TAB, navigation: "f", timestamp: START, url: "https://site.test/pushed#x" },
  });
  assertEquals(bench.capture.page, { url: "https://site.test/pushed#x" });
  assertEquals(bench.network().pages.length, 1);
});

Deno.test("Pages.ingest() keeps a popup's requests with the driven tab's document", () => {
  const bench = new Bench().load("n1").feed(
    tabOpened("popup"),
    sent({ id: "p", context: "popup", navigation: "p1" }),
    navigation("navigationCommitted", "p1", { context: "popup" }),
  );
  const { pages, requests } = bench.network();
  assertEquals([pages.length, requests[0]?.id, requests[0]?.context], [1, "1.2", "popup"]);
});

Deno.test("Pages.ingest() ends only a frame's requests when the frame moves on", () => {
  const bench = new Bench().load("n1").feed(
    tabOpened("frame", TAB),
    sent({ id: "top" }),
    sent({ id: "in frame", context: "frame" }),
    sent({ id: "doc", context: "frame", navigation: "f1", destination: "iframe" }),
    navigation("navigationCommitted", "f1", { context: "frame" }),
  );
  assertEquals(bench.network().requests.map(({ id, state }) => [id, state]), [
    ["1.4", "pending"],
    ["1.3", "cancelled"],
    ["1.2", "pending"],
    ["1.1", "complete"],
  ]);
});

const loads = (tab: string, id: string) => [
  navigation("navigationStarted", id, { context: tab, url: `https://site.test/${id}` }),
  sent({ id: `doc-${id}`, context: tab, navigation: id }),
  navigation("navigationCommitted", id, { context: tab, url: `https://site.test/${id}?q=1` }),
  completed({ id: `doc-${id}`, context: tab, navigation: id }),
];
const navs = (bench: Bench) => bench.network().pages.map(({ nav, url }) => [nav, url]);

Deno.test("Pages.drive() leaves a document its number, however often its tab is driven", () => {
  const bench = new Bench().feed(tabOpened("second"), ...loads(TAB, "one"));
  bench.open(1).feed(sent({ id: "bad" }), completed({ id: "bad", status: 500 }));
  bench.close(1);
  bench.capture.drive("second");
  bench.feed(...loads("second", "two"), logged("of the second", { context: "second" }));
  for (let turn = 0; turn < 4; turn++) {
    bench.capture.drive(TAB);
    assertEquals(bench.capture.page, { url: "https://site.test/one?q=1" });
    assertEquals(navs(bench), [[1, "https://site.test/one?q=1"], [2, "https://site.test/two"]]);
    assertEquals(bench.capture.captured(bench.now), {
      console: 0,
      network: 2,
      errors: 0,
      failed_requests: 1,
    });
    bench.capture.drive("second");
    assertEquals(navs(bench), [[2, "https://site.test/two?q=1"], [1, "https://site.test/one"]]);
    assertEquals(bench.capture.captured(bench.now), {
      console: 1,
      network: 1,
      errors: 1,
      failed_requests: 0,
    });
  }
  const newest = { filter: "all", pages: 1, limit: 10 } as const;
  const ids = () => bench.capture.networkList(newest, bench.now).requests.map(({ id }) => id);
  assertEquals(ids(), ["2.1"]);
  bench.capture.drive(TAB);
  assertEquals(ids(), ["1.2", "1.1"]);
  bench.feed(sent({ id: "more" }));
  assertEquals(ids(), ["1.3", "1.2", "1.1"]);
  assertEquals(bench.capture.kept(bench.now).pages.map(({ nav }) => nav), [1, 2]);
});

Deno.test("Pages.drive() gives a number to what a tab in the back has loaded, once", () => {
  const bench = new Bench().load("one").feed(tabOpened("second"));
  bench.feed(navigation("navigationCommitted", "a", { context: "second" }));
  bench.capture.drive("second");
  assertEquals(bench.network().pages.map(({ nav }) => nav), [2, 1]);
  bench.capture.drive(TAB);
  bench.feed(navigation("navigationCommitted", "b", { context: "second" }));
  bench.capture.drive("second");
  assertEquals(bench.network().pages.map(({ nav }) => nav), [3, 1, 2]);
});

Deno.test("Pages.drive() keeps the number of a document that its tab got to show in the back", () => {
  const bench = new Bench().load("one").feed(tabOpened("second"));
  const [begun, document, committed] = loads(TAB, "slow");
  if (begun && document) bench.feed(begun, document);
  bench.capture.drive("second");
  bench.feed(...loads("second", "other"));
  if (committed) bench.feed(committed);
  bench.capture.drive(TAB);
  const { pages, requests } = bench.network();
  assertEquals(pages.map(({ nav }) => nav), [2, 3, 1]);
  assertEquals([requests.at(-2)?.id, requests.at(-2)?.url.includes("api")], ["2.1", true]);
});

Deno.test("Pages.drive() knows how a document that was moved or failed in its tab", () => {
  const url = "https://nowhere.test/x";
  const bench = new Bench().load("one").feed(
    tabOpened("second"),
    navigation("navigationStarted", "n2", { url }),
    sent({ id: "doc", url, navigation: "n2" }),
    failed("net::ERR_NAME_NOT_RESOLVED", { id: "doc", url, navigation: "n2" }),
  );
  bench.capture.drive("second");
  bench.feed(...loads("second", "two"));
  bench.capture.drive(TAB);
  assertEquals([bench.capture.page?.url, bench.network().pages[0]?.failed], [url, true]);
  const pushed = "https://site.test/pushed";
  bench.feed({
    method: "browsingContext.historyUpdated",
    params: { context: "second", timestamp: START, url: pushed },
  });
  assertEquals(navs(bench)[1], [3, pushed]);
  bench.capture.drive("second");
  assertEquals([bench.capture.page?.url, navs(bench)[0]], [pushed, [3, pushed]]);
});

Deno.test("Pages.drive() turns to the document of the tab that is left when the driven one was closed", () => {
  const bench = new Bench().load("one").feed(tabOpened("second"));
  bench.capture.drive("second");
  bench.feed(...loads("second", "two"), tabClosed("second"));
  bench.capture.drive(TAB);
  assertEquals(bench.network().pages.map(({ nav }) => nav), [1, 2]);
  assertEquals(bench.capture.page, { url: "https://site.test/one" });
});

Deno.test("Pages.ingest() ends the workers of the document that is left, and of no other tab's", () => {
  const bench = new Bench().load("one").feed(tabOpened("second"), sent({ id: "w", context: null }));
  bench.capture.drive("second");
  bench.feed(...loads("second", "two"), ...loads("second", "three"));
  const worker = () => bench.network().requests.find(({ context }) => context === null)?.state;
  assertEquals(worker(), "pending");
  bench.capture.drive(TAB);
  bench.load("four");
  assertEquals(worker(), "cancelled");
});

Deno.test("Pages.sync() forgets the tabs that are gone and learns those it did not know", () => {
  const bench = new Bench().feed(tabOpened("popup"), sent({ id: "p", context: "popup" }));
  bench.capture.sync([tab(TAB), tab("quiet popup")]);
  assertEquals(bench.network().requests[0]?.state, "cancelled");
  bench.feed(sent({ id: "q", context: "quiet popup" }), sent({ id: "r", context: "popup" }));
  assertEquals(bench.network().requests.map(({ context }) => context), ["quiet popup", "popup"]);
});
