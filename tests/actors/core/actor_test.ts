import { assertEquals, assertInstanceOf } from "@std/assert";
import { spawn } from "../../../actors/core/actor.ts";
import type { Context } from "../../../actors/core/types.ts";
import { fakeSystem } from "../../fakes/system.ts";

import { gate, recorder, roomy } from "./recorder.ts";

Deno.test("Ref.tell() handles messages in order, in a task of its own", () => {
  const { ref, handled, runAll } = recorder<number>();
  assertEquals([1, 2, 3].map((n) => ref.tell(n)), ["accepted", "accepted", "accepted"]);
  assertEquals(handled, []);
  runAll();
  assertEquals(handled, [1, 2, 3]);
  ref.tell(4);
  runAll();
  assertEquals(handled, [1, 2, 3, 4]);
});

Deno.test("Ref.tell() needs one task for a batch of messages, and yields after 256", () => {
  const { ref, handled, runAll } = recorder<number>();
  for (let n = 0; n < 256; n++) ref.tell(n);
  assertEquals(runAll(), 2);
  for (let n = 0; n < 200; n++) ref.tell(n);
  assertEquals(runAll(), 1);
  assertEquals(handled.length, 456);
});

Deno.test("Ref.tell() of one actor does not keep another from its turn", () => {
  const fake = fakeSystem();
  const order: string[] = [];
  const make = (name: string) =>
    spawn<number>(fake.system, name, { handle: () => void order.push(name) }, roomy);
  const [busy, other] = [make("busy"), make("other")];
  for (let n = 0; n < 600; n++) busy.tell(n);
  other.tell(0);
  fake.runAll();
  assertEquals(order.indexOf("other"), 256);
});

Deno.test("Behaviour.handle() may tell its own actor", () => {
  const handled: number[] = [];
  const { ref, runAll } = recorder<number>({
    handle: (n, context) => {
      handled.push(n);
      if (n < 5) context.self.tell(n + 1);
    },
  });
  ref.tell(1);
  runAll();
  assertEquals(handled, [1, 2, 3, 4, 5]);
});

Deno.test("Behaviour.handle() that is async runs one message at a time", async () => {
  const gates = [gate(), gate()];
  const log: string[] = [];
  const { ref, settle } = recorder<number>({
    handle: async (n) => {
      log.push(`begin ${n}`);
      await gates[n]?.promise;
      log.push(`end ${n}`);
    },
  });
  ref.tell(0);
  ref.tell(1);
  await settle();
  assertEquals(log, ["begin 0"]);
  gates[1]?.open();
  await settle();
  assertEquals(log, ["begin 0"]);
  gates[0]?.open();
  await settle();
  assertEquals(log, ["begin 0", "end 0", "begin 1", "end 1"]);
});

Deno.test("Ref.tell() answers what the mailbox did, and drops are reported once a run", () => {
  const dropped: [number, string][] = [];
  const { ref, handled, events, runAll } = recorder<number>({}, {
    capacity: 2,
    overflow: "displace-oldest",
    onDrop: (n, why) => void dropped.push([n, why]),
  });
  const offers = [1, 2, 3, 4, 5].map((n) => ref.tell(n));
  assertEquals(offers, ["accepted", "accepted", "displaced", "displaced", "displaced"]);
  assertEquals(events, [{ actor: "rec", what: "dropped", count: 1 }]);
  runAll();
  assertEquals(handled, [4, 5]);
  assertEquals(dropped, [[1, "overflow"], [2, "overflow"], [3, "overflow"]]);
  assertEquals(events.map((event) => event.count), [1, 2]);
  for (const n of [6, 7, 8]) ref.tell(n);
  // A new run of losses: its first is told at once.
  assertEquals(events.map((event) => event.count), [1, 2, 1]);
  runAll();
  assertEquals(events.map((event) => event.count), [1, 2, 1]);
});

Deno.test("Ref.tell() says refused, and the message is counted as lost", () => {
  const dropped: number[] = [];
  const { ref, runAll, handled } = recorder<number>({}, {
    capacity: 1,
    overflow: "refuse",
    onDrop: (n) => void dropped.push(n),
  });
  assertEquals([1, 2].map((n) => ref.tell(n)), ["accepted", "refused"]);
  runAll();
  assertEquals(handled, [1]);
  assertEquals(dropped, [2]);
});

Deno.test("Context.mailbox shows the behaviour what went through its mailbox", () => {
  let context: Context<number> | undefined;
  const { ref, runAll } = recorder<number>({ handle: (_n, c) => void (context = c) });
  for (const n of [1, 2, 3]) ref.tell(n);
  runAll();
  assertEquals(context?.mailbox.peak, 3);
  assertEquals(context?.mailbox.accepted, 3);
  assertEquals(context?.mailbox.length, 0);
});

Deno.test("Ref.stop() before the first message closes once", async () => {
  const { ref, exits, events, settle } = recorder<number>();
  const stopped = ref.stop();
  await settle();
  assertEquals(await stopped, { reason: "stopped" });
  assertEquals(await ref.done, { reason: "stopped" });
  assertEquals(exits, [{ reason: "stopped" }]);
  assertEquals(events, []);
});

Deno.test("Ref.stop() is safe twice, while it ends and after", async () => {
  const { ref, exits, settle } = recorder<number>();
  ref.tell(1);
  const both = [ref.stop(), ref.stop()];
  await settle();
  assertEquals(await Promise.all([...both, ref.stop()]), [
    { reason: "stopped" },
    { reason: "stopped" },
    { reason: "stopped" },
  ]);
  assertEquals(exits.length, 1);
});

Deno.test("Ref.tell() after a stop says stopped, and nothing is handled", async () => {
  const { ref, handled, settle } = recorder<number>();
  void ref.stop();
  assertEquals(ref.tell(1), "stopped");
  await settle();
  assertEquals(ref.tell(2), "stopped");
  await settle();
  assertEquals(handled, []);
});

Deno.test("Ref.stop() passes the messages that wait, and each is told as dropped", async () => {
  const dropped: [number, string][] = [];
  const { ref, handled, events, settle } = recorder<number>({}, {
    capacity: 10,
    overflow: "refuse",
    onDrop: (n, why) => void dropped.push([n, why]),
  });
  for (const n of [1, 2, 3]) ref.tell(n);
  void ref.stop();
  await settle();
  assertEquals(handled, []);
  assertEquals(dropped, [[1, "stopped"], [2, "stopped"], [3, "stopped"]]);
  assertEquals(events, [{ actor: "rec", what: "dropped", count: 3 }]);
});

Deno.test("Ref.stop() of an actor from its own handler ends it after that message", async () => {
  const handled: number[] = [];
  const { ref, exits, settle } = recorder<number>({
    handle: (n, context) => {
      void context.self.stop();
      handled.push(n);
    },
  });
  ref.tell(1);
  ref.tell(2);
  await settle();
  assertEquals(handled, [1]);
  assertEquals(exits, [{ reason: "stopped" }]);
});

Deno.test("Ref.stop() aborts the running handle's signal, then waits for it", async () => {
  const log: string[] = [];
  const end = gate();
  const { ref, settle, clock, events } = recorder<number>({
    handle: async (_n, { signal }) => {
      signal.addEventListener("abort", () => log.push("aborted"));
      await end.promise;
      log.push("handled");
    },
    close: () => void log.push("closed"),
  });
  ref.tell(1);
  await settle();
  const stopped = ref.stop();
  assertEquals(log, ["aborted"]);
  await settle();
  assertEquals(log, ["aborted"]);
  end.open();
  await settle();
  assertEquals(log, ["aborted", "handled", "closed"]);
  assertEquals(await stopped, { reason: "stopped" });
  assertEquals(clock.pending, 0);
  assertEquals(events, []);
});

Deno.test("Ref.stop() takes the abort's own reason for no failure", async () => {
  const { ref, settle, events } = recorder<number>({
    handle: (_n, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason))
      ),
  });
  ref.tell(1);
  await settle();
  void ref.stop();
  await settle();
  assertEquals(await ref.done, { reason: "stopped" });
  assertEquals(events, []);
});

Deno.test("Ref.stop() goes on after 5 s without the handle, and reports it", async () => {
  const never = gate();
  const { ref, exits, settle, elapse, events, clock } = recorder<number>({
    handle: () => never.promise,
  });
  ref.tell(1);
  await settle();
  void ref.stop();
  await elapse(4_999);
  assertEquals(exits, []);
  await elapse(1);
  assertEquals(exits, [{ reason: "stopped" }]);
  assertEquals(events.map((event) => event.what), ["failed"]);
  assertInstanceOf(events[0]?.error, Error);
  // What it comes to later changes nothing.
  never.open();
  await settle();
  assertEquals(exits.length, 1);
  assertEquals(clock.pending, 0);
});

Deno.test("Ref.stop() bounds a handler that stops its own actor and then hangs", async () => {
  const { ref, settle, elapse, exits } = recorder<number>({
    handle: (_n, context) => {
      void context.self.stop();
      return new Promise<void>(() => {});
    },
  });
  ref.tell(1);
  await settle();
  await elapse(5_000);
  assertEquals(exits, [{ reason: "stopped" }]);
});

Deno.test("Ref.stop() goes on after 30 s without close, and reports it", async () => {
  const { ref, settle, elapse, events, clock } = recorder<number>({
    close: () => new Promise<void>(() => {}),
  });
  let done = false;
  void ref.stop().then(() => done = true);
  await settle();
  await elapse(29_999);
  assertEquals(done, false);
  await elapse(1);
  assertEquals(done, true);
  assertEquals(events.map((event) => event.what), ["failed"]);
  assertEquals(clock.pending, 0);
});

Deno.test("Ref.done waits for an async close", async () => {
  const closing = gate();
  const { ref, settle } = recorder<number>({ close: () => closing.promise });
  let done = false;
  void ref.stop().then(() => done = true);
  await settle();
  assertEquals(done, false);
  closing.open();
  await settle();
  assertEquals(done, true);
});

Deno.test("Behaviour.handle() that throws ends the actor as failed, and it is reported", async () => {
  const error = new Error("broken");
  const { ref, exits, events, settle } = recorder<number>({
    handle: () => {
      throw error;
    },
  });
  ref.tell(1);
  ref.tell(2);
  await settle();
  assertEquals(await ref.done, { reason: "failed", error });
  assertEquals(exits, [{ reason: "failed", error }]);
  assertEquals(events, [
    { actor: "rec", what: "failed", error },
    { actor: "rec", what: "dropped", count: 1 },
  ]);
  assertEquals(ref.tell(3), "stopped");
});

Deno.test("Behaviour.handle() that rejects ends the actor as failed", async () => {
  const error = new Error("broken");
  const { ref, settle, clock } = recorder<number>({ handle: () => Promise.reject(error) });
  ref.tell(1);
  await settle();
  assertEquals(await ref.done, { reason: "failed", error });
  assertEquals(clock.pending, 0);
});

Deno.test("Behaviour.handle() that throws while a stop waits for it leaves the exit as it was", async () => {
  const running = gate();
  const { ref, settle, events } = recorder<number>({ handle: () => running.promise });
  ref.tell(1);
  await settle();
  void ref.stop();
  running.fail(new Error("broken"));
  await settle();
  assertEquals(await ref.done, { reason: "stopped" });
  assertEquals(events.map((event) => event.what), ["failed"]);
});

Deno.test("Behaviour.close() that throws is reported, and the actor ends all the same", async () => {
  const { ref, settle, events } = recorder<number>({
    close: () => {
      throw new Error("broken");
    },
  });
  void ref.stop();
  await settle();
  assertEquals(await ref.done, { reason: "stopped" });
  assertEquals(events.map((event) => event.what), ["failed"]);
});

Deno.test("MailboxOptions.onDrop() that throws ends the actor, not its teller", async () => {
  const { ref, settle, events } = recorder<number>({}, {
    capacity: 1,
    overflow: "displace-oldest",
    onDrop: () => {
      throw new Error("broken");
    },
  });
  ref.tell(1);
  assertEquals(ref.tell(2), "displaced");
  await settle();
  assertEquals((await ref.done).reason, "failed");
  assertEquals(events.map((event) => event.what), ["dropped", "failed", "failed", "dropped"]);
});
