import { assertEquals } from "@std/assert";
import { MASK } from "../../../capture/mask/rules.ts";
import { Values } from "../../../capture/mask/values.ts";

function values(most = 100, characters = 10_000): Values {
  return new Values({
    header: { values: most, characters },
    member: { values: most, characters },
  });
}

Deno.test("Values.mask() makes one mask of values that overlap or touch", () => {
  const known = values();
  for (const value of ["abcdef12", "f12345xyz", "touching9"]) known.add(value, "header");
  assertEquals(known.mask("<abcdef12345xyztouching9>"), `<${MASK}>`);
});

Deno.test("Values.mask() finds a value at both ends of a text, and one that is the whole of it", () => {
  const known = values();
  known.add("abcdef12", "header");
  assertEquals(known.mask("abcdef12 x abcdef12"), `${MASK} x ${MASK}`);
  assertEquals(known.mask("abcdef12"), MASK);
  assertEquals(known.mask("abcdef1"), "abcdef1");
});

Deno.test("Values.mask() finds each of many values that begin and end alike", () => {
  const known = values(1_000, 1_000_000);
  const alike = (n: number) => `eyJhbGciOiJIUzI1NiJ9-${n}-the-same-end-of-all`;
  for (let n = 0; n < 1_000; n++) known.add(alike(n), "header");
  for (let n = 0; n < 1_000; n++) assertEquals(known.mask(`<${alike(n)}>`), `<${MASK}>`);
  assertEquals(known.mask(alike(1_000)), alike(1_000));
});

Deno.test("Values.add() forgets by characters as by count, and refuses what can never fit", () => {
  const known = values(10, 100);
  for (let n = 0; n < 4; n++) known.add(`${n}`.repeat(40), "header");
  assertEquals([known.learned, known.forgotten], [2, 2]);
  known.add("x".repeat(101), "header");
  assertEquals([known.learned, known.forgotten], [2, 3]);
  assertEquals(known.mask("2".repeat(40)), MASK);
  assertEquals(known.mask("1".repeat(40)), "1".repeat(40));
});

Deno.test("Values.add() keeps a value for its strongest origin", () => {
  const known = values(1);
  known.add("abcdef12", "member");
  known.add("abcdef12", "header");
  known.add("xyzxyz12", "member");
  assertEquals(known.mask("abcdef12 xyzxyz12"), `${MASK} ${MASK}`);
  known.add("abcdef12", "bound");
  known.add("abcdef12", "header");
  known.add("another12", "header");
  assertEquals(known.mask("abcdef12 another12"), `${MASK} ${MASK}`);
  assertEquals(known.learned, 2);
});

Deno.test("Values.generation grows with new values only", () => {
  const known = values();
  known.add("abcdef12", "header");
  const { generation } = known;
  known.add("abcdef12", "header");
  assertEquals(known.generation, generation);
  known.add("abcdef13", "header");
  assertEquals(known.generation, generation + 1);
});
