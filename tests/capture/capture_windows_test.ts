import { assert, assertEquals } from "@std/assert";
import { answered, Bench, completed, failed, logged, navigation, sent, started } from "./events.ts";

Deno.test("Capture.closeWindow() counts what the call caused, and not warnings, images, cancellations or a 204", () => {
  const image = { id: "i", destination: "image", initiatorType: "img" };
  const bench = new Bench().open(1).feed(
    logged("boom", { type: "javascript" }),
    logged("bad"),
    logged("careful", { level: "warn", method: "warn" }),
    ...answered("a", 500),
    ...answered("b", 204),
    sent(image),
    completed({ ...image, status: 404 }),
    sent({ id: "c" }),
    failed("net::ERR_ABORTED", { id: "c" }),
    sent({ id: "d" }),
    failed("net::ERR_CONNECTION_REFUSED", { id: "d" }),
  );
  assertEquals(bench.close(1), {
    errors: 2,
    failed_requests: 2,
    see: "workspace://console?level=error&call=1",
  });
});

Deno.test("Capture.closeWindow() tells a request answered after two seconds as late, with its console.error, while a wait runs", () => {
  const bench = new Bench().load("n1").open(1).feed(sent({ id: "slow" }));
  bench.wait(500);
  assertEquals(bench.close(1), undefined);
  bench.wait(10).open(2, { watches: true }).wait(1_500);
  bench.feed(completed({ id: "slow", status: 500 })).wait(5).feed(logged("it failed"));
  const hint = bench.close(2);
  assertEquals([hint?.errors, hint?.failed_requests, hint?.see], [0, 0, undefined]);
  assertEquals(hint?.late, [{
    call: 1,
    errors: 1,
    failed_requests: 1,
    see: "workspace://console?level=error&call=1",
  }]);
});

Deno.test("Capture.closeWindow() tells what a debounce began 300 ms after a click as the click's", () => {
  const bench = new Bench().load("n1").open(1);
  bench.close(1);
  bench.wait(300).feed(...answered("debounced", 500), logged("it failed"));
  bench.open(2, {});
  assertEquals(
    bench.close(2)?.late?.map((
      { call, errors, failed_requests },
    ) => [call, errors, failed_requests]),
    [[1, 1, 1]],
  );
});

Deno.test("Capture.closeWindow() gives a request told late to the call in whose window it began", () => {
  const bench = new Bench().load("n1").open(1);
  bench.feed(logged("the click failed"));
  const began = bench.wait(20).now;
  assertEquals(bench.wait(30).close(1)?.errors, 1);
  bench.wait(10).open(2).wait(20).feed(sent({ id: "slow", at: began }));
  bench.feed(completed({ id: "slow", status: 500 }));
  const hint = bench.close(2);
  assertEquals([hint?.failed_requests, hint?.late?.map(({ call }) => call)], [0, [1]]);
});

Deno.test("Capture.closeWindow() blames no call for a poll that fails, and does for what else fails", () => {
  const bench = new Bench().open(1).load("n1");
  bench.close(1);
  for (let poll = 0; poll < 10; poll++) {
    bench.wait(100).feed(...answered(`poll${poll}`, 503, `https://site.test/poll?n=${poll}`));
    bench.feed(logged(`poll ${poll} failed`));
  }
  bench.open(2, {});
  assertEquals(bench.close(2), undefined);
  bench.wait(50).open(3).feed(
    ...answered("poll-again", 503, "https://site.test/poll?n=10"),
    ...answered("click", 500),
    logged("the click failed"),
  );
  const hint = bench.close(3);
  assertEquals(hint, {
    errors: 1,
    failed_requests: 1,
    see: "workspace://console?level=error&call=3",
    background: 1,
  });
  const marked = bench.network().requests.filter(({ background }) => background);
  assertEquals(marked.length, 11);
  assertEquals(marked.filter(({ call }) => call !== null), []);
  const failed = { filter: "failed", pages: 5, limit: 50, call: 3 } as const;
  const { requests } = bench.capture.networkList(failed, bench.now);
  assertEquals(requests.map(({ url }) => url), ["https://site.test/click"]);
});

/** A page that has polled a failing URL for a while, and a call on it. */
function polling(): Bench {
  const bench = new Bench().open(1).load("n1");
  bench.close(1);
  for (const id of ["a", "b", "c"]) {
    bench.wait(2_000).feed(...answered(id, 500, "https://site.test/api"), logged("api: 500"));
  }
  return bench.wait(2_000).open(2);
}

Deno.test("Capture.closeWindow() says that what came in a call's window was taken for a poll of the page's", () => {
  const bench = polling();
  bench.feed(...answered("click", 500, "https://site.test/api"), logged("api: 500"));
  assertEquals(bench.close(2), { errors: 0, failed_requests: 0, background: 2 });
  bench.open(3);
  assertEquals(bench.close(3), undefined);
});

Deno.test("Capture.closeWindow() says that a request is open that would be taken for a poll of the page's", () => {
  const bench = polling().feed(sent({ id: "click", url: "https://site.test/api" }));
  assert(bench.capture.quiet(2));
  assertEquals(bench.close(2), { errors: 0, failed_requests: 0, background: 1 });
  bench.wait(100).open(3).feed(
    completed({ id: "click", url: "https://site.test/api", status: 500 }),
  );
  assertEquals(bench.close(3), undefined);
});

Deno.test("Capture.closeWindow() says of what was counted and then found to be the page's that it was put aside", () => {
  const bench = new Bench().load("n1").wait(5_000).open(1, { watches: true });
  for (const id of ["a", "b", "c"]) {
    bench.wait(2_000).feed(...answered(id, 500, "https://site.test/poll"));
  }
  assertEquals(bench.close(1), { errors: 0, failed_requests: 0, background: 3 });
});

Deno.test("Capture.closeWindow() takes nothing on a page for what the page before failed at", () => {
  const bench = polling().load("n2");
  bench.close(2);
  bench.wait(2_000).open(3).feed(...answered("click", 500, "https://site.test/api"));
  assertEquals(bench.close(3), {
    errors: 0,
    failed_requests: 1,
    see: "workspace://network?filter=failed&call=3",
  });
});

Deno.test("Capture.closeWindow() tells every late failure that a click asked for, however often it is clicked", () => {
  const bench = new Bench().load("n1");
  for (let call = 1; call <= 9; call += 2) {
    bench.wait(3_000).open(call).feed(sent({ id: `slow${call}`, url: "https://site.test/slow" }));
    assertEquals(bench.close(call), undefined);
    bench.wait(300).feed(...answered(`debounce${call}`, 500, "https://site.test/debounce"));
    bench.wait(2_000).feed(
      completed({ id: `slow${call}`, url: "https://site.test/slow", status: 500 }),
    );
    bench.feed(logged("the order failed"));
    bench.open(call + 1, {});
    const late = bench.close(call + 1)?.late?.map(({ see: _, ...counts }) => counts);
    assertEquals(late, [{ call, errors: 1, failed_requests: 2 }]);
  }
});

Deno.test("Capture.quiet() waits for documents, fetches and XHRs of the call, and for its load", () => {
  const bench = new Bench().load("n1").open(1);
  assert(bench.capture.quiet(1));
  bench.feed(sent({ id: "f" }));
  assert(!bench.capture.quiet(1));
  bench.feed(completed({ id: "f" }), navigation("navigationStarted", "n2"));
  assert(!bench.capture.quiet(1));
  bench.feed(
    sent({ id: "doc", navigation: "n2" }),
    navigation("navigationCommitted", "n2"),
    completed({ id: "doc", navigation: "n2" }),
  );
  assert(!bench.capture.quiet(1));
  bench.feed(navigation("load", "n2"));
  assert(bench.capture.quiet(1));
});

Deno.test("Capture.quiet() does not wait for images, streams, other calls' requests or a failed load", () => {
  const bench = new Bench().load("n1").feed(sent({ id: "old" })).open(1).feed(
    sent({ id: "i", destination: "image", initiatorType: "img" }),
    sent({ id: "s" }),
    started({ id: "s", mime: "text/event-stream" }),
    navigation("navigationStarted", "n2"),
    navigation("navigationFailed", "n2"),
  );
  assert(bench.capture.quiet(1));
});

Deno.test("Capture.quiet() does not wait for a request that has been failing in the background", () => {
  const bench = new Bench().load("n1");
  for (const id of ["a", "b"]) bench.feed(...answered(id, 500, "https://site.test/poll"));
  bench.open(1).feed(sent({ id: "c", url: "https://site.test/poll" }));
  assert(bench.capture.quiet(1));
});
