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

Deno.test("Pages.sync() forgets the tabs that are gone and learns those it did not know", () => {
  const bench = new Bench().feed(tabOpened("popup"), sent({ id: "p", context: "popup" }));
  bench.capture.sync([tab(TAB), tab("quiet popup")]);
  assertEquals(bench.network().requests[0]?.state, "cancelled");
  bench.feed(sent({ id: "q", context: "quiet popup" }), sent({ id: "r", context: "popup" }));
  assertEquals(bench.network().requests.map(({ context }) => context), ["quiet popup", "popup"]);
});
