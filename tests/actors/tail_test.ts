import { assertEquals } from "@std/assert";
import { Tail, TAIL_CAPACITY } from "../../actors/tail.ts";
import type { TailEntry, TailRow } from "../../capture/tap.ts";

function line(seq: number, text = "x"): TailRow {
  return { kind: "console", row: { seq, text } as TailEntry };
}

const seqs = (tail: Tail) => tail.take().rows.map(({ seq }) => seq);

Deno.test("Tail gives its rows in order, and waits for the next", async () => {
  const tail = new Tail("console");
  tail.push(line(1));
  tail.push(line(2));
  await tail.ready;
  assertEquals(seqs(tail), [1, 2]);
  let woken = false;
  void tail.ready.then(() => woken = true);
  await Promise.resolve();
  assertEquals(woken, false);
  tail.push(line(3));
  await tail.ready;
  assertEquals(seqs(tail), [3]);
});

Deno.test("Tail takes no rows of another kind", () => {
  const tail = new Tail("network");
  tail.push(line(1));
  assertEquals(tail.take(), { rows: [], dropped: 0, ended: false });
});

Deno.test("Tail drops its oldest rows when nobody takes them, and says how many", () => {
  const tail = new Tail("console");
  for (let seq = 1; seq <= TAIL_CAPACITY + 7; seq++) tail.push(line(seq));
  const { rows, dropped } = tail.take();
  assertEquals([rows.length, rows[0]?.seq, dropped], [TAIL_CAPACITY, 8, 7]);
  tail.push(line(9_999));
  assertEquals(tail.take().dropped, 0);
});

Deno.test("Tail holds long rows within its bytes", () => {
  const tail = new Tail("console");
  for (let seq = 1; seq <= 100; seq++) tail.push(line(seq, "x".repeat(100_000)));
  const { rows, dropped } = tail.take();
  assertEquals([rows.length + dropped, rows.length], [100, 20]);
});

Deno.test("Tail.end() wakes who waits, once all has been taken", async () => {
  const tail = new Tail("console");
  tail.push(line(1));
  tail.end();
  tail.push(line(2));
  await tail.ready;
  assertEquals(tail.take(), { rows: [line(1).row], dropped: 0, ended: true });
  await tail.ready;
});
