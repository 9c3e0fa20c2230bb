import { assertEquals, assertRejects } from "@std/assert";
import { Line, MAX_WAITING, type Place } from "../../../drivers/grid/line.ts";
import { FakeTime, settle } from "./fake_time.ts";

const NEVER = new AbortController().signal;

/** A line before `free` places, and who has been called so far. */
function fixture(free: number) {
  const time = new FakeTime();
  const world = { free, looks: 0 };
  const line = new Line(() => {
    world.looks++;
    return Promise.resolve(world.free);
  }, time);
  const called: number[] = [];
  const join = (name: number, signal = NEVER): Place => {
    const place = line.join();
    if (place === null) throw new Error("full");
    place.turn(signal).then(() => called.push(name), () => {});
    return place;
  };
  return { time, world, line, called, join };
}

Deno.test("Line calls the first at once, without a look", async () => {
  const { world, called, join } = fixture(0);
  join(1);
  await settle();
  assertEquals([called, world.looks], [[1], 0]);
});

Deno.test("Line has one away while there is no place, and calls the next when it ends", async () => {
  const { called, join } = fixture(0);
  const places = [1, 2, 3].map((name) => join(name));
  await settle();
  assertEquals(called, [1]);
  assertEquals(places.map(({ ahead }) => ahead), [null, 1, 2]);
  places[0]?.leave();
  places[0]?.leave();
  await settle();
  assertEquals(called, [1, 2]);
});

Deno.test("Line calls as many as there are places, in order", async () => {
  const { called, join } = fixture(3);
  [1, 2, 3, 4, 5].forEach((name) => join(name));
  await settle();
  assertEquals(called, [1, 2, 3]);
});

Deno.test("Line looks again every 500 ms while somebody waits, and not after", async () => {
  const { time, world, called, join } = fixture(1);
  const places = [1, 2].map((name) => join(name));
  await settle();
  assertEquals(world.looks, 1);
  await time.advance(499);
  assertEquals(world.looks, 1);
  world.free = 2;
  await time.advance(1);
  assertEquals([called, world.looks], [[1, 2], 2]);
  await time.advance(5_000);
  assertEquals(world.looks, 2);
  places.forEach((place) => place.leave());
});

Deno.test("Line counts one that ends during a look: its place may not show as taken", async () => {
  const looks: ((free: number) => void)[] = [];
  const line = new Line(() => new Promise((resolve) => looks.push(resolve)), new FakeTime());
  const places = [1, 2, 3].map(() => line.join());
  await settle();
  places[0]?.leave();
  looks[0]?.(2);
  await settle();
  assertEquals(places.map((place) => place?.ahead), [null, null, 1]);
  // The end is no reason to wait for the time of the next look.
  assertEquals(looks.length, 2);
});

Deno.test("Line lets who gives up go at once, and nobody is overtaken by it", async () => {
  const { line, called, join } = fixture(0);
  const first = join(1);
  const abort = new AbortController();
  const second = line.join();
  const turn = second?.turn(abort.signal) ?? Promise.resolve();
  const third = join(3);
  await settle();
  abort.abort(new Error("enough"));
  await assertRejects(() => turn, Error, "enough");
  assertEquals([line.waiting, third.ahead], [1, 1]);
  first.leave();
  await settle();
  assertEquals(called, [1, 3]);
});

Deno.test("Line.join() gives null when it is full", () => {
  const { line } = fixture(0);
  for (let i = 0; i <= MAX_WAITING; i++) line.join();
  assertEquals([line.join(), line.waiting], [null, MAX_WAITING]);
});
