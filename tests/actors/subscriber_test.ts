import { assertEquals } from "@std/assert";
import { DispatcherStats } from "../../actors/dispatcher_stats.ts";
import { spawnSubscriber, SUBSCRIBER_CAPACITY } from "../../actors/subscriber.ts";
import type { BidiEvent } from "../../bidi/protocol.ts";
import { fakeSystem } from "../fakes/system.ts";

function setUp(handle: (event: BidiEvent) => void = () => {}) {
  const fake = fakeSystem();
  const seen: string[] = [];
  const stats = new DispatcherStats();
  const ref = spawnSubscriber(fake.system, "subscriber", {
    event(event) {
      seen.push(nameOf(event));
      handle(event);
    },
    lost: (count) => void seen.push(`lost ${count}`),
  }, stats);
  const tell = (method: string, name: string, bytes = 100) =>
    ref.tell({
      kind: "event",
      event: { method, params: { name } } as unknown as BidiEvent,
      at: fake.clock.now(),
      bytes,
    });
  return { ...fake, ref, stats, seen, tell };
}

const nameOf = (event: BidiEvent) => (event.params as unknown as { name: string }).name;

Deno.test("A full subscriber gives up the oldest log, then the oldest request, never a context", () => {
  const { tell, runAll, seen, stats } = setUp();
  tell("browsingContext.load", "context 1");
  tell("network.fetchError", "request 1");
  tell("log.entryAdded", "log 1");
  tell("log.entryAdded", "log 2");
  for (let i = 0; i < SUBSCRIBER_CAPACITY - 4; i++) tell("browsingContext.load", `filler ${i}`);
  assertEquals(tell("network.fetchError", "request 2"), "displaced");
  assertEquals(tell("log.entryAdded", "log 3"), "displaced");
  assertEquals(tell("browsingContext.load", "context 2"), "displaced");
  assertEquals(tell("browsingContext.load", "context 3"), "displaced");
  assertEquals(stats.snapshot().dropped, 4);
  runAll();
  assertEquals(seen.filter((name) => !name.startsWith("filler")), [
    "lost 4",
    "context 1",
    "request 2",
    "context 2",
    "context 3",
  ]);
});

Deno.test("A subscriber is bounded by bytes too, and counts a frame that can never fit", () => {
  const { tell, runAll, seen, stats } = setUp();
  const half = 9 * 1024 * 1024;
  tell("log.entryAdded", "log 1", half);
  assertEquals(tell("log.entryAdded", "log 2", half), "displaced");
  tell("log.entryAdded", "huge", 17 * 1024 * 1024);
  runAll();
  assertEquals(seen, ["lost 2", "log 2"]);
  assertEquals(stats.snapshot().dropped, 2);
});

Deno.test("A barrier passes after what came before it, and is never displaced", () => {
  const { ref, tell, runAll, seen } = setUp();
  tell("log.entryAdded", "before");
  ref.tell({ kind: "barrier", passed: () => void seen.push("barrier") });
  for (let i = 0; i < SUBSCRIBER_CAPACITY + 10; i++) tell("log.entryAdded", `after ${i}`);
  runAll();
  assertEquals(seen.filter((name) => !name.startsWith("after")), ["lost 12", "barrier"]);
});

Deno.test("A handler that throws is reported once a streak, and ends nothing", () => {
  const { tell, runAll, seen, events } = setUp((event) => {
    if (nameOf(event).startsWith("bad")) throw new RangeError("with what the page sent");
  });
  for (const name of ["bad 1", "bad 2", "good", "bad 3"]) tell("log.entryAdded", name);
  runAll();
  assertEquals(seen, ["bad 1", "bad 2", "good", "bad 3"]);
  const reported = events.map(({ actor, what, error }) => [actor, what, (error as Error).name]);
  const fault = ["subscriber", "failed", "RangeError"];
  assertEquals(reported, [fault, fault]);
});

Deno.test("A subscriber tells how long events waited, and how many waited at once", () => {
  const { ref, tell, runAll, clock, stats } = setUp();
  tell("log.entryAdded", "slow");
  ref.tell({ kind: "barrier", passed: () => {} });
  clock.advance(40);
  runAll();
  tell("log.entryAdded", "fast");
  runAll();
  const { recentMs, peak, dropped } = stats.snapshot();
  assertEquals({ recentMs, peak, dropped }, { recentMs: [40, 0], peak: 2, dropped: 0 });
});

Deno.test("A subscriber that ends counts the events it did not handle", async () => {
  const { ref, tell, runAll, seen, stats } = setUp();
  tell("log.entryAdded", "waiting");
  const ended = ref.stop();
  runAll();
  await ended;
  assertEquals(seen, []);
  assertEquals(stats.snapshot().dropped, 1);
});
