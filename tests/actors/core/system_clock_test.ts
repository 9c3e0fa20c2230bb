import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing";
import { systemClock } from "../../../actors/core/system_clock.ts";

const MONTH_MS = 30 * 24 * 60 * 60 * 1_000;

Deno.test("systemClock.now() is the time of day", () => {
  using time = new FakeTime(1_000);
  assertEquals(systemClock.now(), 1_000);
  time.tick(5);
  assertEquals(systemClock.now(), 1_005);
});

Deno.test("systemClock.after() runs its task once, at its time", () => {
  using time = new FakeTime();
  let ran = 0;
  systemClock.after(100, () => ran++);
  time.tick(99);
  assertEquals(ran, 0);
  time.tick(1);
  assertEquals(ran, 1);
  time.tick(1_000);
  assertEquals(ran, 1);
});

Deno.test("systemClock.after() keeps a wait longer than a timer can be", () => {
  using time = new FakeTime();
  let ran = 0;
  systemClock.after(MONTH_MS, () => ran++);
  time.tick(MONTH_MS - 1);
  assertEquals(ran, 0);
  time.tick(1);
  assertEquals(ran, 1);
});

Deno.test("Timer.cancel() calls off a wait of any length, and is safe after it", () => {
  using time = new FakeTime();
  let ran = 0;
  const short = systemClock.after(100, () => ran++);
  const long = systemClock.after(MONTH_MS, () => ran++);
  short.cancel();
  time.tick(2 ** 31);
  long.cancel();
  long.cancel();
  time.tick(MONTH_MS);
  assertEquals(ran, 0);
  const fired = systemClock.after(1, () => ran++);
  time.tick(1);
  fired.cancel();
  assertEquals(ran, 1);
});
