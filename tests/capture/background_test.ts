import { assert, assertEquals, assertGreater, assertNotEquals } from "@std/assert";
import { Background, errorSignature, requestSignature } from "../../capture/background.ts";

/** A failure that remembers whether it was disowned. */
class Disowned {
  yes = false;
  disown(): void {
    this.yes = true;
  }
}

/** A failure that began when it was heard of, before any call had acted. */
const failing = <O extends { now: number }>(owner: O) => ({
  ...owner,
  at: owner.now,
  nav: 1,
  input: null,
});
const QUIET = (now: number) => failing({ now, call: null, cause: "idle" as const });

Deno.test("Background.judge() takes the third failure of a way within 60 s for background, and the two before it", () => {
  const background = new Background();
  const failures = [new Disowned(), new Disowned(), new Disowned()] as const;
  const judged = failures.map((failure, at) =>
    background.judge("poll", "500", failure, QUIET(at * 1_000))
  );
  assertEquals(judged, [false, false, true]);
  assertEquals(failures.map(({ yes }) => yes), [true, true, false]);
});

Deno.test("Background.judge() forgets a failure after 60 s", () => {
  const background = new Background();
  background.judge("poll", "500", new Disowned(), QUIET(0));
  background.judge("poll", "500", new Disowned(), QUIET(1_000));
  assertEquals(background.judge("poll", "500", new Disowned(), QUIET(60_001)), false);
});

Deno.test("Background.judge() knows nothing of a document by what another did", () => {
  const background = new Background();
  for (let now = 0; now < 5; now++) background.judge("poll", "500", new Disowned(), QUIET(now));
  const other = { ...QUIET(6), nav: 2 };
  assertEquals(background.judge("poll", "500", new Disowned(), other), false);
  assertEquals(background.judge("poll", "500", new Disowned(), QUIET(7)), true);
});

Deno.test("Background.judge() tells ways of failing apart", () => {
  const background = new Background();
  background.judge("poll", "500", new Disowned(), QUIET(0));
  background.judge("poll", "500", new Disowned(), QUIET(1));
  assertEquals(background.judge("poll", "refused", new Disowned(), QUIET(2)), false);
});

Deno.test("Background.judge() lets no failure while a call acts make a later one background", () => {
  const background = new Background();
  for (let now = 0; now < 5; now++) {
    assertEquals(
      background.judge("click", "500", new Disowned(), failing({ now, call: 1, cause: "asked" })),
      false,
    );
  }
});

Deno.test("Background.judge() takes a known failure for background even while a call acts", () => {
  const background = new Background();
  background.judge("poll", "500", new Disowned(), QUIET(0));
  background.judge("poll", "500", new Disowned(), QUIET(1));
  const during = failing({ now: 2, call: 1, cause: "asked" as const });
  assertEquals(background.judge("poll", "500", new Disowned(), during), true);
});

Deno.test("Background.judge() takes a retry soon after input for what the input caused", () => {
  const background = new Background();
  for (let now = 0; now < 5; now++) {
    const by = failing({ now, call: 1, cause: "after" as const });
    assertEquals(background.judge("retry", "500", new Disowned(), by), false);
  }
});

Deno.test("Background.judge() keeps knowing a poll while one click follows another", () => {
  const background = new Background();
  background.judge("poll", "500", new Disowned(), QUIET(0));
  background.judge("poll", "500", new Disowned(), QUIET(1));
  for (let now = 1_000; now < 200_000; now += 1_000) {
    const by = failing({ now, call: now, cause: "after" as const });
    assertEquals(background.judge("poll", "500", new Disowned(), by), true);
  }
});

Deno.test("Background.judge() knows a poll by one idle failure when all others come soon after clicks", () => {
  const background = new Background();
  const judged = [500, 1_000, 1_500, 2_000, 2_500].map((now, i) => {
    const after = failing({ now, call: i, cause: "after" as const });
    return background.judge("poll", "500", new Disowned(), i === 0 ? QUIET(now) : after);
  });
  assertEquals(judged, [false, false, true, true, true]);
});

Deno.test("Background.judge() does not take one failure after each of three loads for a poll", () => {
  const background = new Background();
  for (let call = 1; call <= 4; call++) {
    const by = failing({ now: call * 1_000, call, cause: "idle" as const });
    assertEquals(background.judge("load", "500", new Disowned(), by), false);
  }
});

/** How a page fares that fails at these times while calls act at others, all of them in windows of 150 ms. */
function fare(
  failures: readonly number[],
  inputs: readonly number[],
  nav: (at: number) => number = () => 1,
): { judged: boolean[]; disowned: number } {
  const background = new Background();
  const all = failures.map(() => new Disowned());
  const judged = failures.map((at, i) => {
    const number = inputs.findLastIndex((input) => input <= at);
    const input = number < 0 ? null : { at: inputs[number] ?? 0, number };
    const cause = input !== null && at - input.at < 150 ? "asked" : "after";
    const by = { now: at, at, nav: nav(at), call: number, cause, input } as const;
    return background.judge("poll", "500", all[i] ?? new Disowned(), by);
  });
  return { judged, disowned: all.filter(({ yes }) => yes).length };
}

const every = (ms: number, { of = 60, jitter = 0, from = 0 } = {}) =>
  Array.from({ length: of }, (_, i) => from + i * ms + (i * 7 % 5) / 5 * jitter);

Deno.test("Background.judge() knows a poll by its pace while calls act all the time", () => {
  for (const [poll, pace] of [[300, 700], [250, 700], [400, 900], [220, 1_000], [1_000, 2_300]]) {
    for (const jitter of [0, 30, 60]) {
      const { judged, disowned } = fare(
        every(poll ?? 0, { jitter }),
        every(pace ?? 0, { jitter, from: 55 }),
      );
      const after = judged.indexOf(true);
      assert(after >= 5 && after < 30, `${poll} ms, ${pace} ms, ${jitter} ms: ${after}`);
      assertEquals(judged.slice(after).includes(false), false);
      assertGreater(disowned, 4);
    }
  }
});

Deno.test("Background.judge() takes nothing that calls cause for a pace of the page's own", () => {
  const clicks = {
    steady: every(700),
    "at once": every(80, { jitter: 30 }),
    uneven: every(600, { jitter: 500 }),
    rare: every(5_000, { jitter: 3_000 }),
  };
  const causes: Record<string, (click: number, i: number) => number[]> = {
    "one each": (click) => [click + 20],
    "one each, late": (click, i) => [click + 20 + i * 37 % 300],
    "one each, later and later": (click, i) => [click + 10 * i],
    debounced: (click) => [click + 400],
    "two each": (click) => [click + 20, click + 25],
    "tried again after half the time": (click) => [click + 20, click + 370],
    "tried again twice": (click, i) => [20, 253, 486].map((ms) => click + ms + i % 3 * 20),
  };
  for (const [how, inputs] of Object.entries(clicks)) {
    for (const [what, cause] of Object.entries(causes)) {
      const failures = inputs.flatMap(cause).sort((a, b) => a - b);
      assertEquals(fare(failures, inputs).judged.indexOf(true), -1, `${how}, ${what}`);
    }
  }
});

Deno.test("Background.judge() takes no failures of many clicks between other calls for a poll", () => {
  for (const late of [20, 240, 350, 480]) {
    const inputs = every(350, { jitter: 60, of: 120 });
    const failures = inputs.filter((_, i) => i % 2 === 0).map((click) => click + late);
    assertEquals(fare(failures, inputs).judged.includes(true), false, String(late));
  }
});

Deno.test("Background.judge() takes one failure for each click for no poll where another call comes as late as it", () => {
  const inputs = every(700).flatMap((click) => [click, click + 500]);
  const failures = every(700).map((click, i) => click + 500 + (i % 2 === 0 ? 20 : -20));
  assertEquals(fare(failures, inputs).judged.includes(true), false);
});

Deno.test("Background.judge() finds no pace across documents", () => {
  const poll = every(300, { of: 40 });
  const { judged } = fare(poll, every(700, { from: 55 }), (at) => Math.floor(at / 1_500));
  assertEquals(judged.includes(true), false);
});

Deno.test("Background.judge() remembers 500 signatures, the least recently failed forgotten first", () => {
  const background = new Background();
  background.judge("first", "500", new Disowned(), QUIET(0));
  background.judge("first", "500", new Disowned(), QUIET(0));
  for (let at = 0; at < 500; at++) {
    background.judge(`other ${at}`, "500", new Disowned(), QUIET(1));
  }
  assertEquals(background.judge("first", "500", new Disowned(), QUIET(2)), false);
});

Deno.test("Background.expects() says whether the next failure would be background", () => {
  const background = new Background();
  assertEquals(background.expects("poll", 1, 0), false);
  background.judge("poll", "500", new Disowned(), QUIET(0));
  background.judge("poll", "refused", new Disowned(), QUIET(0));
  assertEquals(background.expects("poll", 1, 0), false);
  background.judge("poll", "500", new Disowned(), QUIET(0));
  const later = background.expects("poll", 1, 60_001);
  assertEquals([background.expects("poll", 1, 0), later], [true, false]);
  assertEquals(background.expects("poll", 2, 0), false);
});

Deno.test("errorSignature() is the same for texts that differ in numbers, hexadecimal and quoted parts", () => {
  const one = errorSignature('Failed 12 times: "a" deadbeef01', "f:1:2");
  assertEquals(one, errorSignature('Failed 340 times: "bcd" 0badcafe99', "f:1:2"));
  assertNotEquals(one, errorSignature('Failed 12 times: "a" deadbeef01', "f:1:3"));
  assertNotEquals(one, errorSignature('Missed 12 times: "a" deadbeef01', "f:1:2"));
});

Deno.test("requestSignature() leaves the query out and keeps the rest apart", () => {
  const request = { method: "GET", url: "https://a.test/x?t=1", bodySize: 0, frame: "f" };
  const one = requestSignature(request);
  assertEquals(one, requestSignature({ ...request, url: "https://a.test/x?t=2#y" }));
  assertNotEquals(one, requestSignature({ ...request, method: "POST" }));
  assertNotEquals(one, requestSignature({ ...request, url: "https://a.test/y" }));
  assertNotEquals(one, requestSignature({ ...request, bodySize: 5 }));
  assertNotEquals(one, requestSignature({ ...request, frame: "g" }));
});
