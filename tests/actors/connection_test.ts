import { assertEquals, assertInstanceOf, assertRejects, assertStringIncludes } from "@std/assert";
import { closeConnection, flush, heardAt, listenOn, send } from "../../actors/commands.ts";
import { type ConnectionNews, spawnConnection } from "../../actors/connection.ts";
import { DispatcherStats } from "../../actors/dispatcher_stats.ts";
import { spawnSubscriber, type SubscriberRef } from "../../actors/subscriber.ts";
import { BidiError } from "../../bidi/bidi_error.ts";
import { CommandTimeoutError, ConnectionClosedError } from "../../bidi/command_errors.ts";
import { fakeSystem } from "../fakes/system.ts";
import { FakeTransport } from "../fakes/transport.ts";

function setUp() {
  const fake = fakeSystem();
  const transport = new FakeTransport();
  const news: ConnectionNews[] = [];
  const stats = new DispatcherStats();
  const connection = spawnConnection(fake.system, "connection", {
    transport,
    owner: (each) => void news.push(each),
    stats,
  });
  fake.runAll();
  return { ...fake, transport, news, connection, stats };
}

const tree = { contexts: [{ context: "T", url: "about:blank", children: null }] };
const load = (context: string) => ({ context, navigation: "n", timestamp: 1, url: "http://x/" });

Deno.test("send() resolves with the result whose id is its own, in any order", async () => {
  const { connection, transport, settle } = setUp();
  const first = send(connection, "browsingContext.getTree", {});
  const second = send(connection, "session.subscribe", { events: [] });
  await settle();
  transport.answer("session.subscribe", { subscription: "s" });
  transport.answer("browsingContext.getTree", tree);
  await settle();
  assertEquals(await second, { subscription: "s" });
  assertEquals((await first).contexts.length, 1);
});

Deno.test("send() rejects with the spec's code, and a stack that shows the caller", async () => {
  const { connection, transport, settle } = setUp();
  async function theCaller() {
    await send(connection, "browsingContext.close", { context: "T" });
  }
  const failed = theCaller().catch((error) => error);
  await settle();
  const [{ id } = { id: 0 }] = transport.sent;
  transport.frame({ type: "error", id, error: "no such frame", message: "gone" });
  await settle();
  const error = await failed;
  assertInstanceOf(error, BidiError);
  assertEquals([error.code, error.method], ["no such frame", "browsingContext.close"]);
  assertStringIncludes(error.stack ?? "", "theCaller");
});

Deno.test("heardAt() tells when the last frame came, whatever that was, until the connection ends", async () => {
  const { connection, transport, clock, elapse, settle } = setUp();
  const ask = async () => {
    const asked = heardAt(connection);
    await settle();
    return await asked;
  };
  const opened = clock.now();
  await elapse(2_000);
  assertEquals(await ask(), opened);
  for (const frame of [{ type: "event", method: "log.entryAdded", params: {} }, "not JSON"]) {
    transport.frame(frame);
    const at = clock.now();
    await elapse(2_000);
    assertEquals(await ask(), at);
  }
  transport.die();
  await settle();
  assertEquals(await ask(), null);
});

Deno.test("send() has a timeout of its own, 5 s unless it says otherwise", async () => {
  const { connection, elapse, settle } = setUp();
  const failed = send(connection, "session.end", {}).catch((error) => error);
  const slow = send(connection, "session.end", {}, { timeoutMs: 60_000 }).catch(() => "slow");
  await settle();
  await elapse(4_999);
  assertEquals(await Promise.race([failed, Promise.resolve("pending")]), "pending");
  await elapse(1);
  assertInstanceOf(await failed, CommandTimeoutError);
  const stopped = connection.stop();
  await settle();
  await Promise.all([stopped, slow]);
});

Deno.test("send() rejects at once when its signal aborts, and a late answer harms nobody", async () => {
  const { connection, transport, settle } = setUp();
  const abort = new AbortController();
  const failed = send(connection, "browsingContext.getTree", {}, { signal: abort.signal });
  failed.catch(() => {});
  await settle();
  abort.abort(new Error("left"));
  await assertRejects(() => failed, Error, "left");
  transport.answer("browsingContext.getTree", tree);
  await settle();
  const next = send(connection, "browsingContext.getTree", {});
  await settle();
  transport.answer("browsingContext.getTree", tree);
  await settle();
  assertEquals((await next).contexts.length, 1);
});

Deno.test("Connection routes an event to every subscriber that names it, and to no other", async () => {
  const { connection, transport, system, settle, stats } = setUp();
  const seen: string[] = [];
  const listen = (name: string, ...events: ("browsingContext.load" | "log.entryAdded")[]) => {
    const ref = spawnSubscriber(system, name, {
      event: (event) => void seen.push(`${name}:${event.method}`),
      lost: () => {},
    }, stats);
    connection.tell({ kind: "route", subscriber: ref, events });
  };
  listen("a", "browsingContext.load");
  listen("b", "browsingContext.load", "log.entryAdded");
  await settle();
  transport.event("browsingContext.load", load("T"));
  transport.event("log.entryAdded", {});
  transport.event("script.realmCreated", {});
  transport.frame("not json");
  await settle();
  assertEquals(seen, ["a:browsingContext.load", "b:browsingContext.load", "b:log.entryAdded"]);
  assertEquals(stats.snapshot().unsolicited, 2, "one of no subscriber, one of no protocol");
});

Deno.test("Connection stops whom it tells when it ends, once what came before is handled", async () => {
  const { connection, transport, system, settle, runAll, stats } = setUp();
  const seen: string[] = [];
  const subscriber = (name: string) =>
    spawnSubscriber(system, name, { event: () => void seen.push(name), lost() {} }, stats);
  const [routed, late, after] = [subscriber("routed"), subscriber("late"), subscriber("after")];
  listenOn(connection, { subscriber: routed, events: ["browsingContext.load"] });
  runAll();
  transport.event("browsingContext.load", load("T"));
  transport.die();
  // The channel is gone, and nobody has taken note of it yet.
  listenOn(connection, { subscriber: late, events: ["browsingContext.load"] });
  await settle();
  listenOn(connection, { subscriber: after, events: ["browsingContext.load"] });
  await settle();
  const exits = await Promise.all([routed, late, after].map(({ done }) => done));
  assertEquals(exits.map(({ reason }) => reason), ["stopped", "stopped", "stopped"]);
  assertEquals([seen, stats.snapshot().dropped], [["routed"], 0]);
});

Deno.test("Connection holds the browser back while a listener is behind, and loses nothing", async () => {
  const { connection, transport, system, settle, runAll, stats } = setUp();
  let handled = 0;
  let lost = 0;
  const ref = spawnSubscriber(system, "slow", {
    event: () => void handled++,
    lost: (count) => void (lost += count),
  }, stats);
  connection.tell({ kind: "route", subscriber: ref, events: ["log.entryAdded"] });
  await settle();
  let told = 0;
  for (let turn = 0; turn < 20; turn++) {
    while (!transport.paused && told - handled < 900) {
      transport.event("log.entryAdded", {});
      told++;
    }
    assertEquals(told - handled <= 300, true, `${told - handled} events unhandled`);
    runAll();
    assertEquals(transport.paused, false);
  }
  assertEquals([handled, lost], [told, 0]);
});

Deno.test("flush() resolves after everything sent before it was handled", async () => {
  const { connection, transport, system, settle, stats } = setUp();
  const seen: string[] = [];
  const subscribers: SubscriberRef[] = ["a", "b"].map((name) =>
    spawnSubscriber(system, name, { event: () => void seen.push(name), lost: () => {} }, stats)
  );
  for (const subscriber of subscribers) {
    connection.tell({ kind: "route", subscriber, events: ["browsingContext.load"] });
  }
  await settle();
  const flushed = flush(connection).then((contexts) => seen.push(`flushed ${contexts?.length}`));
  await settle();
  transport.event("browsingContext.load", load("T"));
  transport.answer("browsingContext.getTree", tree);
  await settle();
  await flushed;
  assertEquals(seen, ["a", "b", "flushed 1"]);
});

Deno.test("flush() gives up at its deadline and says so with null", async () => {
  const { connection, settle, elapse } = setUp();
  const flushed = flush(connection, 3_000);
  await settle();
  await elapse(3_000);
  assertEquals(await flushed, null);
});

Deno.test("Connection reports a browser silent only when nothing at all came for 3 s", async () => {
  const { connection, transport, news, settle, elapse } = setUp();
  void flush(connection);
  await settle();
  await elapse(13_000);
  transport.event("browsingContext.load", load("T"));
  await elapse(2_000);
  assertEquals(news, [], "a frame came 2 s ago");

  void flush(connection);
  await settle();
  await elapse(15_000);
  assertEquals(news.at(0), { kind: "silent", connection });
});

Deno.test("Connection asks for a sign of life after 15 s, and counts two misses as silence", async () => {
  const { connection, transport, news, elapse } = setUp();
  await elapse(14_999);
  assertEquals(transport.sent.length, 0);
  await elapse(1);
  assertEquals(transport.sent.map((each) => each.method), ["browsingContext.getTree"]);
  transport.answer("browsingContext.getTree", tree);
  await elapse(15_000);
  assertEquals(transport.sent.length, 1, "a beat after an answered one");
  await elapse(5_000);
  assertEquals(news, []);
  await elapse(5_000);
  assertEquals(news, [{ kind: "silent", connection }]);
});

Deno.test("A dropped socket rejects what waits, tells the owner once, and ends the actor", async () => {
  const { connection, transport, news, settle, clock } = setUp();
  const failed = send(connection, "session.end", {}).catch((error) => error);
  await settle();
  transport.die();
  await settle();
  const error = await failed;
  assertInstanceOf(error, ConnectionClosedError);
  assertEquals(news, [
    { kind: "dropped", connection, why: "Unexpected EOF", heardAt: clock.now() },
  ]);
  await connection.done;
  await assertRejects(() => send(connection, "session.end", {}), ConnectionClosedError);
});

Deno.test("closeConnection() takes back subscriptions, then collectors, then closes", async () => {
  const { connection, transport, news, settle } = setUp();
  const subscribed = send(connection, "session.subscribe", { events: ["log.entryAdded"] });
  const collected = send(connection, "network.addDataCollector", {
    dataTypes: ["response"],
    maxEncodedDataSize: 1,
  });
  await settle();
  transport.answer("session.subscribe", { subscription: "s-1" });
  transport.answer("network.addDataCollector", { collector: "c-1" });
  await settle();
  await Promise.all([subscribed, collected]);

  const closed = closeConnection(connection);
  await settle();
  assertEquals(transport.sent.map(({ method, params }) => [method, params]), [
    ["session.unsubscribe", { subscriptions: ["s-1"] }],
    ["network.removeDataCollector", { collector: "c-1" }],
  ]);
  assertEquals(transport.closed, false);
  transport.answer("session.unsubscribe", {});
  transport.answer("network.removeDataCollector", {});
  await settle();
  await closed;
  assertEquals(transport.closed, true);
  assertEquals(news, [], "a close of our own is no news");
});

Deno.test("closeConnection() does not wait for a browser that is gone", async () => {
  const { connection, transport, settle, elapse } = setUp();
  const subscribed = send(connection, "session.subscribe", { events: [] });
  await settle();
  transport.answer("session.subscribe", { subscription: "s-1" });
  await settle();
  await subscribed;
  const closed = closeConnection(connection);
  await settle();
  await elapse(2_000);
  await closed;
  assertEquals(transport.closed, true);
});
