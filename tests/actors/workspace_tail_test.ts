import { assertEquals } from "@std/assert";
import type { Tail, TailKind } from "../../actors/tail.ts";
import { logged } from "../capture/events.ts";
import { fakeWorkspace } from "../fakes/workspace.ts";

async function tailed(kind: TailKind = "console") {
  const fake = fakeWorkspace();
  await fake.now(fake.open({ capture: true }));
  const tail = () =>
    fake.now(
      fake.ref.ask<Tail>((reply) => ({ kind: "tail", of: kind, reply }), { timeoutMs: 1_000 }),
    );
  const say = (text: string) => fake.feed(logged(text, { source: { realm: "R", context: "T" } }));
  return { ...fake, tail, say };
}

const texts = (tail: Tail) => tail.take().rows.map((row) => "text" in row ? row.text : row.url);

Deno.test("Workspace tells each listener of what comes while it listens", async () => {
  const { tail, say, ref, settle, stop } = await tailed();
  await say("before");
  const one = await tail();
  const two = await tail();
  await say("both");
  ref.tell({ kind: "tail-closed", tail: one });
  await settle();
  await say("after");
  assertEquals([texts(one), texts(two)], [["both"], ["both", "after"]]);
  await stop();
  assertEquals(two.take().ended, true);
});

Deno.test("Workspace drops a slow listener's rows only", async () => {
  const { tail, say, stop } = await tailed();
  const slow = await tail();
  const quick = await tail();
  let heard = 0;
  for (let i = 0; i < 600; i++) {
    await say(`line ${i}`);
    heard += quick.take().rows.length;
  }
  assertEquals([heard, slow.take().dropped], [600, 100]);
  await stop();
});

Deno.test("Workspace refuses one listener too many", async () => {
  const { tail, refusal, ref, stop } = await tailed();
  for (let i = 0; i < 32; i++) await tail();
  const { status } = await refusal(
    ref.ask<Tail>((reply) => ({ kind: "tail", of: "console", reply }), { timeoutMs: 1_000 }),
  );
  assertEquals(status, 429);
  await stop();
});
