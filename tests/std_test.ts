import {
  assert,
  assertEquals,
  AssertionError,
  assertLess,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { deadline, delay } from "@std/async";
import { FakeTime } from "@std/testing";

/** The doors whose sources come without types, and ours. */
const DOORS = ["assert", "async", "encoding", "http", "testing"] as const;

for (const door of DOORS) {
  Deno.test(`@std/${door} exports a value for each of its names`, async () => {
    const module: Record<string, unknown> = await import(`@std/${door}`);
    const names = Object.keys(module);
    assert(names.length > 0);
    assertEquals(names.filter((name) => module[name] === undefined), []);
  });
}

Deno.test("@std/assert is typed", () => {
  const parsed: number | string = JSON.parse("1");
  assert(typeof parsed === "number");
  const narrowed: number = parsed;
  const error: AssertionError = assertThrows(
    // @ts-expect-error: a door that lost its types would take a string for a number
    () => assertEquals<number>(narrowed, "1"),
    AssertionError,
  );
  assertStrictEquals(error.name, "AssertionError");
});

Deno.test("FakeTime.tickAsync() moves timers, Date and performance when told", async () => {
  using time = new FakeTime(1_000);
  const mark = performance.now();
  let done = false;
  const pause = delay(60_000).then(() => done = true);
  await time.tickAsync(59_999);
  assertEquals(done, false);
  await time.tickAsync(1);
  assertEquals(done, true);
  await pause;
  assertEquals(Date.now(), 61_000);
  assertEquals(time.now, 61_000);
  assertEquals(performance.now() - mark, 60_000);
});

Deno.test("FakeTime.tickAsync() moves AbortSignal.timeout, and so deadline", async () => {
  using time = new FakeTime();
  const waiting = assertRejects(
    () => deadline(new Promise<never>(() => {}), 10_000),
    DOMException,
  );
  await time.tickAsync(10_000);
  assertEquals((await waiting).name, "TimeoutError");
});

Deno.test("FakeTime[Symbol.dispose]() gives the globals back", () => {
  const timeout = AbortSignal.timeout;
  const before = Date.now();
  {
    using _time = new FakeTime(0);
    assertEquals(Date.now(), 0);
  }
  assertStrictEquals(AbortSignal.timeout, timeout);
  assertLess(Date.now() - before, 60_000);
});

Deno.test("FakeTime refuses a timeout that is no number of milliseconds", () => {
  using _time = new FakeTime();
  assertThrows(() => AbortSignal.timeout(-1), TypeError);
});
