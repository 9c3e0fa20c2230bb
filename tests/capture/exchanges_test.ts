import { assertEquals } from "@std/assert";
import { bytesOf, type Exchange, newExchange } from "../../capture/exchange.ts";
import { Exchanges } from "../../capture/exchanges.ts";

function exchange(seq: number): Exchange {
  return newExchange({
    seq,
    id: `1.${seq}`,
    nav: 1,
    request: `r${seq}`,
    generation: 1,
    context: "tab",
    tab: "t1",
    navigation: null,
    call: null,
    cause: "idle",
    at: 0,
    began: 0,
    type: "fetch",
    hop: {
      count: 0,
      method: "GET",
      url: `https://site.test/${"x".repeat(seq % 50)}`,
      bodySize: 0,
      status: null,
      statusText: null,
      mime: null,
      charset: null,
      size: null,
      fromCache: false,
      requestHeaders: [{ name: "a", value: "v".repeat(100) }],
      responseHeaders: [],
      requestPrint: "1:1",
      responsePrint: "",
      timing: null,
    },
  });
}

Deno.test("Exchanges.bytes is what all that is held weighs, through thousands of random steps", () => {
  const exchanges = new Exchanges();
  const all: Exchange[] = [];
  let state = 7;
  const random = (below: number) => (state = state * 48_271 % 2_147_483_647) % below;
  for (let step = 1; step < 12_000; step++) {
    const recent = all[all.length - 1 - random(Math.min(all.length, 300) || 1)];
    switch (random(8)) {
      case 0:
        if (recent !== undefined && exchanges.find(recent.request) === recent) {
          exchanges.close(recent);
          exchanges.hide(recent);
        }
        break;
      case 1:
        if (random(50) === 0) exchanges.evictOldest();
        break;
      case 2:
        if (random(2_000) === 0) exchanges.clear();
        else if (random(3_000) === 0) exchanges.forgetIds();
        break;
      case 3:
      case 4:
        if (recent !== undefined && exchanges.find(recent.request) === recent) {
          recent.error = "e".repeat(random(30));
          exchanges.close(recent);
        }
        break;
      default: {
        const next = exchange(step);
        exchanges.add(next);
        all.push(next);
      }
    }
  }
  const held = new Set(exchanges.shown);
  for (const one of all) if (exchanges.find(one.request) === one) held.add(one);
  let weight = 0;
  for (const one of held) weight += one.bytes;
  assertEquals(exchanges.bytes, weight);
  for (const one of held) assertEquals(one.bytes, bytesOf(one));
});

Deno.test("Exchanges.add() merges into 2 000 at most and forgets those that ended first", () => {
  const exchanges = new Exchanges();
  const open = exchange(1);
  exchanges.add(open);
  for (let seq = 2; seq <= 3_000; seq++) {
    const next = exchange(seq);
    exchanges.add(next);
    exchanges.close(next);
  }
  assertEquals(exchanges.find("r1"), open);
  assertEquals(exchanges.find("r2"), undefined);
  assertEquals([...exchanges.open], [open]);
});

Deno.test("Exchanges.forgetIds() keeps what is shown and nothing to merge into", () => {
  const exchanges = new Exchanges();
  exchanges.add(exchange(1));
  exchanges.forgetIds();
  assertEquals([exchanges.find("r1"), exchanges.shown.length], [undefined, 1]);
});
