import { assertEquals, assertNotEquals } from "@std/assert";
import { Background, errorSignature, requestSignature } from "../../capture/background.ts";

/** A failure that remembers whether it was disowned. */
class Disowned {
  yes = false;
  disown(): void {
    this.yes = true;
  }
}

const QUIET = (now: number) => ({ now, call: null, cause: "idle" as const });

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
      background.judge("click", "500", new Disowned(), { now, call: 1, cause: "asked" }),
      false,
    );
  }
});

Deno.test("Background.judge() takes a known failure for background even while a call acts", () => {
  const background = new Background();
  background.judge("poll", "500", new Disowned(), QUIET(0));
  background.judge("poll", "500", new Disowned(), QUIET(1));
  const during = { now: 2, call: 1, cause: "asked" as const };
  assertEquals(background.judge("poll", "500", new Disowned(), during), true);
});

Deno.test("Background.judge() takes a retry soon after input for what the input caused", () => {
  const background = new Background();
  for (let now = 0; now < 5; now++) {
    const by = { now, call: 1, cause: "after" as const };
    assertEquals(background.judge("retry", "500", new Disowned(), by), false);
  }
});

Deno.test("Background.judge() keeps knowing a poll while one click follows another", () => {
  const background = new Background();
  background.judge("poll", "500", new Disowned(), QUIET(0));
  background.judge("poll", "500", new Disowned(), QUIET(1));
  for (let now = 1_000; now < 200_000; now += 1_000) {
    const by = { now, call: now, cause: "after" as const };
    assertEquals(background.judge("poll", "500", new Disowned(), by), true);
  }
});

Deno.test("Background.judge() knows a poll by one idle failure when all others come soon after clicks", () => {
  const background = new Background();
  const judged = [500, 1_000, 1_500, 2_000, 2_500].map((now, i) => {
    const after = { now, call: i, cause: "after" as const };
    return background.judge("poll", "500", new Disowned(), i === 0 ? QUIET(now) : after);
  });
  assertEquals(judged, [false, false, true, true, true]);
});

Deno.test("Background.judge() does not take one failure after each of three loads for a poll", () => {
  const background = new Background();
  for (let call = 1; call <= 4; call++) {
    const by = { now: call * 1_000, call, cause: "idle" as const };
    assertEquals(background.judge("load", "500", new Disowned(), by), false);
  }
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
  assertEquals(background.expects("poll", 0), false);
  background.judge("poll", "500", new Disowned(), QUIET(0));
  background.judge("poll", "refused", new Disowned(), QUIET(0));
  assertEquals(background.expects("poll", 0), false);
  background.judge("poll", "500", new Disowned(), QUIET(0));
  assertEquals([background.expects("poll", 0), background.expects("poll", 60_001)], [true, false]);
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
