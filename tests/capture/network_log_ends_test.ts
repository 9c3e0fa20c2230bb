import { assert, assertEquals } from "@std/assert";
import type { BidiEvent } from "../../bidi/protocol.ts";
import {
  Bench,
  completed,
  failed,
  logged,
  nameless,
  navigation,
  sent,
  START,
  started,
  TAB,
  tabClosed,
  tabOpened,
} from "./events.ts";
import { only } from "./rows.ts";

Deno.test("NetworkLog.ingest() keeps a success when a nameless cancellation follows the answer", () => {
  for (const answer of [started({ status: 204 }), completed({ status: 204 })]) {
    const row = only(new Bench().feed(sent(), answer, nameless("net::ERR_ABORTED")));
    assertEquals([row.status, row.state, row.failed], [204, "complete", false]);
  }
});

Deno.test("NetworkLog.ingest() fails a row whose body breaks after its status came", () => {
  const row = only(
    new Bench().feed(sent(), completed(), nameless("net::ERR_CONTENT_LENGTH_MISMATCH")),
  );
  assertEquals([row.state, row.failed, row.class], ["failed", true, "body"]);
  assertEquals(row.error, "body: net::ERR_CONTENT_LENGTH_MISMATCH");
});

Deno.test("NetworkLog.ingest() adds nothing to a status of 400 and more when the driver says ERR_FAILED", () => {
  const row = only(
    new Bench().feed(sent(), completed({ status: 404 }), nameless("net::ERR_FAILED")),
  );
  assertEquals([row.state, row.class, row.error], ["complete", "http", null]);
});

Deno.test("NetworkLog.ingest() fails a row as soon as its status says so, and counts it once", () => {
  const bench = new Bench().open(1).feed(sent(), started({ status: 500 }));
  assertEquals([only(bench).state, only(bench).failed, only(bench).class], [
    "pending",
    true,
    "http",
  ]);
  assertEquals(bench.close(1)?.failed_requests, 1);
  bench.open(2, {}).feed(completed({ status: 500 }));
  assertEquals([only(bench).state, bench.close(2)], ["complete", undefined]);
});

Deno.test("NetworkLog.ingest() shows a cancelled request and fails nothing", () => {
  for (const text of ["net::ERR_ABORTED", "NS_BINDING_ABORTED", "NS_BASE_STREAM_CLOSED"]) {
    const bench = new Bench().open(1).feed(sent(), failed(text));
    const row = only(bench);
    assertEquals([row.state, row.failed, row.class, row.error], ["cancelled", false, null, text]);
    assertEquals(bench.close(1), undefined);
  }
});

Deno.test("NetworkLog.ingest() cancels a redirected request that was answered and then given up", () => {
  const row = only(
    new Bench().feed(
      sent({ url: "https://site.test/a" }),
      completed({ url: "https://site.test/a", status: 302 }),
      sent({ url: "https://site.test/b", hop: 1 }),
      started({ url: "https://site.test/b", hop: 1, status: 500 }),
      failed("net::ERR_ABORTED", { url: "https://site.test/b", hop: 1 }),
    ),
  );
  assertEquals([row.url, row.status, row.class], ["https://site.test/b", 500, "http"]);
});

Deno.test("NetworkLog.ingest() folds a preflight into its request, before or after it", () => {
  const ask = { "Access-Control-Request-Method": "PUT", origin: "https://site.test" };
  const preflight = { id: "pre", method: "OPTIONS", headers: ask, initiatorType: null };
  const main = { id: "main", method: "PUT" };
  const chrome = [
    sent(preflight, { type: "preflight", request: "main" }),
    completed({ ...preflight, status: 204 }),
  ];
  const firefox = [sent(preflight), failed("NS_ERROR_DOM_BAD_URI", preflight)];
  for (const folded of [chrome, firefox]) {
    for (const events of [[...folded, sent(main)], [sent(main), ...folded]]) {
      const bench = new Bench().open(1).feed(...events, failed("net::ERR_FAILED", main));
      assertEquals(only(bench).method, "PUT");
      assertEquals(bench.close(1)?.failed_requests, 1);
    }
  }
});

Deno.test("NetworkLog.ingest() keeps an OPTIONS request of the page's own", () => {
  assertEquals(only(new Bench().feed(sent({ method: "OPTIONS" }))).method, "OPTIONS");
});

Deno.test("NetworkLog.isOpenFor() counts an open preflight, whose call the request inherits", () => {
  const preflight = { id: "pre", method: "OPTIONS", initiatorType: null };
  const bench = new Bench().open(1);
  bench.feed(sent(preflight, { type: "preflight", request: "main" }));
  assert(!bench.capture.quiet(1));
  bench.close(1);
  bench.wait(5_000).open(2).feed(completed({ ...preflight, status: 204 }), sent({ id: "main" }));
  assertEquals(only(bench).call, 1);
});

Deno.test("NetworkLog.corsBlocked() fails the newest request of the URL that Firefox says was withheld", () => {
  const url = "https://other.test/x";
  const text =
    `Cross-Origin Request Blocked: The Same Origin Policy disallows reading the remote resource at ${url}. (Reason: CORS header ‘Access-Control-Allow-Origin’ missing). Status code: 200.`;
  const bench = new Bench("firefox").open(1).feed(
    sent({ id: "old", url }),
    completed({ id: "old", url }),
    sent({ id: "new", url }),
    completed({ id: "new", url }),
    logged(text, { type: "javascript" }),
  );
  const [row, old] = bench.network().requests;
  assertEquals([row?.state, row?.class, row?.error], ["failed", "cors", "CORS"]);
  assertEquals(old?.failed, false);
  const hint = bench.close(1);
  assertEquals([hint?.errors, hint?.failed_requests], [1, 1]);
});

Deno.test("NetworkLog.corsBlocked() is overruled by the error that tells more", () => {
  const url = "https://other.test/x";
  const text =
    `Cross-Origin Request Blocked: ... remote resource at ${url}. (Reason: CORS request did not succeed). Status code: (null).`;
  const said = { id: "r", url };
  const bench = new Bench("firefox").open(1);
  bench.feed(sent(said), logged(text, { type: "javascript" }));
  assertEquals(only(bench).class, "cors");
  bench.feed(failed("NS_ERROR_CONNECTION_REFUSED", said));
  assertEquals(only(bench).class, "refused");
  assertEquals(bench.close(1)?.failed_requests, 1);
});

Deno.test("NetworkLog.download() makes a success of a document that was cancelled for it", () => {
  const said = { id: "doc", navigation: "n1", url: "https://site.test/f.bin" };
  const begins: BidiEvent = {
    method: "browsingContext.downloadWillBegin",
    params: {
      context: TAB,
      navigation: "n1",
      timestamp: START,
      url: said.url,
      suggestedFilename: "f.bin",
    },
  };
  const cancelled = failed("net::ERR_ABORTED", said);
  for (const events of [[cancelled, begins], [begins, cancelled]]) {
    const bench = new Bench().feed(sent(said), ...events);
    const row = only(bench);
    assertEquals([row.type, row.state, row.failed, row.error], [
      "download",
      "complete",
      false,
      null,
    ]);
    assertEquals(bench.network().pages, []);
  }
});

Deno.test("NetworkLog.cancel() ends what a navigation leaves open, and a late answer fills it in", () => {
  const bench = new Bench().load("n1").feed(sent({ id: "slow" }), sent({ id: "slower" })).load(
    "n2",
  );
  const slow = bench.network().requests.find(({ id }) => id === "1.2");
  assertEquals([slow?.state, slow?.error, slow?.failed], [
    "cancelled",
    "cancelled by navigation",
    false,
  ]);
  bench.feed(completed({ id: "slow", status: 200 }));
  const filled = bench.network().requests.find(({ id }) => id === "1.2");
  assertEquals([filled?.state, filled?.status, filled?.error], ["complete", 200, null]);
});

Deno.test("NetworkLog.cancel() leaves no failure open whose body never ended", () => {
  const bench = new Bench().load("n1").feed(sent(), started({ status: 503 })).load("n2");
  const row = bench.network().requests.find(({ id }) => id === "1.2");
  assertEquals([row?.state, row?.failed, row?.error], ["complete", true, null]);
});

Deno.test("NetworkLog.cancel() leaves the document alone that the navigation loads", () => {
  const bench = new Bench().feed(
    sent({ id: "doc", navigation: "n1" }),
    navigation("navigationCommitted", "n1"),
  );
  assertEquals(only(bench).state, "pending");
});

Deno.test("NetworkLog.cancel() ends what a frame or tab had open when it goes", () => {
  const bench = new Bench().feed(
    tabOpened("frame", TAB),
    tabOpened("inner", "frame"),
    sent({ id: "in", context: "inner" }),
    sent({ id: "out" }),
    tabClosed("frame"),
  );
  const states = bench.network().requests.map(({ id, state }) => [id, state]);
  assertEquals(states, [["0.2", "pending"], ["0.1", "cancelled"]]);
});
