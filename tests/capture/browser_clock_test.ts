import { assertEquals } from "@std/assert";
import { BrowserClock } from "../../capture/browser_clock.ts";

Deno.test("BrowserClock.toOurs() takes the quickest event for the difference of the clocks", () => {
  const clock = new BrowserClock();
  clock.heard(5_000, 1_030);
  clock.heard(5_100, 1_102);
  clock.heard(5_200, 1_290);
  assertEquals(clock.toOurs(5_250, 1_300), 1_252);
});

Deno.test("BrowserClock.toOurs() is never later than now, and is now before anything was heard", () => {
  const clock = new BrowserClock();
  assertEquals(clock.toOurs(9_000, 1_000), 1_000);
  clock.heard(1_000, 1_010);
  assertEquals(clock.toOurs(1_020, 1_015), 1_015);
  clock.reset();
  assertEquals(clock.toOurs(1_000, 2_000), 2_000);
});

Deno.test("BrowserClock.known() is null until an event has told how the clocks differ", () => {
  const clock = new BrowserClock();
  assertEquals(clock.known(1_000, 2_000), null);
  clock.heard(1_000, 1_010);
  assertEquals(clock.known(1_000, 2_000), 1_010);
});
