import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing";
import { type EventSource, eventStream, HEARTBEAT_MS } from "../../../http/admin/sse.ts";

/** A source whose events a test gives it. */
class Source implements EventSource {
  #events: unknown[] | null = [];
  #awaited = Promise.withResolvers<void>();
  closed = 0;

  get ready(): Promise<void> {
    return this.#awaited.promise;
  }

  give(...events: unknown[]): void {
    this.#events?.push(...events);
    this.#awaited.resolve();
  }

  end(): void {
    this.#events = null;
    this.#awaited.resolve();
  }

  take(): readonly unknown[] | null {
    const events = this.#events;
    if (events === null) return null;
    this.#events = [];
    this.#awaited = Promise.withResolvers();
    return events;
  }

  close(): void {
    this.closed++;
  }
}

function open(signal = new AbortController().signal) {
  const source = new Source();
  const { body } = eventStream(source, signal);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error("there is no body");
  return { source, reader, read: async () => (await reader.read()).value };
}

Deno.test("eventStream() gives each event as a line of JSON", async () => {
  const { source, reader, read } = open();
  assertEquals(await read(), ":open\n\n");
  source.give({ text: "a\nb" }, 2);
  assertEquals(await read(), 'data:{"text":"a\\nb"}\n\n');
  assertEquals(await read(), "data:2\n\n");
  await reader.cancel();
  // It goes back through a pipe.
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(source.closed, 1);
});

Deno.test("eventStream() gives a sign of life while there is nothing", async () => {
  using time = new FakeTime();
  const { source, reader, read } = open();
  await read();
  for (let i = 0; i < 2; i++) {
    const alive = read();
    await time.tickAsync(HEARTBEAT_MS);
    assertEquals(await alive, ":alive\n\n");
  }
  source.give(1);
  assertEquals(await read(), "data:1\n\n");
  await reader.cancel();
});

Deno.test("eventStream() ends with its source", async () => {
  const { source, reader, read } = open();
  await read();
  source.end();
  assertEquals(await reader.read(), { done: true, value: undefined });
  assertEquals(source.closed, 1);
});

Deno.test("eventStream() ends, and closes its source once, when its signal aborts", async () => {
  const abort = new AbortController();
  const { source, reader, read } = open(abort.signal);
  await read();
  const last = reader.read();
  abort.abort();
  assertEquals((await last).done, true);
  assertEquals(source.closed, 1);
  const late = open(abort.signal);
  await late.read();
  assertEquals((await late.reader.read()).done, true);
  assertEquals(late.source.closed, 1);
});
