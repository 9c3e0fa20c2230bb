import { assert, assertEquals, assertInstanceOf, assertMatch } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { SessionLost } from "../../actors/interruption.ts";
import { LOOK_MS } from "../../actors/monitor.ts";
import { FakeLease } from "../fakes/lease.ts";
import { fakeLink } from "../fakes/link.ts";

const LOST = "the connection to the browser was lost (Unexpected EOF)";

/** Milliseconds between each try and what came before it. */
const waits = (from: number, tries: readonly { at: number }[]): number[] =>
  tries.map(({ at }, n) => at - (tries[n - 1]?.at ?? from));

Deno.test("Link tries after 1, 2, 4 ... 30 s, each up to a half sooner", async () => {
  const { clock, told, way, drop, elapse, stop } = fakeLink({ lease: new FakeLease() });
  way.refused = "connection refused";
  const from = clock.now();
  await drop();
  assertEquals([told.cuts, told.tries], [[LOST], []]);
  await elapse(200_000);
  const most = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];
  const waited = waits(from, told.tries);
  assert(waited.length >= most.length);
  for (const [n, ms] of most.entries()) {
    assert((waited[n] ?? 0) >= ms / 2 && (waited[n] ?? 0) <= ms, `${n}: ${waited[n]} of ${ms}`);
  }
  assert(most.some((ms, n) => waited[n] !== ms && waited[n] !== ms / 2), "no jitter");
  way.refused = null;
  await elapse(30_000);
  const { length } = told.tries;
  await elapse(60_000);
  assertEquals([told.tries.length, told.cuts.length], [length, 1]);
  await stop();
});

Deno.test("Link says since when nothing was heard, and why", async () => {
  const { clock, newest, told, drop, elapse, stop } = fakeLink({ lease: new FakeLease() });
  await elapse(4_000);
  newest().event("log.entryAdded", {});
  const from = clock.now();
  await elapse(700);
  await drop();
  await elapse(1_000);
  assertEquals(told.tries.map(({ unheard }) => unheard), [{ from, why: LOST }]);
  await stop();
});

Deno.test("Link has a waiting call's try made at once, then every second, and gives up after 8 s", async () => {
  const { clock, told, way, drop, call, elapse, settle, stop } = fakeLink({
    lease: new FakeLease(),
  });
  way.refused = "connection refused";
  await drop();
  await elapse(20_000);
  const { length } = told.tries;
  const from = clock.now();
  const waiting = call();
  await settle();
  assertEquals(told.tries[length]?.at, from);
  await elapse(7_999);
  assertEquals(waiting.outcome, null);
  await elapse(1);
  const error = waiting.outcome;
  assertInstanceOf(error, ActionError);
  assertEquals([error.status, waiting.at], [503, from + 8_000]);
  assertMatch(
    error.message,
    /^the browser cannot be reached for now: connection refused; .*call again, or open a new session/,
  );
  const each = waits(from, told.tries.slice(length)).slice(1);
  assert(each.length >= 7 && each.every((ms) => ms >= 500 && ms <= 1_000), each.join());
  await stop();
});

Deno.test("Link lets the next calls wait 2 s only, until it is up again", async () => {
  const { clock, way, drop, call, elapse, stop } = fakeLink({ lease: new FakeLease() });
  way.refused = "connection refused";
  await drop();
  for (const ms of [8_000, 2_000, 2_000]) {
    const from = clock.now();
    const waiting = call();
    await elapse(ms);
    assertEquals(waiting.at, from + ms);
  }
  way.refused = null;
  await elapse(30_000);
  way.refused = "connection refused";
  await drop();
  const waiting = call();
  await elapse(7_999);
  assertEquals(waiting.outcome, null);
  await elapse(1);
  assertInstanceOf(waiting.outcome, ActionError);
  await stop();
});

Deno.test("Link lets a waiting call begin as soon as the channel is open again", async () => {
  const { clock, live, newest, way, drop, call, elapse, settle, stop } = fakeLink({
    lease: new FakeLease(),
  });
  way.refused = "connection refused";
  await drop();
  const waiting = call();
  await elapse(2_500);
  assertEquals([waiting.outcome, live.lost], [null, "Unexpected EOF"]);
  way.refused = null;
  await elapse(1_000);
  assertEquals([waiting.outcome, live.lost], ["ready", null]);
  const next = call();
  await settle();
  assertEquals([next.outcome, next.at, newest().closed], ["ready", clock.now(), false]);
  await stop();
});

Deno.test("Link takes no late news of a channel that has been replaced", async () => {
  const { link, clock, told, connections, drop, elapse, settle, stop } = fakeLink();
  await drop();
  await elapse(1_000);
  const [old] = connections;
  assert(old);
  link.news({ kind: "dropped", connection: old, why: "late", heardAt: clock.now() });
  link.news({ kind: "silent", connection: old });
  await settle();
  assertEquals([told.cuts, told.tries.length], [[LOST], 1]);
  await stop();
});

Deno.test("Link misses no drop while the channel is being opened again", async () => {
  const { told, way, connections, drop, elapse, stop } = fakeLink({ lease: new FakeLease() });
  way.opened = async (transport) => {
    way.opened = () => Promise.resolve();
    transport.die("gone again");
    // Its news came when it was in nobody's place yet.
    await connections.at(-1)?.done;
  };
  await drop();
  await elapse(1_000);
  assertEquals(told.cuts.length, 2);
  await elapse(1_000);
  assertEquals(told.tries.length, 2);
  await elapse(60_000);
  assertEquals([told.cuts.length, told.tries.length], [2, 2]);
  await stop();
});

Deno.test("Link gives a session up that ends with its channel, by what it died of when that is told", async () => {
  for (const died of ["Firefox ended unexpectedly (SIGKILL)", null]) {
    const { told, call, drop, elapse, state, stop } = fakeLink({
      browser: "firefox",
      session: { reconnects: false },
    });
    await drop();
    const next = call();
    await elapse(999);
    assertEquals([told.cuts, told.gone, next.outcome], [[LOST], [], null]);
    if (died !== null) state.die(died);
    await elapse(1);
    const why = died ?? LOST;
    assertEquals(told.gone, [why]);
    assertInstanceOf(next.outcome, SessionLost);
    assertEquals(next.outcome.why, why);
    await elapse(60_000);
    assertEquals(told.tries, []);
    await stop();
  }
});

Deno.test("Link gives a browser of this machine up after five tries", async () => {
  const { told, way, drop, call, elapse, settle, stop } = fakeLink();
  way.refused = "connection refused";
  await drop();
  await elapse(15_000);
  assertEquals([told.tries.length, told.gone], [4, []]);
  const waiting = call();
  await settle();
  const why = "the browser cannot be reached any more: connection refused";
  assertEquals([told.tries.length, told.gone], [5, [why]]);
  assertInstanceOf(waiting.outcome, SessionLost);
  assertEquals(waiting.outcome.why, why);
  await elapse(60_000);
  assertEquals([told.tries.length, told.gone.length], [5, 1]);
  await stop();
});

Deno.test("Link gives a session up that the Grid says has ended, or lists no more", async () => {
  const dead = new FakeLease();
  const ended = fakeLink({ lease: dead });
  ended.way.refused = "HTTP 400";
  dead.found = { kind: "gone", why: "the Grid ended it: session timed out" };
  await ended.drop();
  await ended.elapse(1_000);
  assertEquals(ended.told.gone, ["the Grid ended it: session timed out"]);
  await ended.stop();

  const lease = new FakeLease();
  const absent = fakeLink({ lease });
  absent.way.refused = "HTTP 400";
  lease.found = { kind: "unknown", why: "the Grid does not answer" };
  lease.lists("absent", "absent");
  await absent.drop();
  await absent.elapse(1_000);
  assertEquals([absent.told.gone, lease.asked], [[], [0]]);
  const waiting = absent.call();
  await absent.settle();
  assertEquals(absent.told.gone, ["the Grid ended it"]);
  assertInstanceOf(waiting.outcome, SessionLost);
  await absent.stop();
});

Deno.test("Link names what a Grid says in place of what the channel said", async () => {
  const lease = new FakeLease();
  const { way, call, drop, elapse, stop } = fakeLink({ lease });
  way.refused = "HTTP 400";
  lease.found = { kind: "unknown", why: "its node cannot be reached" };
  await drop();
  const waiting = call();
  await elapse(8_000);
  assertMatch(String(waiting.outcome), /cannot be reached for now: its node cannot be reached;/);
  await stop();
});

Deno.test("Link.pause() closes the channel until the next call, and has the gap begin there", async () => {
  const lease = new FakeLease(60_000);
  const { link, clock, told, newest, call, elapse, settle, stop } = fakeLink({ lease });
  await elapse(60_000);
  link.pause();
  link.pause();
  await settle();
  const from = clock.now();
  assertEquals([newest().closed, told.cuts], [true, ["idle"]]);
  await elapse(50_000);
  assertEquals([told.tries, told.gone], [[], []]);
  const next = call();
  await settle();
  assertEquals([next.outcome, next.at], ["ready", clock.now()]);
  const why = "nobody had called for a while: capture was paused";
  assertEquals(told.tries, [{ at: from + 50_000, unheard: { from, why } }]);
  await stop();
});

Deno.test("Link.pause() stops trying, and leaves the gap to begin where it did", async () => {
  const { link, clock, told, way, drop, call, elapse, settle, stop } = fakeLink({
    lease: new FakeLease(60_000),
  });
  way.refused = "connection refused";
  const from = clock.now();
  await drop();
  await elapse(10_000);
  const { length } = told.tries;
  link.pause();
  await elapse(100_000);
  assertEquals([told.tries.length, told.cuts], [length, [LOST, "idle"]]);
  way.refused = null;
  const next = call();
  await settle();
  assertEquals([next.outcome, told.tries.at(-1)?.unheard], ["ready", { from, why: LOST }]);
  await stop();
});

Deno.test("Link hears from the Grid that a paused session has ended", async () => {
  const lease = new FakeLease(60_000);
  const { link, told, call, clock, elapse, settle, stop } = fakeLink({ lease });
  link.pause();
  lease.lists("absent", "absent");
  await elapse(2 * LOOK_MS - clock.now() % LOOK_MS - 1);
  assertEquals(told.gone, []);
  await elapse(1);
  assertEquals(told.gone, ["the Grid ended it"]);
  const next = call();
  await settle();
  assertInstanceOf(next.outcome, SessionLost);
  await stop();
});

Deno.test("Link leaves no wait behind, wherever it was when the session ended", async () => {
  const cases: Record<string, (made: ReturnType<typeof fakeLink>) => Promise<void> | void> = {
    up: () => {},
    paused: ({ link }) => link.pause(),
    "waiting for a try": async ({ way, drop, elapse }) => {
      way.refused = "connection refused";
      await drop();
      await elapse(20_000);
    },
    "with a call waiting": async ({ way, drop, call, elapse }) => {
      way.refused = "connection refused";
      await drop();
      const left = new AbortController();
      call(left.signal);
      await elapse(2_000);
      left.abort();
    },
    guarding: async ({ link, elapse }) => {
      const over = new AbortController();
      void link.guard(over.signal);
      await elapse(7_000);
      over.abort();
    },
    doubting: async ({ link, live, way, elapse }) => {
      way.silent = true;
      link.news({ kind: "silent", connection: live.connection });
      await elapse(1_000);
    },
  };
  for (const [where, bring] of Object.entries(cases)) {
    const made = fakeLink({ lease: new FakeLease() });
    await bring(made);
    await made.stop();
    await made.elapse(5_000);
    assertEquals(made.clock.pending, 0, where);
  }
});
