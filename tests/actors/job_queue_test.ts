import { assertEquals, assertInstanceOf, assertMatch } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { CallerLeft } from "../../actors/interruption.ts";
import { JobQueue } from "../../actors/job_queue.ts";
import type { CallResult } from "../../actors/service.ts";
import { countedSignal } from "../fakes/counted_signal.ts";
import { FakeClock } from "../fakes/system.ts";

const MOST = 32;
const QUEUE_MS = 120_000;

function setUp(openMs = 0) {
  const clock = new FakeClock();
  const queue = new JobQueue(openMs);
  const failed: [string, unknown][] = [];
  const add = (name: string, signal = new AbortController().signal) =>
    queue.add(
      {
        name,
        limitMs: 1_000,
        duringDialog: false,
        signal,
        run: () => Promise.resolve<CallResult>({}),
      },
      { ok: () => {}, fail: (error) => void failed.push([name, error]) },
      clock,
      (queued) => queue.giveUp(queued, "still opening"),
    );
  const rest = () => {
    const names: (string | undefined)[] = [];
    for (let next = queue.next(); next; next = queue.next()) names.push(next.job.name);
    return names;
  };
  return { clock, queue, failed, add, rest };
}

Deno.test("JobQueue gives jobs out in the order they came", () => {
  const { clock, queue, add, rest } = setUp();
  for (const name of ["a", "b", "c"]) add(name);
  assertEquals([rest(), queue.next(), clock.pending], [["a", "b", "c"], undefined, 0]);
});

Deno.test("JobQueue refuses a 33rd job with 429, and takes the next when there is room", () => {
  const { queue, failed, add } = setUp();
  for (let n = 0; n <= MOST; n++) add(`j${n}`);
  const [name, error] = failed[0] ?? [];
  assertInstanceOf(error, ActionError);
  assertEquals([name, error.status, failed.length], ["j32", 429, 1]);
  assertMatch(error.message, /^j32 was not taken: 32 calls already wait/);
  queue.next();
  add("after");
  assertEquals(failed.length, 1);
});

Deno.test("JobQueue gives a job up after two minutes and the time an open takes, and keeps the rest", () => {
  const { clock, failed, add, rest } = setUp(60_000);
  add("first");
  clock.advance(1_000);
  add("second");
  clock.advance(QUEUE_MS + 60_000 - 1_001);
  assertEquals(failed, []);
  clock.advance(1);
  const [name, error] = failed[0] ?? [];
  assertInstanceOf(error, ActionError);
  assertEquals([name, error.status, failed.length], ["first", 504, 1]);
  assertMatch(error.message, /^first waited 180 s for the session, which is still opening; call/);
  assertEquals([rest(), clock.pending], [["second"], 0]);
});

Deno.test("JobQueue lets a job go whose caller left, before it came or while it waits", () => {
  const { clock, failed, add, rest } = setUp();
  const caller = new AbortController();
  add("waits", caller.signal);
  add("stays");
  caller.abort();
  add("comes too late", caller.signal);
  assertEquals(failed.map(([name]) => name), ["waits", "comes too late"]);
  for (const [, error] of failed) assertInstanceOf(error, CallerLeft);
  assertEquals([rest(), clock.pending], [["stays"], 0]);
});

Deno.test("JobQueue refuses everyone, once", () => {
  const { clock, queue, failed, add, rest } = setUp();
  add("a");
  add("b");
  queue.refuse(new Error("no"));
  queue.refuse(new Error("twice"));
  assertEquals(failed.map(([name, error]) => [name, String(error)]), [
    ["a", "Error: no"],
    ["b", "Error: no"],
  ]);
  assertEquals([rest(), clock.pending], [[], 0]);
});

Deno.test("JobQueue listens to no caller whose job is out", () => {
  const { queue, failed, add } = setUp();
  const { controller, signal, listeners } = countedSignal();
  add("out", signal);
  add("refused", signal);
  assertEquals(listeners(), 2);
  queue.next();
  queue.refuse(new Error("no"));
  assertEquals(listeners(), 0);
  controller.abort(new Error("left"));
  assertEquals(failed.map(([name]) => name), ["refused"]);
});
