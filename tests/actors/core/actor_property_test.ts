import { assertEquals } from "@std/assert";
import { spawn } from "../../../actors/core/actor.ts";
import type { Exit, Reply } from "../../../actors/core/types.ts";
import { random } from "../../fakes/random.ts";
import { fakeSystem } from "../../fakes/system.ts";

interface Message {
  readonly id: number;
  /** What handling it does. */
  readonly deed: "nothing" | "wait" | "hang" | "throw" | "reject" | "stop";
  readonly reply?: Reply<number>;
}

const CALM = ["nothing", "nothing", "nothing", "wait", "wait"] as const;
const WILD = [...CALM, "hang", "throw", "reject", "stop"] as const;

/** One random life of an actor, and what became of each message and ask in it. */
async function live(seed: number) {
  const next = random(seed);
  const { system, clock, settle, elapse, runAll } = fakeSystem();
  /** By id of each message sent. */
  const fate = new Map<number, string[]>();
  const exits: Exit[] = [];
  const gates: (() => void)[] = [];
  const owed: Reply<number>[] = [];
  let running = 0;
  let overlapped = false;
  const note = (id: number, what: string) => fate.set(id, [...fate.get(id) ?? [], what]);

  const ref = spawn<Message>(system, "actor", {
    handle({ id, deed, reply }, context) {
      note(id, "handled");
      if (running > 0) overlapped = true;
      if (reply && id % 2 === 0) reply.ok(id);
      else if (reply) owed.push(reply);
      if (deed === "throw") throw new Error("thrown");
      if (deed === "reject") return Promise.reject(new Error("rejected"));
      if (deed === "stop") void context.self.stop();
      if (deed !== "wait" && deed !== "hang") return;
      running++;
      return new Promise<void>((resolve) => {
        if (deed === "wait") gates.push(resolve);
      }).finally(() => running--);
    },
    close: (exit) => void exits.push(exit),
  }, {
    capacity: 1 + next(5),
    overflow: next(2) === 0 ? "refuse" : "displace-oldest",
    rank: ({ id }) => id % 3 === 0 ? null : id % 3,
    onDrop: ({ id }, why) => note(id, why),
  });

  const asks: Promise<string>[] = [];
  // Half of the lives run until they are stopped; the others soon end by themselves.
  const deeds = seed % 2 === 0 ? CALM : WILD;
  for (let id = 0; id < 40; id++) {
    const message = { id, deed: deeds[next(deeds.length)] ?? "nothing" };
    const step = next(10);
    if (step < 4) {
      fate.set(id, []);
      if (ref.tell(message) === "stopped") note(id, "told stopped");
    } else if (step < 6) {
      const asked = ref.ask<number>((reply) => {
        fate.set(id, []);
        return { ...message, reply };
      }, { timeoutMs: 100 });
      asks.push(asked.then((n) => n === id ? "answered" : "answered later", (error) => error.name));
    } else if (step === 6) owed.shift()?.ok(-1);
    else if (step === 7) gates.shift()?.();
    else if (step === 8) await elapse(next(60));
    else runAll();
  }
  void ref.stop();
  gates.splice(0).forEach((open) => open());
  await settle();
  gates.splice(0).forEach((open) => open());
  await elapse(40_000);
  return { fate, exits, ref, clock, asks: await Promise.all(asks), overlapped };
}

Deno.test("An actor gives every message one fate and every ask one end, however it ends", async () => {
  const ends = new Set<string>();
  for (let seed = 1; seed <= 300; seed++) {
    const { fate, exits, ref, clock, asks, overlapped } = await live(seed);
    const where = `seed ${seed}`;
    for (const [id, what] of fate) {
      assertEquals(what.length, 1, `${where}, message ${id}: ${what.join()}`);
    }
    for (const end of asks) ends.add(end);
    assertEquals(exits.length, 1, where);
    assertEquals(await ref.done, exits[0], where);
    assertEquals(clock.pending, 0, where);
    assertEquals(overlapped, false, where);
  }
  // The tries are worth something only if they came to all of these.
  assertEquals([...ends].sort(), [
    "ActorStoppedError",
    "AskTimeoutError",
    "MailboxFullError",
    "answered",
    "answered later",
  ]);
});
