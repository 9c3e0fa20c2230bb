import { assert, assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import { spawn } from "../../../actors/core/actor.ts";
import { ActorStoppedError } from "../../../actors/core/errors.ts";
import type { Behaviour, Context, Exit, Ref } from "../../../actors/core/types.ts";
import { fakeSystem } from "../../fakes/system.ts";
import { gate, recorder, roomy } from "./recorder.ts";

/** A parent that does what it is told, and logs what becomes of its children. */
function family(onChildExit?: (child: string, exit: Exit) => void | "escalate") {
  const fake = fakeSystem();
  const log: string[] = [];
  type Deed = (context: Context<Deed>) => void;
  const parent = spawn<Deed>(fake.system, "parent", {
    handle: (deed, context) => deed(context),
    onChildExit: onChildExit ?? ((child, exit) => void log.push(`${child} ${exit.reason}`)),
    close: () => void log.push("parent closed"),
  }, { capacity: 1_000, overflow: "refuse" });
  /** Starts a child of the parent's. */
  const child = (name: string, behaviour: Partial<Behaviour<string>> = {}): Ref<string> => {
    const children: Ref<string>[] = [];
    parent.tell((context) =>
      void children.push(context.spawn<string>(name, {
        handle: (message) => {
          if (message === "fail") throw new Error(name);
          log.push(`${name} ${message}`);
        },
        close: () => void log.push(`${name} closed`),
        ...behaviour,
      }, { capacity: 10, overflow: "refuse" }))
    );
    fake.runAll();
    const [ref] = children;
    assert(ref);
    return ref;
  };
  return { ...fake, parent, child, log };
}

Deno.test("Context.spawn() starts a child that ends before its parent closes", async () => {
  const { parent, child, log, settle } = family();
  const [a] = [child("a"), child("b")];
  a.tell("hello");
  await settle();
  void parent.stop();
  await settle();
  assertEquals(log, ["a hello", "a closed", "b closed", "parent closed"]);
  assertEquals(await a.done, { reason: "stopped" });
});

Deno.test("Context.spawn() throws once the actor has begun to end", async () => {
  let context: Context<number> | undefined;
  const { ref, settle } = recorder<number>({ handle: (_n, c) => void (context = c) });
  ref.tell(1);
  await settle();
  void ref.stop();
  assertThrows(
    () => context?.spawn("child", { handle: () => {} }, roomy),
    ActorStoppedError,
    "rec",
  );
  await settle();
});

Deno.test("Behaviour.onChildExit() hears of a child's failure, before messages that wait", async () => {
  const { parent, child, log, settle } = family();
  const a = child("a");
  a.tell("fail");
  await settle();
  assertEquals(log, ["a closed", "a failed"]);
  assertEquals(parent.tell(() => log.push("alive")), "accepted");
  await settle();
  assertEquals(log.at(-1), "alive");
});

Deno.test("Behaviour.onChildExit() passes the messages that wait behind a running one", async () => {
  const running = gate();
  const log: string[] = [];
  const fake = fakeSystem();
  let child: Ref<string> | undefined;
  const parent = spawn<string>(fake.system, "parent", {
    handle: (message, context) => {
      log.push(message);
      child ??= context.spawn("child", { handle: () => {} }, roomy);
      return message === "slow" ? running.promise : undefined;
    },
    onChildExit: (name) => void log.push(`${name} gone`),
  }, { capacity: 10, overflow: "refuse" });
  parent.tell("slow");
  parent.tell("next");
  await fake.settle();
  void child?.stop();
  await fake.settle();
  assertEquals(log, ["slow"]);
  running.open();
  await fake.settle();
  assertEquals(log, ["slow", "child gone", "next"]);
});

Deno.test("Behaviour.onChildExit() that escalates ends the parent with the child's exit", async () => {
  const { parent, child, settle, events } = family(() => "escalate");
  child("a").tell("fail");
  const b = child("b");
  await settle();
  const exit = await parent.done;
  assert(exit.reason === "failed");
  assertInstanceOf(exit.error, Error);
  assertEquals(exit.error.message, "a");
  assertEquals(await b.done, { reason: "stopped" });
  assertEquals(events.map((event) => `${event.actor} ${event.what}`), [
    "a failed",
    "parent failed",
  ]);
});

Deno.test("Behaviour.onChildExit() that escalates a stop stops the parent", async () => {
  const { parent, child, settle } = family(() => "escalate");
  void child("a").stop();
  await settle();
  assertEquals(await parent.done, { reason: "stopped" });
});

Deno.test("Behaviour.onChildExit() that throws ends the parent as failed", async () => {
  const error = new Error("broken");
  const { parent, child, settle } = family(() => {
    throw error;
  });
  void child("a").stop();
  await settle();
  assertEquals(await parent.done, { reason: "failed", error });
});

Deno.test("Ref.stop() of a parent waits for a child that hangs only within its bound", async () => {
  const { parent, child, log, settle, elapse, clock } = family();
  child("a", { handle: () => new Promise<void>(() => {}) }).tell("hang");
  await settle();
  void parent.stop();
  await elapse(4_999);
  assertEquals(log, []);
  await elapse(1);
  assertEquals(log, ["a closed", "parent closed"]);
  assertEquals(clock.pending, 0);
});

Deno.test("Ref.stop() ends grandchildren before children", async () => {
  const log: string[] = [];
  const fake = fakeSystem();
  const grandchild: Behaviour<string> = {
    handle: () => {},
    close: () => void log.push("grandchild"),
  };
  const child: Behaviour<string> = {
    handle: (_message, context) => void context.spawn("grandchild", grandchild, roomy),
    close: () => void log.push("child"),
  };
  const parent = spawn<string>(fake.system, "parent", {
    handle: (_message, context) => void context.spawn("child", child, roomy).tell("go"),
    close: () => void log.push("parent"),
  }, { capacity: 10, overflow: "refuse" });
  parent.tell("go");
  await fake.settle();
  void parent.stop();
  await fake.settle();
  assertEquals(log, ["grandchild", "child", "parent"]);
});
