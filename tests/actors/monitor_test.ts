import { assertEquals } from "@std/assert";
import { LOOK_MS, Monitor } from "../../actors/monitor.ts";
import type { Listing } from "../../drivers/driver.ts";
import { FakeLease } from "../fakes/lease.ts";
import { fakeSystem } from "../fakes/system.ts";

const TIMEOUT_MS = 300_000;
const ENDED = "the Grid ended it";

function setUp() {
  const fake = fakeSystem();
  const lease = new FakeLease(TIMEOUT_MS);
  const gone: string[] = [];
  const monitor = new Monitor({
    lease,
    clock: fake.clock,
    gone: (why) => void gone.push(why),
  });
  const abort = new AbortController();
  let number = 0;
  /** Takes a listing of its own. */
  const take = (kind: Listing["kind"], why?: string) =>
    monitor.take({ number: ++number, kind, ...(why !== undefined && { why }) });
  return { ...fake, lease, gone, monitor, abort, take };
}

Deno.test("Monitor has a session ended that two listings with a node do not list", () => {
  const { take } = setUp();
  assertEquals([take("listed"), take("absent"), take("absent")], [null, null, ENDED]);
});

Deno.test("Monitor counts one listing once, however often it is taken", () => {
  const { monitor } = setUp();
  const first = { number: 7, kind: "absent" } as const;
  assertEquals([monitor.take(first), monitor.take(first), monitor.take(first)], [null, null, null]);
  assertEquals(monitor.take({ number: 8, kind: "absent" }), ENDED);
});

Deno.test("Monitor begins anew when the session is listed again", () => {
  const { take } = setUp();
  const takes = [take("absent"), take("listed"), take("absent"), take("absent")];
  assertEquals(takes, [null, null, null, ENDED]);
});

Deno.test("Monitor learns nothing from a listing that failed or shows no node", () => {
  const { take, clock } = setUp();
  assertEquals(take("absent"), null);
  for (let n = 0; n < 5; n++) {
    clock.advance(LOOK_MS);
    assertEquals(take("unknown"), null);
  }
  assertEquals(take("absent"), ENDED);
});

Deno.test("Monitor gives up what nothing was told of for longer than its timeout and a tick", () => {
  const { take, clock } = setUp();
  take("unknown");
  clock.advance(TIMEOUT_MS + LOOK_MS);
  assertEquals(take("unknown"), null);
  clock.advance(1);
  assertEquals(
    take("unknown", "the Grid shows no node"),
    "the Grid has told nothing of it for 330 s (the Grid shows no node)",
  );
});

Deno.test("Monitor counts the time without a word anew after each word", () => {
  for (const word of ["listed", "absent"] as const) {
    const { take, clock } = setUp();
    take("unknown");
    clock.advance(TIMEOUT_MS);
    take(word);
    clock.advance(TIMEOUT_MS);
    assertEquals(take("unknown"), null, word);
    clock.advance(TIMEOUT_MS);
    assertEquals(take("unknown"), null, word);
  }
});

Deno.test("Monitor.watch() looks at every full 30 s, with all others, and stops with the session", async () => {
  const { monitor, lease, abort, gone, elapse, clock } = setUp();
  const watching = monitor.watch(abort.signal);
  await elapse(LOOK_MS - clock.now() % LOOK_MS - 1);
  assertEquals(lease.asked, []);
  await elapse(1);
  // What another fetched for this look will do, and not for the last.
  assertEquals(lease.asked, [5_000]);
  await elapse(LOOK_MS - 1);
  assertEquals(lease.asked.length, 1);
  await elapse(1);
  assertEquals(lease.asked.length, 2);
  abort.abort(new Error("the session ends"));
  await watching;
  await elapse(10 * LOOK_MS);
  assertEquals([lease.asked.length, gone, clock.pending], [2, [], 0]);
});

Deno.test("Monitor.watch() tells once that the session has ended, and looks no more", async () => {
  const { monitor, lease, abort, gone, elapse, clock } = setUp();
  lease.lists("listed", "absent", "unknown", "absent");
  const watching = monitor.watch(abort.signal);
  await elapse(4 * LOOK_MS);
  await watching;
  assertEquals([gone, lease.asked.length], [[ENDED], 4]);
  await elapse(10 * LOOK_MS);
  assertEquals([lease.asked.length, clock.pending], [4, 0]);
});

Deno.test("Monitor.watch() tells nothing of a session that ended while it looked", async () => {
  const { monitor, lease, abort, gone, elapse } = setUp();
  lease.lists("absent", "absent");
  const listing = lease.listing.bind(lease);
  lease.listing = async (maxAgeMs, signal) => {
    const found = await listing(maxAgeMs, signal);
    if (lease.asked.length === 2) abort.abort(new Error("the session ends"));
    return found;
  };
  const watching = monitor.watch(abort.signal);
  await elapse(2 * LOOK_MS);
  await watching;
  assertEquals([lease.asked.length, gone], [2, []]);
});
