import { assertEquals } from "@std/assert";
import { CallWindows } from "../../actors/call_windows.ts";
import { spawn } from "../../actors/core/actor.ts";
import type { Behaviour, Context, Reply } from "../../actors/core/types.ts";
import type { WorkspaceMessage } from "../../actors/workspace_messages.ts";
import { Bench, completed, sent } from "../capture/events.ts";
import { fakeSystem } from "../fakes/system.ts";

/** A call's window on a capture, with time in the test's hands. */
async function setUp() {
  const bench = new Bench().load("n1");
  const fake = fakeSystem({ now: bench.now });
  const windows = new CallWindows();
  let context: Context<WorkspaceMessage> | undefined;
  const behaviour: Behaviour<WorkspaceMessage> = {
    handle(message, given) {
      context = given;
      if (message.kind === "settle-over") windows.overdue(message.call);
    },
  };
  const ref = spawn(fake.system, "windows", behaviour, { capacity: 10, overflow: "refuse" });
  ref.tell({ kind: "settle-over", call: 0 });
  await fake.settle();
  const call = windows.open(bench.capture, "input", bench.now);
  const settle = (actedAt: number | null) => {
    const answers: boolean[] = [];
    const reply: Reply<boolean> = { ok: (waited) => void answers.push(waited), fail() {} };
    const bounds = { heardAt: fake.clock.now(), actedAt, ms: 500 };
    if (context) {
      windows.settle(bench.capture, { kind: "settle", call, bounds, reply }, context);
    }
    return answers;
  };
  /** A request that began `lagMs` before the browser told of it. */
  const request = (id: string, lagMs: number) => {
    bench.feed(sent({ id, at: bench.now - lagMs }), completed({ id }));
    windows.heard(bench.capture);
  };
  const elapse = async (ms: number) => {
    bench.wait(ms);
    await fake.elapse(ms);
  };
  return { ...fake, bench, windows, settle, request, elapse, call };
}

Deno.test("CallWindows.settle() waits for nothing when nothing is open and telling is quick", async () => {
  const { settle, clock, elapse } = await setUp();
  const actedAt = clock.now();
  await elapse(40);
  assertEquals(settle(actedAt), [false]);
  assertEquals(settle(null), [false]);
});

Deno.test("CallWindows.settle() waits after input as long as the browser lately took to tell, thrice", async () => {
  const { settle, request, clock, elapse } = await setUp();
  await elapse(100);
  request("slow", 30);
  await elapse(1);
  const actedAt = clock.now();
  await elapse(40);
  assertEquals(settle(null), [false], "no input, no wait");
  const answers = settle(actedAt);
  await elapse(49);
  assertEquals(answers, []);
  await elapse(1);
  assertEquals(answers, [true]);
  assertEquals(settle(actedAt), [false], "and only once");
});

Deno.test("CallWindows.settle() waits no longer for a request unheard of than 100 ms after input", async () => {
  const { settle, request, clock, elapse } = await setUp();
  await elapse(1_000);
  request("very slow", 900);
  await elapse(1);
  const answers = settle(clock.now());
  await elapse(99);
  assertEquals(answers, []);
  await elapse(1);
  assertEquals(answers, [true]);
});

Deno.test("CallWindows.settle() is answered when a request of the call ends, or its time is up", async () => {
  const { bench, settle, windows, elapse } = await setUp();
  bench.feed(sent({ id: "open" }));
  const ended = settle(null);
  await elapse(200);
  assertEquals(ended, []);
  bench.feed(completed({ id: "open" }));
  windows.heard(bench.capture);
  assertEquals(ended, [true]);

  bench.feed(sent({ id: "never" }));
  const overdue = settle(null);
  await elapse(500);
  assertEquals(overdue, [true]);
});

Deno.test("CallWindows.abandon() ends the wait of a call that nobody hears", async () => {
  const { settle, windows, bench, call, clock, elapse } = await setUp();
  bench.feed(sent({ id: "open" }));
  const answers = settle(null);
  windows.abandon(bench.capture, call, clock.now());
  bench.feed(completed({ id: "open" }));
  windows.heard(bench.capture);
  await elapse(500);
  assertEquals(answers, []);
});
