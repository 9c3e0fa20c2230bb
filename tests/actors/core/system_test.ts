import { assert, assertEquals, assertLess } from "@std/assert";
import { spawn } from "../../../actors/core/actor.ts";
import { createSystem } from "../../../actors/core/system.ts";
import type { ActorEvent } from "../../../actors/core/types.ts";
import { FakeClock } from "../../fakes/system.ts";

/** More tasks than run before the event loop turns; an end for a scheduler that never lets it. */
const MANY = 20_000_000;

Deno.test("createSystem() goes by the clock it is given", () => {
  const clock = new FakeClock(5);
  assertEquals(createSystem({ clock, report: () => {} }).clock.now(), 5);
});

Deno.test("System.schedule() runs tasks in order, before the event loop turns", async () => {
  const system = createSystem({ report: () => {} });
  const order: string[] = [];
  const turned = new Promise<void>((resolve) =>
    setTimeout(() => {
      order.push("timer");
      resolve();
    }, 0)
  );
  system.schedule(() => {
    order.push("first");
    system.schedule(() => order.push("third"));
  });
  system.schedule(() => order.push("second"));
  assertEquals(order, []);
  await Promise.resolve();
  await turned;
  assertEquals(order, ["first", "second", "third", "timer"]);
});

Deno.test("System.schedule() reports a task that throws, and runs the next", async () => {
  const events: ActorEvent[] = [];
  const system = createSystem({ report: (event) => void events.push(event) });
  const error = new Error("broken");
  system.schedule(() => {
    throw error;
  });
  await new Promise<void>((resolve) => system.schedule(resolve));
  assertEquals(events, [{ actor: "system", what: "failed", error }]);
});

Deno.test("System.schedule() lets timers run during an endless series of tasks", async () => {
  const system = createSystem({ report: () => {} });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let endless = true;
  let ran = 0;
  const again = (): void => {
    ran++;
    if (endless && ran < MANY) system.schedule(again);
    else end();
  };
  system.schedule(again);
  await new Promise((resolve) => setTimeout(resolve, 1));
  endless = false;
  await ended;
  assert(ran < MANY);
});

Deno.test("System.schedule() lets a server answer while an actor is flooded", async () => {
  const system = createSystem({ report: () => {} });
  let handled = 0;
  const flooded = spawn<number>(system, "flooded", {
    handle: (n, context) => {
      if (++handled < MANY) context.self.tell(n + 1);
    },
  }, { capacity: 1_000, overflow: "refuse" });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => new Response("here"),
  );
  flooded.tell(0);
  const start = performance.now();
  const answer = await fetch(`http://127.0.0.1:${server.addr.port}/`);
  assertEquals(await answer.text(), "here");
  // Some ten turns of the loop, each behind a slice of work; the rest is for a busy machine.
  assertLess(performance.now() - start, 2_000);
  assert(handled > 0 && handled < MANY);
  await flooded.stop();
  await server.shutdown();
});

Deno.test("Ref.tell() handles 100 000 messages without a promise each", async () => {
  const system = createSystem({ report: () => {} });
  const { promise, resolve } = Promise.withResolvers<void>();
  const total = 100_000;
  let handled = 0;
  const ref = spawn<number>(system, "busy", {
    handle: () => {
      if (++handled === total) resolve();
    },
  }, { capacity: total, overflow: "refuse" });
  const start = performance.now();
  for (let n = 0; n < total; n++) ref.tell(n);
  await promise;
  // About 30 ms on an idle core; the rest is for a busy machine.
  assertLess(performance.now() - start, 3_000);
  await ref.stop();
});
