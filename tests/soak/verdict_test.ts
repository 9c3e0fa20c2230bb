import { assertEquals } from "@std/assert";
import { judge, type Soak } from "./verdict.ts";

const GOOD: Soak = {
  seconds: 120,
  residentMiB: Array.from({ length: 120 }, (_, second) => Math.min(100, 60 + 2 * second)),
  events: 24_000,
  lost: 0,
  lines: 700,
  holes: 0,
  callMs: [20, 30, 40],
  failures: [],
};

/** What is wrong with a soak. */
function wrong(soak: Partial<Soak>): string[] {
  return judge({ ...GOOD, ...soak }).filter(({ ok }) => !ok).map(({ words }) =>
    words.split(":")[0] ?? ""
  );
}

Deno.test("judge() finds nothing wrong with memory that is flat once the buffers are full", () => {
  assertEquals(wrong({}), []);
});

Deno.test("judge() finds memory that grows to the end, and none that jumps once and comes back", () => {
  const growing = Array.from({ length: 120 }, (_, second) => 60 + second / 2);
  assertEquals(wrong({ residentMiB: growing }), ["memory"]);
  const jump = GOOD.residentMiB.map((mib, second) => second % 20 === 0 ? mib + 100 : mib);
  assertEquals(wrong({ residentMiB: jump }), []);
});

Deno.test("judge() takes no soak for one whose page was silent", () => {
  assertEquals(wrong({ events: 12_000 }), ["load"]);
  assertEquals(wrong({ lines: 0 }), ["loss"]);
});

Deno.test("judge() forgives what was lost only when that was said", () => {
  assertEquals(wrong({ holes: 3 }), ["loss"]);
  assertEquals(wrong({ holes: 3, lost: 3 }), []);
});

Deno.test("judge() finds calls that failed, took too long, or were never made", () => {
  assertEquals(wrong({ failures: ["extract: 503 gone"] }), ["calls"]);
  assertEquals(wrong({ callMs: [20, 10_001] }), ["calls"]);
  assertEquals(wrong({ callMs: [] }), ["calls"]);
});
