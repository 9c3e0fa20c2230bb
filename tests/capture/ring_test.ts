import { assertEquals } from "@std/assert";
import { Ring } from "../../capture/ring.ts";

const seqs = (ring: Ring<{ seq: number }>) => ring.items.map(({ seq }) => seq);

Deno.test("Ring.add() hands back the oldest when it is full", () => {
  const ring = new Ring<{ seq: number }>(3);
  const gone = [1, 2, 3, 4, 5].map((seq) => ring.add({ seq })?.seq);
  assertEquals(gone, [undefined, undefined, undefined, 1, 2]);
  assertEquals([seqs(ring), ring.size, ring.oldest?.seq], [[3, 4, 5], 3, 3]);
});

Deno.test("Ring.add() puts a late item in its place", () => {
  const ring = new Ring<{ seq: number }>(3);
  for (const seq of [1, 4, 2]) ring.add({ seq });
  assertEquals(seqs(ring), [1, 2, 4]);
  assertEquals(ring.add({ seq: 3 })?.seq, 1);
  assertEquals(ring.add({ seq: 1 })?.seq, 1);
  assertEquals(seqs(ring), [2, 3, 4]);
});

Deno.test("Ring behaves like a plain sorted list through thousands of random steps", () => {
  const ring = new Ring<{ seq: number }>(7);
  let model: number[] = [];
  let state = 1;
  const random = (below: number) => (state = state * 48_271 % 2_147_483_647) % below;
  for (let step = 1; step < 5_000; step++) {
    const seq = random(4) === 0 ? random(step) + 0.5 : step;
    switch (random(5)) {
      case 0:
        assertEquals(ring.shift()?.seq, model.shift());
        break;
      case 1: {
        const at = model[random(7)] ?? -1;
        assertEquals(ring.remove(at), model.includes(at));
        model = model.filter((other) => other !== at);
        break;
      }
      default:
        if (model.includes(seq)) break;
        model = [...model, seq].sort((a, b) => a - b);
        assertEquals(ring.add({ seq })?.seq, model.length > 7 ? model.shift() : undefined);
    }
    assertEquals(seqs(ring), model);
    const sought = random(step);
    assertEquals(ring.find(sought)?.seq, model.find((other) => other === sought));
    assertEquals(ring.from(sought)?.seq, model.find((other) => other >= sought));
  }
});

Deno.test("Ring.clear() empties it", () => {
  const ring = new Ring<{ seq: number }>(3);
  ring.add({ seq: 1 });
  ring.clear();
  assertEquals([ring.size, ring.oldest, ring.shift()], [0, undefined, undefined]);
});
