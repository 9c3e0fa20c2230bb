import { assertEquals } from "@std/assert";
import { DispatcherStats, LAG_BOUNDS_MS } from "../../actors/dispatcher_stats.ts";

Deno.test("DispatcherStats counts a lag in the first bucket whose bound it does not pass", () => {
  const stats = new DispatcherStats();
  for (const ms of [0, 1, 1.5, 2, 10_000, 10_001, 1e9]) stats.handled(ms);
  const { lags } = stats.snapshot();
  assertEquals(lags.counts.length, LAG_BOUNDS_MS.length + 1);
  assertEquals(lags.counts.slice(0, 3), [2, 2, 0]);
  assertEquals(lags.counts.slice(-2), [1, 2]);
  assertEquals(lags.sumMs, 1_000_020_005.5);
});

Deno.test("DispatcherStats takes a lag below 0, of a clock set back, for none", () => {
  const stats = new DispatcherStats();
  stats.handled(-3_600_000);
  stats.handled(NaN);
  assertEquals(stats.snapshot().lags.sumMs, 0);
  assertEquals(stats.snapshot().lags.counts[0], 2);
  assertEquals(stats.snapshot().recentMs, [0, 0]);
});

Deno.test("DispatcherStats keeps the last 1 000 lags, oldest first, and counts all", () => {
  const stats = new DispatcherStats();
  for (let ms = 0; ms < 1_003; ms++) stats.handled(ms);
  const { recentMs, lags } = stats.snapshot();
  assertEquals(recentMs.length, 1_000);
  assertEquals([recentMs[0], recentMs.at(-1)], [3, 1_002]);
  assertEquals(lags.counts.reduce((all, count) => all + count, 0), 1_003);
});

Deno.test("DispatcherStats keeps the deepest queue, and adds up what was lost and unasked for", () => {
  const stats = new DispatcherStats();
  for (const depth of [3, 17, 2]) stats.held(depth);
  stats.dropped();
  stats.unsolicited();
  stats.unsolicited();
  const before = stats.snapshot();
  stats.dropped();
  const { peak, dropped, unsolicited } = before;
  assertEquals({ peak, dropped, unsolicited }, { peak: 17, dropped: 1, unsolicited: 2 });
});
