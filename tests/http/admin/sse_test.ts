import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing";
import { type EventSource, eventStream } from "../../../http/admin/sse.ts";

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
    this.#awaited.resolve();
  }
}

/** Counts how often one promise is waited for, until disposed. */
class Waits implements Disposable {
  readonly #then = Promise.prototype.then;
  readonly #counts = new WeakMap<object, number>();
  most = 0;

  constructor() {
    const { prototype } = Promise;
    const then = this.#then;
    const count = (promise: object) => {
      const times = (this.#counts.get(promise) ?? 0) + 1;
      this.#counts.set(promise, times);
      this.most = Math.max(this.most, times);
    };
    prototype.then = function (this: Promise<unknown>, ...reactions: Parameters<typeof then>) {
      count(this);
      return then.apply(this, reactions);
    } as typeof then;
  }

  [Symbol.dispose](): void {
    Promise.prototype.then = this.#then;
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
    await time.tickAsync(15_000);
    assertEquals(await alive, ":alive\n\n");
  }
  source.give(1);
  assertEquals(await read(), "data:1\n\n");
  await reader.cancel();
});

Deno.test("eventStream() waits once for what its source has ready, however long it goes on", async () => {
  using time = new FakeTime();
  using waits = new Waits();
  const { source, reader, read } = open();
  await read();
  for (let i = 0; i < 20; i++) {
    source.give(i);
    assertEquals(await read(), `data:${i}\n\n`);
  }
  for (let i = 0; i < 20; i++) {
    const alive = read();
    await time.tickAsync(15_000);
    await alive;
  }
  assertEquals(waits.most, 1);
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
