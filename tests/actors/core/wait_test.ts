import { assertEquals, assertRejects } from "@std/assert";
import { sleep, watch, withTimeout } from "../../../actors/core/wait.ts";
import { countedSignal } from "../../fakes/counted_signal.ts";
import { FakeClock } from "../../fakes/system.ts";

const late = () => new Error("too late");

Deno.test("sleep() resolves after its time", async () => {
  const clock = new FakeClock();
  let awake = false;
  const slept = sleep(clock, 100).then(() => awake = true);
  clock.advance(99);
  await Promise.resolve();
  assertEquals(awake, false);
  clock.advance(1);
  await slept;
  assertEquals(clock.pending, 0);
});

Deno.test("sleep() rejects with the signal's reason, and leaves no timer and no listener", async () => {
  const clock = new FakeClock();
  const { controller, signal, listeners } = countedSignal();
  const slept = sleep(clock, 100, signal);
  const reason = new Error("enough");
  controller.abort(reason);
  assertEquals(await assertRejects(() => slept), reason);
  assertEquals([clock.pending, listeners()], [0, 0]);
});

Deno.test("sleep() rejects at once when the signal has already aborted", async () => {
  const clock = new FakeClock();
  const reason = new Error("enough");
  assertEquals(await assertRejects(() => sleep(clock, 100, AbortSignal.abort(reason))), reason);
  assertEquals(clock.pending, 0);
});

Deno.test("sleep() leaves no listener on a signal that outlives it", async () => {
  const clock = new FakeClock();
  const { signal, listeners } = countedSignal();
  const slept = sleep(clock, 100, signal);
  assertEquals(listeners(), 1);
  clock.advance(100);
  await slept;
  assertEquals(listeners(), 0);
});

Deno.test("withTimeout() answers what the promise does, and leaves no timer", async () => {
  const clock = new FakeClock();
  const { signal, listeners } = countedSignal();
  assertEquals(await withTimeout(clock, Promise.resolve(1), 100, late, signal), 1);
  const error = new RangeError("no");
  assertEquals(
    await assertRejects(() => withTimeout(clock, Promise.reject(error), 100, late, signal)),
    error,
  );
  assertEquals([clock.pending, listeners()], [0, 0]);
});

Deno.test("withTimeout() rejects with the error of onTimeout when the time is up", async () => {
  const clock = new FakeClock();
  const { promise, reject } = Promise.withResolvers<number>();
  const { signal, listeners } = countedSignal();
  const waiting = withTimeout(clock, promise, 100, late, signal);
  clock.advance(100);
  await assertRejects(() => waiting, Error, "too late");
  assertEquals(listeners(), 0);
  // What comes after is taken: unhandled, it would fail this test.
  reject(new Error("even later"));
  await promise.catch(() => {});
});

Deno.test("withTimeout() rejects with the signal's reason", async () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const waiting = withTimeout(clock, new Promise(() => {}), 100, late, controller.signal);
  const reason = new Error("enough");
  controller.abort(reason);
  assertEquals(await assertRejects(() => waiting), reason);
  assertEquals(clock.pending, 0);
});

Deno.test("withTimeout() takes the rejection of a promise it no longer waits for", async () => {
  const clock = new FakeClock();
  const failing = Promise.reject(new Error("unheard"));
  const reason = new Error("enough");
  const waiting = withTimeout(clock, failing, 100, late, AbortSignal.abort(reason));
  assertEquals(await assertRejects(() => waiting), reason);
});

Deno.test("withTimeout() makes no error unless the time is up", async () => {
  const clock = new FakeClock();
  let made = 0;
  await withTimeout(clock, Promise.resolve(), 100, () => (made++, late()));
  assertEquals(made, 0);
});

Deno.test("watch() calls end once, with what came first", () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const ends: string[] = [];
  watch(clock, { ms: 100, signal: controller.signal }, (why) => ends.push(why));
  clock.advance(100);
  controller.abort();
  watch(clock, { ms: 100, signal: controller.signal }, (why) => ends.push(why));
  clock.advance(100);
  assertEquals(ends, ["timeout", "abort"]);
});

Deno.test("watch() calls nothing once released, and is released twice safely", () => {
  const clock = new FakeClock();
  const { controller, signal, listeners } = countedSignal();
  const ends: string[] = [];
  const release = watch(clock, { ms: 100, signal }, (why) => ends.push(why));
  release();
  release();
  clock.advance(100);
  controller.abort();
  assertEquals(ends, []);
  assertEquals(clock.pending, 0);
  assertEquals(listeners(), 0);
});
