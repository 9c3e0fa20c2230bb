import { assertEquals } from "@std/assert";
import { alignment } from "../../capture/align.ts";
import { random } from "../fakes/random.ts";

const WHOLE = { holed: false, certain: false };
const HOLED = { holed: true, certain: true };

/** Which letters of `replay` are new after `seen`. */
function fresh(seen: string, replay: string, known = WHOLE): string {
  const signs = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
  const matched = alignment(signs(seen), signs(replay), known);
  return [...replay].filter((_, at) => !matched[at]).join("");
}

Deno.test("alignment() finds what follows the longest overlap", () => {
  assertEquals(fresh("abcd", "cdef"), "ef");
  assertEquals(fresh("abcd", "abcdef"), "ef");
  assertEquals(fresh("abcd", "abcd"), "");
  assertEquals(fresh("", "ab"), "ab");
  assertEquals(fresh("ab", ""), "");
});

Deno.test("alignment() takes everything for new when nothing overlaps", () => {
  assertEquals(fresh("abcd", "efgh"), "efgh");
});

Deno.test("alignment() keeps true duplicates, before the cut and behind it", () => {
  assertEquals(fresh("axx", "axxxx"), "xx");
  assertEquals(fresh("xax", "axaxx"), "axx");
  assertEquals(fresh("aab", "abaab"), "aab");
});

Deno.test("alignment() finds what was lost before the cut at its place", () => {
  assertEquals(fresh("abdf", "abcdefgh", HOLED), "cegh");
  assertEquals(fresh("abdf", "bcdef", HOLED), "ce");
  assertEquals(fresh("aab", "ababc", HOLED), "bc");
  assertEquals(fresh("abc", "xyz", HOLED), "xyz");
});

Deno.test("alignment() ends what was seen as early as it can", () => {
  assertEquals(alignment([1, 2], [1, 3, 2, 2], HOLED), [true, false, true, false]);
});

Deno.test("alignment() knows by the times that there is a hole which nobody told of", () => {
  assertEquals(fresh("abdf", "abcdefgh", { holed: false, certain: true }), "cegh");
});

/** A stream in which some lines are logged up to three times in their millisecond. */
function stream(length: number, next: (below: number) => number): number[] {
  const signs: number[] = [];
  let at = 0;
  while (signs.length < length) {
    if (next(3) > 0) at++;
    signs.push(at * 2 + next(2));
  }
  return signs;
}

/** Whether the streams fit over each other at another place as well as at the right one. */
function isAmbiguous(seen: readonly number[], replay: readonly number[], right: number): boolean {
  for (let length = right + 1; length <= Math.min(seen.length, replay.length); length++) {
    const end = seen.slice(seen.length - length);
    if (end.every((sign, at) => sign === replay[at])) return true;
  }
  return false;
}

Deno.test("alignment() is the truth for every stream, cut and gap of up to 100", () => {
  const next = random(1);
  let judged = 0;
  for (let run = 0; run < 3_000; run++) {
    const before = next(300);
    const gap = next(101);
    const all = stream(before + gap, next);
    const replay = all.slice(-100);
    const seen = all.slice(0, before).slice(-128);
    const right = Math.max(0, replay.length - gap);
    if (isAmbiguous(seen, replay, right)) continue;
    judged++;
    const matched = alignment(seen, replay, WHOLE);
    assertEquals(matched, replay.map((_, at) => at < right), `run ${run}, gap ${gap}`);
  }
  assertEquals(judged > 2_700, true, `${judged} streams were judged`);
});

Deno.test("alignment() takes nothing of a replay that begins behind the gap for seen", () => {
  const next = random(2);
  for (let run = 0; run < 500; run++) {
    const gap = 101 + next(150);
    // Every line at a time of its own: nothing is alike by chance.
    const all = Array.from({ length: 200 + gap }, (_, at) => at);
    const matched = alignment(all.slice(72, 200), all.slice(-100), HOLED);
    assertEquals(matched.includes(true), false);
  }
});

Deno.test("alignment() finds every lost entry that the replay still has", () => {
  const next = random(3);
  for (let run = 0; run < 500; run++) {
    const before = 1 + next(300);
    const gap = next(100);
    const all = Array.from({ length: before + gap }, (_, at) => at);
    const seen = all.slice(0, before).filter(() => next(5) > 0);
    const replay = all.slice(-100);
    const matched = alignment(seen.slice(-128), replay, HOLED);
    const known = new Set(seen);
    assertEquals(matched, replay.map((sign) => known.has(sign)));
  }
});
