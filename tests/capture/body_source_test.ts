import { assertEquals, assertMatch } from "@std/assert";
import type { BidiEvent } from "../../bidi/protocol.ts";
import { Bench, completed, failed, sent, START } from "./events.ts";
import { permutations } from "./rows.ts";

const TTL_MS = 60_000;
const source = (bench: Bench) => bench.capture.bodySource("0.1", START);

Deno.test("Capture.bodySource() names the request, its types and its size", () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const bench = new Bench().feed(
    sent({ id: "browser's id", headers, method: "POST" }),
    completed({
      id: "browser's id",
      headers,
      method: "POST",
      mime: "text/html;charset=ISO-8859-1",
    }),
  );
  assertEquals(source(bench), {
    id: "0.1",
    request: "browser's id",
    generation: 1,
    mime: "text/html;charset=iso-8859-1",
    requestMime: "application/x-www-form-urlencoded",
    size: 100,
    requestSize: 0,
    state: "complete",
    barred: null,
    unavailable: null,
  });
});

Deno.test("Capture.bodySource() takes the charset from the header, which Chrome leaves out of the type", () => {
  const answerHeaders = { "content-type": 'text/plain; charset="UTF-16"' };
  const bench = new Bench().feed(sent(), completed({ mime: "text/plain", answerHeaders }));
  assertEquals(source(bench)?.mime, "text/plain;charset=utf-16");
});

Deno.test("Capture.bodySource() says why there is no body", () => {
  const why = (bench: Bench) => source(bench)?.unavailable ?? "";
  assertMatch(why(new Bench().feed(sent())), /not ended/);
  assertMatch(
    why(new Bench().feed(sent(), failed("net::ERR_ABORTED"))),
    /cancelled \(net::ERR_ABORTED\)/,
  );
  assertMatch(
    why(new Bench().feed(sent(), failed("net::ERR_TIMED_OUT"))),
    /failed \(net::ERR_TIMED_OUT\)/,
  );
  assertMatch(
    why(new Bench().feed(sent({ method: "HEAD" }), completed({ method: "HEAD" }))),
    /HEAD/,
  );
  for (const status of [101, 204, 205, 302]) {
    assertMatch(why(new Bench().feed(sent(), completed({ status }))), /no body|WebSocket/);
  }
  const headers = {
    "sec-fetch-mode": "no-cors",
    "sec-fetch-dest": "empty",
    "sec-fetch-site": "cross-site",
  };
  assertMatch(why(new Bench().feed(sent({ headers }), completed({ headers }))), /opaque/);
});

Deno.test("Capture.bodySource() is undefined for what is not kept", () => {
  assertEquals(new Bench().capture.bodySource("1.1", START), undefined);
});

Deno.test("Capture.bodySource() is barred by the URL of any hop, in whatever order they come, and of the answer", () => {
  const [open, shut] = ["https://site.test/a", "https://shut.test/b"];
  const barred = (url: string) => url === shut ? `no page may go to ${shut}` : null;
  const toShut = [
    sent({ url: open }),
    completed({ url: open, status: 302 }),
    sent({ url: shut, hop: 1 }),
    completed({ url: shut, hop: 1 }),
  ];
  const throughShut = [
    sent({ url: shut }),
    completed({ url: shut, status: 302 }),
    sent({ url: open, hop: 1 }),
    completed({ url: open, hop: 1 }),
  ];
  const fed = (...events: BidiEvent[]) =>
    source(new Bench("chrome", TTL_MS, { barred }).feed(...events));
  for (const order of [...permutations(toShut), ...permutations(throughShut)]) {
    assertEquals(fed(...order)?.barred, `no page may go to ${shut}`);
  }
  const answer = completed({ url: open });
  if (answer.method === "network.responseCompleted") answer.params.response.url = shut;
  assertEquals(fed(sent({ url: open }), answer)?.barred, `no page may go to ${shut}`);
  assertEquals(fed(sent({ url: open }), completed({ url: open }))?.barred, null);
});

Deno.test("Capture.bodySource() is barred by a URL as it came, though a page has its host masked", () => {
  const barred = (url: string) => new URL(url).hostname === "169.254.169.254" ? "barred" : null;
  const url = "http://169.254.169.254/latest/";
  const bench = new Bench("chrome", TTL_MS, { barred });
  bench.masker.bind("169.254.169.254");
  assertEquals(source(bench.feed(sent({ url }), completed({ url })))?.barred, "barred");
});
