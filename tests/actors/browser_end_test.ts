import { assertEquals, assertInstanceOf } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { SessionLost } from "../../actors/interruption.ts";
import type { Live } from "../../actors/live.ts";
import { browserActor } from "../fakes/browser_actor.ts";
import { FakeLease } from "../fakes/lease.ts";

/** Lets promises go on, while no message is handled. */
async function unheard() {
  await new Promise((resolve) => setImmediate(resolve));
}

for (const lease of [undefined, new FakeLease()]) {
  const where = lease ? "on a Grid" : "of this machine";

  Deno.test(`Browser ${where} is given back that opens just as it is ended`, async () => {
    const gate = Promise.withResolvers<void>();
    const opening = async (live: Live) => (await gate.promise, live);
    const session = lease ? { lease } : {};
    const { ref, session: state, transport, elapse } = await browserActor(
      null,
      { session },
      opening,
    );
    ref.tell({ kind: "ended", why: "it was ended by end_browser" });
    gate.resolve();
    await unheard();
    await elapse(10_000);
    await ref.done;
    assertEquals([state.ended, transport.closed], [1, true]);
  });
}

Deno.test("Browser on a Grid is left there that opens just as the server stops", async () => {
  const gate = Promise.withResolvers<void>();
  const { ref, session, transport, elapse } = await browserActor(
    null,
    { session: { lease: new FakeLease() } },
    async (live) => (await gate.promise, live),
  );
  gate.resolve();
  await unheard();
  void ref.stop();
  await elapse(10_000);
  await ref.done;
  assertEquals([session.ended, transport.closed], [0, true]);
});

Deno.test("Browser answers a call that comes just as it ends: one that is lost leaves it to the next", async () => {
  const ends = [
    ["gone", SessionLost],
    ["ended", ActionError],
  ] as const;
  for (const [kind, expected] of ends) {
    const { ref, job, elapse } = await browserActor();
    ref.tell({ kind, why: "so it is" });
    const { answer } = job("a");
    await elapse(10_000);
    await ref.done;
    const error = await answer;
    assertInstanceOf(error, ActionError);
    assertEquals([error.constructor, error.status], [expected, 503]);
    assertEquals(error.message, "so it is: open a session with open_session");
  }
});

Deno.test("Browser answers a call that comes just as the server stops, and as no browser opens", async () => {
  const stopped = await browserActor();
  const cut = stopped.job("a");
  void stopped.ref.stop();
  await stopped.elapse(10_000);
  await stopped.ref.done;
  assertEquals(
    (await cut.answer as Error).message,
    "pagetap is stopping: open a session with open_session",
  );
  const none = new ActionError(503, "no Chrome was found");
  const gate = Promise.withResolvers<never>();
  const failed = await browserActor(null, {}, () => gate.promise);
  gate.reject(none);
  await unheard();
  const never = failed.job("a");
  await failed.elapse(10_000);
  await failed.ref.done;
  assertEquals(await never.answer, none);
});
