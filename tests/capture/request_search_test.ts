import { assertEquals } from "@std/assert";
import type { RequestWish } from "../../capture/request_search.ts";
import { answered, Bench, completed, failed, logged, sent, started } from "./events.ts";

const API = "https://site.test/api?q=1";

/** What is found, and how the newest differs. */
function look(bench: Bench, wish: RequestWish) {
  const search = bench.capture.search(wish);
  return {
    found: search.first(),
    misses: search.misses().map(({ id, differs }) => [id, ...differs]),
  };
}

Deno.test("RequestSearch.first() finds what began since the last call that acted, however it ended", () => {
  const bench = new Bench().open(1);
  bench.feed(...answered("old", 200, API)).close(1);
  bench.open(2).feed(...answered("r1", 500, API));
  bench.close(2);
  bench.open(3, { watches: true }).feed(...answered("r2", 200, API));
  assertEquals(look(bench, { url: "/api" }).found, {
    id: "0.2",
    uri: "workspace://network/0.2",
    status: 500,
  });
  assertEquals(look(bench, { status: 200 }).found?.id, "0.3");
  assertEquals(look(bench, { status: 404 }).misses, [
    ["0.3", "other status"],
    ["0.2", "other status"],
    ["0.1", "other status", "began before call 2"],
  ]);
  assertEquals(bench.capture.search({}).since, 2);
});

Deno.test("RequestSearch.first() finds what began since a script, and else what the call before it began", () => {
  const bench = new Bench().open(1).feed(...answered("clicked", 500, API));
  bench.close(1);
  bench.open(2, {}).close(2);
  assertEquals(look(bench, { url: "/api" }).found?.id, "0.1", "the script only read");
  bench.open(3, {}).feed(...answered("again", 200, API)).close(3);
  bench.open(4, { watches: true });
  assertEquals(look(bench, { url: "/api" }).found?.id, "0.2", "the script asked again");
  assertEquals(look(bench, { status: 500 }).found?.id, "0.1");
  assertEquals(bench.capture.search({}).since, 1);
});

Deno.test("RequestSearch goes by URL, method and status, each alone and together", () => {
  const bench = new Bench().open(1);
  bench.feed(
    sent({ id: "a", url: API, method: "POST" }),
    completed({ id: "a", url: API, method: "POST", status: 201 }),
  );
  const fitting: RequestWish[] = [
    { url: "/api" },
    { url: "https://*/api*" },
    { url: "/api*" },
    { method: "post" },
    { status: 201 },
    { status: "2xx" },
    { url: "q=1", method: "POST", status: "2xx" },
  ];
  for (const wish of fitting) {
    assertEquals(look(bench, wish).found?.status, 201, JSON.stringify(wish));
  }
  const others: [RequestWish, string[]][] = [
    [{ url: "/API" }, ["other URL"]],
    [{ method: "GET" }, ["other method"]],
    [{ status: "4xx" }, ["other status"]],
    [{ url: "/x", method: "PUT", status: 200 }, ["other URL", "other method", "other status"]],
  ];
  for (const [wish, differs] of others) {
    assertEquals(look(bench, wish), { found: null, misses: [["0.1", ...differs]] });
  }
});

Deno.test("RequestSearch takes what failed, and not what is under way or was cancelled", () => {
  const bench = new Bench().open(1).feed(sent({ id: "a", url: API }));
  assertEquals(look(bench, {}).misses, [["0.1", "not answered yet"]]);
  bench.feed(failed("net::ERR_CONNECTION_REFUSED", { id: "b", url: API }));
  assertEquals(look(bench, { url: "/api" }).found, {
    id: "0.2",
    uri: "workspace://network/0.2",
    status: null,
    error: "net::ERR_CONNECTION_REFUSED",
  });
  assertEquals(look(bench, { status: "5xx" }).misses[0], ["0.2", "failed without a status"]);
  const other = new Bench().open(1).feed(
    sent({ id: "c" }),
    failed("net::ERR_ABORTED", { id: "c" }),
  );
  assertEquals(look(other, {}).misses, [["0.1", "cancelled"]]);
});

Deno.test("RequestSearch takes what is answered, whose body may never end", () => {
  const bench = new Bench().open(1).feed(sent({ id: "s" }), started({ id: "s", status: 404 }));
  const { found } = look(bench, { status: 404 });
  assertEquals([found?.id, found?.pending], ["0.1", true]);
});

Deno.test("RequestSearch takes a redirect only where its status is asked for", () => {
  const [from, to] = ["https://site.test/from", "https://site.test/to"];
  const bench = new Bench().open(1);
  bench.feed(sent({ id: "r", url: from }), completed({ id: "r", url: from, status: 302 }));
  assertEquals(look(bench, { url: "/from" }).misses, [["0.1", "not answered yet"]]);
  assertEquals(look(bench, { url: "/from", status: "3xx" }).found?.status, 302);
  bench.feed(sent({ id: "r", url: to, hop: 1 }), completed({ id: "r", url: to, hop: 1 }));
  assertEquals(look(bench, { url: "/from" }).found?.status, 200);
  assertEquals(look(bench, { url: "/from", status: 302 }).found?.status, 302);
  assertEquals(look(bench, { url: "/to", status: 302 }).found, null);
});

Deno.test("RequestSearch finds a form's POST that was answered with a redirect", () => {
  const [form, done] = ["https://site.test/login", "https://site.test/"];
  const bench = new Bench().open(1).feed(
    sent({ id: "r", url: form, method: "POST" }),
    completed({ id: "r", url: form, method: "POST", status: 303 }),
    sent({ id: "r", url: done, hop: 1 }),
    completed({ id: "r", url: done, hop: 1 }),
  );
  const status = (wish: RequestWish) => look(bench, wish).found?.status;
  assertEquals(status({ method: "post", url: "/login" }), 200);
  assertEquals(status({ method: "POST", status: 303 }), 303);
  assertEquals(status({ method: "GET", status: 200 }), 200);
  assertEquals(look(bench, { method: "GET", status: 303 }).misses, [["0.1", "other status"]]);
  assertEquals(look(bench, { method: "PUT" }).misses, [["0.1", "other method"]]);
});

Deno.test("RequestSearch takes a success that is counted only, which cannot be read", () => {
  const bench = new Bench().open(1);
  const image = {
    id: "i",
    url: "https://site.test/a.png",
    destination: "image",
    initiatorType: "img",
  };
  bench.feed(sent(image), completed({ ...image, mime: "image/png" }));
  assertEquals(bench.network().total, 0);
  assertEquals(look(bench, { url: ".png" }).found, { id: "0.1", status: 200 });
});

Deno.test("RequestSearch.told() takes the request of an event, once it fits", () => {
  const bench = new Bench().open(1);
  const search = bench.capture.search({ url: "/api", status: 200 });
  const events = [
    sent({ id: "a", url: API }),
    logged("nothing to do with it"),
    ...answered("other", 200),
    started({ id: "a", url: API }),
    completed({ id: "a", url: API }),
  ];
  const told = events.map((event) => (bench.feed(event), search.told(event)?.id ?? null));
  assertEquals(told, [null, null, null, null, "0.1", "0.1"]);
});

Deno.test("RequestSearch.misses() are five at most, the nearest first, without an older page's query", () => {
  const bench = new Bench().load("n1").open(1);
  for (let i = 0; i < 7; i++) {
    bench.feed(...answered(`r${i}`, 200, `https://site.test/r${i}?q=${i}`));
  }
  bench.load("n2");
  const misses = bench.capture.search({ url: "/r3", status: 500 }).misses();
  assertEquals(misses.map(({ url }) => url), [
    "https://site.test/r3",
    "https://site.test/n2",
    "https://site.test/r6",
    "https://site.test/r5",
    "https://site.test/r4",
  ]);
});
