import { assert, assertEquals, assertExists, assertGreater, assertMatch } from "@std/assert";
import type { BidiEvent } from "../../bidi/protocol.ts";
import type { Row } from "../../capture/shapes.ts";
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

function only(bench: Bench): Row {
  const { requests } = bench.network();
  assertEquals(requests.length, 1);
  assertExists(requests[0]);
  return requests[0];
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) =>
    permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest])
  );
}

Deno.test("NetworkLog.ingest() makes the same row of an exchange in whatever order its events come", () => {
  const events = [sent(), started({ status: 201 }), completed({ status: 201 })];
  for (const order of permutations(events)) {
    const { seq: _, ...row } = only(new Bench().feed(...order));
    const { seq: __, ...right } = only(new Bench().feed(...events));
    assertEquals(row, right);
    assertEquals([row.status, row.state, row.size], [201, "complete", 100]);
  }
});

Deno.test("NetworkLog.ingest() makes the same redirects in whatever order the hops' events come", () => {
  const hops = [
    sent({ url: "https://site.test/a" }),
    completed({ url: "https://site.test/a", status: 302 }),
    sent({ url: "https://site.test/b", hop: 1 }),
    completed({ url: "https://site.test/b", hop: 1 }),
  ];
  for (const order of permutations(hops)) {
    const row = only(new Bench().feed(...order));
    assertEquals(row.redirects, [{ url: "https://site.test/a", status: 302 }]);
    assertEquals([row.url, row.status, row.state], ["https://site.test/b", 200, "complete"]);
  }
});

Deno.test("NetworkLog.ingest() keeps of a form's redirect how it was asked for and what it was answered", () => {
  const [form, done] = ["https://site.test/login?next=a", "https://site.test/"];
  const location = { Location: "/", "Set-Cookie": "sid=abcdefgh12345678; HttpOnly" };
  const hops = [
    sent({ url: form, method: "POST", bodySize: 9 }),
    completed({ url: form, method: "POST", status: 303, answerHeaders: location }),
    sent({ url: done, hop: 1 }),
    completed({ url: done, hop: 1 }),
  ];
  for (const order of permutations(hops)) {
    const bench = new Bench().feed(...order);
    const row = only(bench);
    assertEquals([row.method, row.url], ["GET", done]);
    assertEquals(row.redirects, [{ method: "POST", url: form, status: 303 }]);
    assertEquals(bench.capture.request(row.id, bench.now)?.redirects, [{
      method: "POST",
      url: form,
      status: 303,
      response_headers: [
        { name: "Location", value: "/" },
        { name: "Set-Cookie", value: "sid=•••; HttpOnly" },
      ],
    }]);
  }
});

Deno.test("NetworkLog.ingest() keeps 64 headers of all redirects of a request, and weighs them", () => {
  const answerHeaders = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`x-${at}`, "v".repeat(1_000)]),
  );
  const bench = new Bench();
  for (let hop = 0; hop < 5; hop++) {
    bench.feed(sent({ hop }), completed({ hop, status: hop < 4 ? 302 : 200, answerHeaders }));
  }
  const { redirects = [] } = bench.capture.request(only(bench).id, bench.now) ?? {};
  assertEquals(redirects.map(({ response_headers }) => response_headers.length), [30, 30, 4, 0]);
  assertGreater(bench.capture.bytes, 94 * 2 * 1_000);
});

Deno.test("NetworkLog.ingest() begins a row with an answer whose request was never told", () => {
  const row = only(new Bench().feed(completed({ status: 404 })));
  assertEquals([row.method, row.status, row.failed, row.class], ["GET", 404, true, "http"]);
});

Deno.test("NetworkLog.ingest() never begins or renames a row with an error that names no request", () => {
  assertEquals(new Bench().feed(nameless("net::ERR_ABORTED")).network().requests, []);
  const row = only(new Bench().feed(sent(), nameless("net::ERR_TIMED_OUT")));
  assertEquals([row.method, row.url, row.class], ["GET", "https://site.test/api", "timeout"]);
});

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

Deno.test("NetworkLog.ingest() takes back a redirect that nothing but a cancellation follows", () => {
  const row = only(
    new Bench().feed(
      sent({ url: "https://site.test/a" }),
      completed({ url: "https://site.test/a", status: 302 }),
      sent({ url: "https://site.test/b", hop: 1 }),
      failed("net::ERR_ABORTED", { url: "https://site.test/b", hop: 1 }),
    ),
  );
  assertEquals([row.url, row.status, row.state], ["https://site.test/a", 302, "complete"]);
  assertEquals(row.redirects, undefined);
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

Deno.test("NetworkLog.ingest() keeps at most 20 redirects of a loop", () => {
  const bench = new Bench();
  for (let hop = 0; hop < 40; hop++) bench.feed(sent({ hop }), completed({ hop, status: 302 }));
  assertEquals(only(bench).redirects?.length, 20);
});

Deno.test("NetworkLog.ingest() drops what is no request of the page's", () => {
  const bench = new Bench();
  for (
    const url of [
      "data:text/plain,x",
      "blob:https://site.test/1",
      "about:srcdoc",
      "chrome://x/y",
      "chrome-extension://a/b",
      "moz-extension://a/b",
      "resource://a/b",
    ]
  ) bench.feed(sent({ id: url, url }), completed({ id: url, url }));
  bench.feed(sent({ context: "the browser's own" }));
  assertEquals(bench.network().requests, []);
  assertEquals(bench.capture.captured(START).network, 0);
});

Deno.test("NetworkLog.ingest() gives a request without a context to the current document", () => {
  const bench = new Bench().load("n1").feed(sent({ id: "worker", context: null }));
  assertEquals(bench.network().requests[0]?.id, "1.2");
});

Deno.test("NetworkLog.ingest() counts a static success once and keeps its failure", () => {
  const image = { destination: "image", initiatorType: "img" };
  const bench = new Bench().feed(
    sent({ ...image, id: "ok" }),
    completed({ ...image, id: "ok", status: 206 }),
    completed({ ...image, id: "ok", status: 206 }),
    sent({ ...image, id: "missing" }),
    completed({ ...image, id: "missing", status: 404 }),
  );
  assertEquals(bench.network().not_kept, { static: 1 });
  assertEquals(only(bench).status, 404);
});

Deno.test("NetworkLog.ingest() shows a static success again when its body turns out broken", () => {
  const image = { destination: "image", initiatorType: "img" };
  const bench = new Bench().feed(sent(image), completed(image));
  assertEquals(bench.network().requests, []);
  bench.feed(nameless("net::ERR_CONTENT_DECODING_FAILED"));
  assertEquals(bench.network().not_kept, { static: 0 });
  assertEquals(only(bench).class, "body");
});

Deno.test("NetworkLog.ingest() waits for the end of a redirected image before it counts it", () => {
  const image = { destination: "image", initiatorType: "img" };
  const bench = new Bench().feed(sent(image), completed({ ...image, status: 301 }));
  assertEquals(bench.network().requests.length, 1);
  bench.feed(sent({ ...image, hop: 1 }), completed({ ...image, hop: 1 }));
  assertEquals([bench.network().requests.length, bench.network().not_kept.static], [0, 1]);
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

Deno.test("NetworkLog.ingest() measures Chrome by arrival and Firefox by its own end", () => {
  const chrome = new Bench().feed(sent({ at: START })).wait(250).feed(completed());
  assertEquals(only(chrome).took_ms, 250);
  const timings = {
    requestTime: START - 10,
    requestStart: START,
    responseStart: START + 80,
    responseEnd: START + 90,
  };
  const firefox = new Bench("firefox").feed(sent({ timings })).wait(250).feed(
    completed({ timings }),
  );
  assertEquals(only(firefox).took_ms, 100);
});

Deno.test("NetworkLog.ingest() masks a header's secret in every place it shows after", () => {
  const secret = "s3cr3t-value-12345";
  const bench = new Bench().feed(
    sent({ id: "a", headers: { authorization: `Bearer ${secret}` } }),
    sent({
      id: "b",
      url: `https://site.test/x?q=${secret}`,
      headers: { referer: `https://site.test/${secret}` },
    }),
  );
  for (const id of ["0.1", "0.2"]) {
    const text = JSON.stringify(bench.capture.request(id, START));
    assert(!text.includes(secret), text);
    assertMatch(text, /•••/);
  }
});

Deno.test("NetworkLog.ingest() keeps at most 32 headers of 4 096 characters a side", () => {
  const headers = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`x-h${at}`, "v".repeat(5_000)]),
  );
  new Bench().feed(sent({ headers }));
  const bench = new Bench().feed(sent({ headers }), completed({ headers, answerHeaders: headers }));
  const detail = bench.capture.request("0.1", START);
  for (const side of [detail?.request_headers, detail?.response_headers]) {
    assertEquals([side?.length, side?.[0]?.value.length], [32, 4_096]);
  }
});
