import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { send } from "../../actors/commands.ts";
import { spawnConnection } from "../../actors/connection.ts";
import { DispatcherStats } from "../../actors/dispatcher_stats.ts";
import { HiddenTabs } from "../../actors/hidden_tabs.ts";
import { listen } from "../../actors/listen.ts";
import { openSpareTab } from "../../actors/spare_tab.ts";
import { BidiError } from "../../bidi/bidi_error.ts";
import { CommandTimeoutError } from "../../bidi/command_errors.ts";
import { sent, tab } from "../capture/events.ts";
import { fakeSystem } from "../fakes/system.ts";
import { FakeTransport } from "../fakes/transport.ts";

const EVENTS = ["browsingContext.contextCreated", "network.beforeRequestSent"] as const;

async function setUp() {
  const fake = fakeSystem();
  const transport = new FakeTransport();
  const stats = new DispatcherStats();
  const hidden = new HiddenTabs();
  const connection = spawnConnection(fake.system, "connection", {
    transport,
    owner: () => {},
    stats,
    hidden,
  });
  const ears = { system: fake.system, stats };
  const heard: (string | null)[] = [];
  await listen(
    connection,
    {
      events: EVENTS,
      heard: ({ params }) => void heard.push("context" in params ? params.context : null),
    },
    ears,
    {},
  );
  await fake.settle();
  const abort = new AbortController();
  const opening = openSpareTab(connection, ears, abort.signal);
  opening.catch(() => {});
  await fake.settle();
  const tell = (context: string) => {
    transport.event("browsingContext.contextCreated", tab(context));
    const { method, params } = sent({ context });
    transport.event(method, params);
  };
  const stop = async () => {
    void connection.stop();
    await fake.settle();
  };
  return { ...fake, transport, stats, hidden, connection, heard, abort, opening, tell, stop };
}

Deno.test("openSpareTab() opens a tab in the back that nobody hears of but who listens to it", async () => {
  const { transport, opening, settle, heard, tell, stats, connection, stop } = await setUp();
  assertEquals(transport.sent[0]?.params, { type: "tab", background: true });
  tell("other");
  tell("spare");
  await settle();
  assertEquals(heard, []);
  transport.answer("browsingContext.create", { context: "spare" });
  const spare = await opening;
  await settle();
  assertEquals(heard, ["other", "other"]);
  const inside: string[] = [];
  const listening = spare.listen(["network.beforeRequestSent"], ({ method }) => {
    inside.push(method);
  });
  await settle();
  assertEquals(transport.sent[0]?.params.contexts, ["spare"]);
  transport.answer("session.subscribe", { subscription: "s" });
  await (await listening, settle());
  tell("spare");
  tell("other");
  transport.event("log.entryAdded", { source: { realm: "r", context: "spare" } });
  await settle();
  assertEquals([inside, heard.length], [["network.beforeRequestSent"], 4]);
  assertEquals(stats.snapshot().unsolicited, 0);
  const listed = send(connection, "browsingContext.getTree", {});
  await settle();
  transport.answer("browsingContext.getTree", { contexts: [] });
  await listed;
  const closing = spare[Symbol.asyncDispose]();
  await settle();
  transport.answer("browsingContext.close", {});
  await closing;
  await spare[Symbol.asyncDispose]();
  tell("spare");
  await settle();
  assertEquals([heard.length, transport.sent], [4, []]);
  await stop();
});

Deno.test("openSpareTab() closes a tab that comes too late, or after its caller has left, unheard", async () => {
  for (const way of ["time", "abort"] as const) {
    const { transport, opening, settle, elapse, heard, tell, abort, stop } = await setUp();
    if (way === "abort") abort.abort(new Error("left"));
    else await elapse(5_000);
    await settle();
    const error = await assertRejects(() => opening);
    assertInstanceOf(error, way === "abort" ? Error : CommandTimeoutError);
    tell("spare");
    transport.answer("browsingContext.create", { context: "spare" });
    await settle();
    assertEquals(transport.sent.map(({ method, params }) => [method, params]), [
      ["browsingContext.close", { context: "spare" }],
    ]);
    assertEquals(heard, []);
    await stop();
  }
});

Deno.test("openSpareTab() lets everybody hear what came when the browser opens none", async () => {
  const { transport, opening, settle, heard, tell, stop } = await setUp();
  tell("other");
  const [{ id } = { id: 0 }] = transport.sent;
  transport.frame({ type: "error", id, error: "unsupported operation", message: "no" });
  await settle();
  assertInstanceOf(await assertRejects(() => opening), BidiError);
  assertEquals(heard, ["other", "other"]);
  await stop();
});

Deno.test("a flush lists no hidden tab", async () => {
  const { transport, opening, settle, connection, stop } = await setUp();
  transport.answer("browsingContext.create", { context: "spare" });
  await opening;
  const flushed = connection.ask<unknown>((reply) => ({ kind: "flush", reply }), {
    timeoutMs: 1_000,
  });
  await settle();
  transport.answer("browsingContext.getTree", { contexts: [tab("T"), tab("spare")] });
  await settle();
  assertEquals(await flushed, [tab("T")]);
  await stop();
});
