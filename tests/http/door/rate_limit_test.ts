import { assert, assertEquals } from "@std/assert";
import { RateLimit } from "../../../http/door/rate_limit.ts";

Deno.test("RateLimit.take() gives a burst, then one at a time, and says when", () => {
  let now = 0;
  const limit = new RateLimit({ perMinute: 60, burst: 2, now: () => now });
  assertEquals([limit.take(), limit.take(), limit.take()], [0, 0, 1_000]);
  now = 400;
  assertEquals(Math.round(limit.take()), 600);
  now = 1_000;
  assertEquals([limit.take(), limit.take()], [0, 1_000]);
});

Deno.test("RateLimit.take() saves up no more than a burst", () => {
  let now = 0;
  const limit = new RateLimit({ perMinute: 60, burst: 3, now: () => now });
  now = 3_600_000;
  assertEquals([0, 0, 0, 0].map(() => limit.take()), [0, 0, 0, 1_000]);
});

Deno.test("RateLimit.take() is ready when it said it would be, whatever the rate", () => {
  for (const perMinute of [1, 7, 59, 6_000, 999_983]) {
    let now = 0;
    const limit = new RateLimit({ perMinute, burst: 1, now: () => now });
    for (let i = 0; i < 100; i++) {
      const waitMs = limit.take();
      now += waitMs;
      if (waitMs > 0) assertEquals(limit.take(), 0, `${perMinute} a minute, at ${now}`);
    }
    assert(Math.abs(now / 60_000 * perMinute - 99) < 0.01, `${perMinute}: ${now}`);
  }
});
