import { assert, assertEquals, assertGreater, assertMatch } from "@std/assert";
import { Bench, completed, failed, nameless, sent, START, started } from "./events.ts";
import { only, permutations } from "./rows.ts";

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
