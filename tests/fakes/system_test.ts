import { assertEquals, assertThrows } from "@std/assert";
import { sleep } from "../../actors/core/wait.ts";
import { FakeClock, fakeSystem } from "./system.ts";

Deno.test("FakeClock.advance() fires what comes due in order, each at its own time", () => {
  const clock = new FakeClock(0);
  const fired: [string, number][] = [];
  const note = (name: string) => () => void fired.push([name, clock.now()]);
  clock.after(20, note("b"));
  clock.after(10, () => {
    note("a")();
    clock.after(5, note("nested"));
    clock.after(500, note("later"));
  });
  clock.after(20, note("c"));
  clock.after(10, note("cancelled")).cancel();
  clock.advance(100);
  assertEquals(fired, [["a", 10], ["nested", 15], ["b", 20], ["c", 20]]);
  assertEquals([clock.now(), clock.pending, clock.due], [100, 1, 510]);
});

Deno.test("FakeSystem.runAll() runs tasks that tasks schedule, in order", () => {
  const { system, runAll } = fakeSystem();
  const order: number[] = [];
  system.schedule(() => {
    order.push(1);
    system.schedule(() => order.push(3));
  });
  system.schedule(() => order.push(2));
  assertEquals(runAll(), 3);
  assertEquals(order, [1, 2, 3]);
  assertEquals(runAll(), 0);
});

Deno.test("FakeSystem.runAll() says so when tasks never end", () => {
  const { system, runAll } = fakeSystem();
  const again = (): void => system.schedule(again);
  again();
  assertThrows(runAll, Error, "rest");
});

Deno.test("FakeSystem.settle() runs tasks behind promises behind tasks", async () => {
  const { system, settle } = fakeSystem();
  const order: string[] = [];
  const later = async (depth: number): Promise<void> => {
    for (let n = 0; n < 50; n++) await null;
    order.push(`promise ${depth}`);
    system.schedule(() => {
      order.push(`task ${depth}`);
      if (depth > 1) void later(depth - 1);
    });
  };
  void later(2);
  await settle();
  assertEquals(order, ["promise 2", "task 2", "promise 1", "task 1"]);
});

Deno.test("FakeSystem.elapse() lets a wait begin another within its time", async () => {
  const { clock, elapse } = fakeSystem();
  const woken: number[] = [];
  const start = clock.now();
  const ticking = (async () => {
    for (let n = 0; n < 3; n++) {
      await sleep(clock, 100);
      woken.push(clock.now() - start);
    }
  })();
  await elapse(250);
  assertEquals(woken, [100, 200]);
  await elapse(50);
  await ticking;
  assertEquals(woken, [100, 200, 300]);
});
