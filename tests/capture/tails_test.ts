import { assertEquals } from "@std/assert";
import { joined, Tail, Tails } from "../../capture/tails.ts";

const sign = (number: number) => ({ realmKey: number, frameCheck: 7 });

Deno.test("Tail.push() remembers the last 128 entries in order", () => {
  const tail = new Tail();
  assertEquals(tail.signs, []);
  for (let at = 0; at < 1_000; at++) tail.push(sign(at), at);
  assertEquals(tail.signs, Array.from({ length: 128 }, (_, at) => joined(872 + at, 7)));
  assertEquals(tail.newestAt, 999);
});

Deno.test("Tail.hole() holds as long as what was lost may be among what is remembered", () => {
  const tail = new Tail();
  assertEquals(tail.holed, false);
  tail.hole();
  for (let at = 0; at < 127; at++) tail.push(sign(at), at);
  assertEquals(tail.holed, true);
  tail.push(sign(127), 127);
  assertEquals(tail.holed, false);
});

Deno.test("Tails.of() keeps the contexts heard of last, and no more than 256", () => {
  const tails = new Tails();
  tails.of("kept").push(sign(1), 1);
  for (let at = 0; at < 255; at++) tails.of(`${at}`);
  assertEquals(tails.of("kept").signs.length, 1);
  for (let at = 255; at < 511; at++) tails.of(`${at}`);
  assertEquals(tails.of("kept").signs, []);
});

Deno.test("Tails.hole() is one in every context", () => {
  const tails = new Tails();
  tails.of("a");
  tails.of(null);
  tails.hole();
  assertEquals([tails.of("a").holed, tails.of(null).holed, tails.of("b").holed], [
    true,
    true,
    false,
  ]);
});
