import { assertEquals, assertInstanceOf, assertMatch } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { SessionLost } from "../../actors/interruption.ts";
import { FakeLease } from "../fakes/lease.ts";
import { fakeLink } from "../fakes/link.ts";

const SILENT = "the connection to the browser was lost (nothing came over it any more)";
const STUCK = "the browser's BiDi session was stuck: entries may be lost";

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

Deno.test("Link knocks before a call that comes 5 s after the last one, on a Grid only", async () => {
  const { link, newest, call, elapse, settle, stop } = fakeLink({ lease: new FakeLease() });
  await elapse(4_999);
  const early = call();
  await settle();
  assertEquals([early.outcome, newest().methods], ["ready", []]);
  await elapse(1);
  const late = call();
  await settle();
  assertEquals([late.outcome, newest().methods], ["ready", ["browsingContext.getTree"]]);
  link.called();
  await elapse(4_999);
  call();
  await settle();
  assertEquals(newest().methods.length, 1);
  await stop();

  const local = fakeLink();
  await local.elapse(14_000);
  const next = local.call();
  await local.settle();
  assertEquals([next.outcome, local.newest().methods], ["ready", []]);
  await local.stop();
});

Deno.test("Link sends a call on when its knock finds the browser dead", async () => {
  const lease = new FakeLease();
  const { told, way, call, elapse, stop } = fakeLink({ lease });
  await elapse(10_000);
  way.silent = true;
  lease.found = { kind: "gone", why: "its browser has ended" };
  const next = call();
  await elapse(2_000);
  assertInstanceOf(next.outcome, SessionLost);
  assertEquals(
    [next.outcome.why, told.gone, told.tries],
    ["its browser has ended", ["its browser has ended"], []],
  );
  await stop();
});

Deno.test("Link opens the channel again when its knock is not answered and the Grid does not know", async () => {
  const lease = new FakeLease();
  const { clock, told, way, connections, call, elapse, stop } = fakeLink({ lease });
  const from = clock.now();
  await elapse(10_000);
  way.silent = true;
  lease.found = { kind: "unknown", why: "the Grid does not answer" };
  const next = call();
  await elapse(2_000);
  assertEquals([next.outcome, next.at], ["ready", from + 12_000]);
  assertEquals(told.cuts, [SILENT]);
  assertEquals(told.tries, [{ at: from + 12_000, unheard: { from, why: SILENT } }]);
  assertEquals(await connections[0]?.done, { reason: "stopped" });
  await stop();
});

Deno.test("Link leaves a channel that answers after all, and opens one again that does not", async () => {
  const slow = fakeLink({ lease: new FakeLease() });
  await slow.elapse(10_000);
  slow.way.silent = true;
  const late = slow.call();
  await slow.elapse(1_999);
  slow.way.silent = false;
  await slow.elapse(1);
  assertEquals([late.outcome, slow.told.cuts, slow.told.gaps], ["ready", [], []]);
  await slow.stop();

  const dead = fakeLink({ lease: new FakeLease() });
  await dead.elapse(10_000);
  dead.way.silent = true;
  const next = dead.call();
  await dead.elapse(4_000);
  assertEquals([next.outcome, dead.told.cuts], ["ready", [SILENT]]);
  await dead.stop();
});

Deno.test("Link answers a call within 8 s, however long the Grid takes to tell", async () => {
  const lease = new FakeLease();
  const { clock, way, call, elapse, settle, stop } = fakeLink({ lease });
  await elapse(10_000);
  way.silent = true;
  const told = Promise.withResolvers<{ kind: "unknown"; why: string }>();
  lease.found = told.promise;
  const from = clock.now();
  const next = call();
  await elapse(8_000);
  assertInstanceOf(next.outcome, ActionError);
  assertEquals([next.outcome.status, next.at], [503, from + 8_000]);
  assertMatch(next.outcome.message, /for now: nothing comes over its connection any more; /);
  told.resolve({ kind: "unknown", why: "the Grid does not answer" });
  await settle();
  await stop();
});

Deno.test("Link lets a caller go that leaves while its knock is not answered", async () => {
  const { clock, way, call, elapse, settle, stop } = fakeLink({ lease: new FakeLease() });
  await elapse(10_000);
  way.silent = true;
  const caller = new AbortController();
  const next = call(caller.signal);
  await elapse(1_000);
  caller.abort(new Error("left"));
  await settle();
  assertEquals([next.outcome, next.at], [caller.signal.reason, clock.now()]);
  await stop();
});

Deno.test("Link.guard() notices within 4 s that the browser of a running call has died", async () => {
  const lease = new FakeLease();
  const { link, told, way, newest, elapse, stop } = fakeLink({ lease });
  const over = new AbortController();
  void link.guard(over.signal);
  await elapse(8_000);
  assertEquals([newest().methods.length, told.gone, lease.probes], [4, [], 0]);
  way.silent = true;
  lease.found = { kind: "gone", why: "its browser has ended" };
  await elapse(3_999);
  assertEquals(told.gone, []);
  await elapse(1);
  assertEquals(told.gone, ["its browser has ended"]);
  await stop();
});

Deno.test("Link.guard() ends with its call, and is for a Grid only", async () => {
  const { link, newest, clock, elapse, stop } = fakeLink({ lease: new FakeLease() });
  const over = new AbortController();
  void link.guard(over.signal);
  await elapse(3_000);
  over.abort();
  await elapse(9_000);
  assertEquals(newest().methods.length, 1);
  await stop();
  assertEquals(clock.pending, 0);
  const local = fakeLink();
  void local.link.guard(over.signal);
  await local.elapse(9_000);
  assertEquals(local.newest().methods, []);
  await local.stop();
});

Deno.test("Link asks the Grid once for all that doubt the channel", async () => {
  const lease = new FakeLease();
  const { link, live, told, way, call, elapse, stop } = fakeLink({ lease });
  await elapse(10_000);
  way.silent = true;
  const { connection } = live;
  link.news({ kind: "silent", connection });
  link.news({ kind: "silent", connection });
  call();
  await elapse(2_000);
  assertEquals([lease.probes, told.cuts], [1, [SILENT]]);
  await stop();
});

Deno.test("Link drains a session that is stuck, and marks the gap from the last frame on", async () => {
  const gate = Promise.withResolvers<boolean>();
  const { link, live, clock, told, way, newest, elapse, settle, stop } = fakeLink({
    session: { unwedge: () => gate.promise },
  });
  await elapse(5_000);
  newest().event("log.entryAdded", {});
  const from = clock.now();
  way.silent = true;
  await elapse(9_000);
  link.news({ kind: "silent", connection: live.connection });
  await elapse(4_000);
  assertEquals(told.gaps, []);
  way.silent = false;
  gate.resolve(true);
  await settle();
  assertEquals(told.gaps, [[from, from + 13_000, STUCK]]);
  assertEquals([told.cuts, told.gone], [[], []]);
  await stop();
});

Deno.test("Link does not drain a browser that is gone or cannot be asked after", async () => {
  for (const kind of ["gone", "unknown"] as const) {
    let drained = 0;
    const lease = new FakeLease();
    lease.found = { kind, why: "so it is" };
    const { link, live, elapse, stop } = fakeLink({
      lease,
      session: { unwedge: () => Promise.resolve(++drained > 0) },
    });
    link.news({ kind: "silent", connection: live.connection });
    await elapse(2_000);
    assertEquals(drained, 0, kind);
    await stop();
  }
});

Deno.test("Link gives a browser of this machine up that stays silent, and opens the way to one on a Grid again", async () => {
  const local = fakeLink({ session: { unwedge: untilAborted } });
  local.way.silent = true;
  local.link.news({ kind: "silent", connection: local.live.connection });
  await local.elapse(21_999);
  assertEquals(local.told.gone, []);
  await local.elapse(1);
  assertEquals(local.told.gone, ["the browser stopped answering"]);
  await local.stop();

  const leased = fakeLink({ lease: new FakeLease(), session: { unwedge: untilAborted } });
  leased.way.silent = true;
  leased.link.news({ kind: "silent", connection: leased.live.connection });
  await leased.elapse(22_000);
  assertEquals([leased.told.cuts, leased.told.gone], [[SILENT], []]);
  await leased.stop();
});

Deno.test("Link drains a session on a Grid when its channel cannot be opened again", async () => {
  let drained = 0;
  const { way, drop, elapse, stop } = fakeLink({
    lease: new FakeLease(),
    session: { unwedge: () => Promise.resolve(++drained > 0) },
  });
  way.refused = "session.subscribe got no answer";
  await drop();
  await elapse(1_000);
  assertEquals(drained, 1);
  await stop();
});

Deno.test("Link.diagnose() names a death of this machine within a second, else the lost connection", async () => {
  const lost = /^the connection to chrome was lost \(Unexpected EOF\); whether the action was /;
  for (const dies of [true, false]) {
    const { link, state, way, drop, elapse, stop } = fakeLink();
    way.refused = "connection refused";
    assertEquals(await link.diagnose(), null);
    await drop();
    let found: string | null = "";
    void link.diagnose().then((why) => found = why);
    await elapse(999);
    assertEquals(found, "");
    if (dies) state.die("Chrome was killed");
    await elapse(1);
    assertEquals(link.lost, dies);
    if (dies) assertEquals(found, "Chrome was killed");
    else assertMatch(found ?? "", lost);
    await stop();
  }
});

Deno.test("Link.diagnose() asks the Grid after a browser that did not answer", async () => {
  const lease = new FakeLease();
  const { link, live, told, elapse, stop } = fakeLink({ lease });
  assertEquals([await link.diagnose(), lease.probes], [null, 0]);
  live.suspect = true;
  assertEquals([await link.diagnose(), lease.probes], [null, 1]);
  lease.found = { kind: "unknown", why: "its node cannot be reached" };
  const unsure = "its node cannot be reached; whether the action was carried out is not known: " +
    "look at the page before you repeat it";
  assertEquals([await link.diagnose(), link.lost], [unsure, false]);
  // An answer that did not come is not waited for again at once.
  await elapse(999);
  assertEquals([await link.diagnose(), lease.probes], [unsure, 2]);
  await elapse(1);
  lease.found = { kind: "gone", why: "its driver has ended" };
  assertEquals([await link.diagnose(), link.lost], ["its driver has ended", true]);
  assertEquals(told.gone, ["its driver has ended"]);
  await stop();
});
