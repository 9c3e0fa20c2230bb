import { assert, assertEquals, assertGreaterOrEqual, assertRejects } from "@std/assert";
import { FaultProxy, type FaultProxyOptions } from "./fault_proxy.ts";

const UTF8 = new TextEncoder();

/** A server that sends back what it gets, and the proxy before it. */
class Echo {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #ended: Promise<unknown>;
  readonly proxy: FaultProxy;

  constructor(options?: FaultProxyOptions) {
    this.#ended = this.#serve();
    this.proxy = FaultProxy.start(`http://127.0.0.1:${this.#listener.addr.port}`, options);
  }

  connect(): Promise<Deno.TcpConn> {
    return Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(this.proxy.url).port) });
  }

  async #serve(): Promise<void> {
    const ended: Promise<unknown>[] = [];
    for await (const connection of this.#listener) {
      ended.push(connection.readable.pipeTo(connection.writable).catch(() => {}));
    }
    await Promise.all(ended);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.proxy.close();
    this.#listener.close();
    await this.#ended;
  }
}

async function send(connection: Deno.Conn, text: string): Promise<void> {
  await connection.write(UTF8.encode(text));
}

/** What comes next; null at the end. */
async function next(connection: Deno.Conn): Promise<string | null> {
  const buffer = new Uint8Array(1024);
  const count = await connection.read(buffer);
  return count === null ? null : new TextDecoder().decode(buffer.subarray(0, count));
}

Deno.test("FaultProxy forwards both ways and passes an end on", async () => {
  await using echo = new Echo();
  using connection = await echo.connect();
  await send(connection, "a");
  assertEquals(await next(connection), "a");
  await connection.closeWrite();
  assertEquals(await next(connection), null);
});

Deno.test("FaultProxy forwards more than it holds at once, in order", async () => {
  await using echo = new Echo({ delayMs: 1 });
  using connection = await echo.connect();
  const sent = crypto.getRandomValues(new Uint8Array(65_536));
  const rounds = 160;
  const writing = (async () => {
    for (let round = 0; round < rounds; round++) {
      for (let written = 0; written < sent.length;) {
        written += await connection.write(sent.subarray(written));
      }
    }
    await connection.closeWrite();
  })();
  let count = 0;
  for (const buffer = new Uint8Array(65_536);;) {
    const read = await connection.read(buffer);
    if (read === null) break;
    for (let index = 0; index < read; index++) {
      if (buffer[index] !== sent[(count + index) % sent.length]) assert(false, `at ${count}`);
    }
    count += read;
  }
  await writing;
  assertEquals(count, sent.length * rounds);
});

Deno.test("FaultProxy.delay() holds what comes from then on, each way", async () => {
  await using echo = new Echo();
  using connection = await echo.connect();
  echo.proxy.delay(30);
  const began = performance.now();
  await send(connection, "a");
  assertEquals(await next(connection), "a");
  // A timer may fire up to a millisecond early.
  assertGreaterOrEqual(performance.now() - began, 58);
});

Deno.test("FaultProxy.stall() holds bytes and ends without closing until flow()", async () => {
  await using echo = new Echo();
  using connection = await echo.connect();
  await send(connection, "a");
  assertEquals(await next(connection), "a");
  echo.proxy.stall();
  await send(connection, "b");
  using late = await echo.connect();
  await send(late, "c");
  const read = Promise.all([next(connection), next(late)]);
  const nothing = Promise.withResolvers<"nothing">();
  setTimeout(() => nothing.resolve("nothing"), 50);
  assertEquals(await Promise.race([read, nothing.promise]), "nothing");
  assertEquals(echo.proxy.connections, 2);
  echo.proxy.flow();
  assertEquals(await read, ["b", "c"]);
});

Deno.test("FaultProxy.stallAfter() stalls within what a client is sent", async () => {
  await using echo = new Echo();
  using connection = await echo.connect();
  echo.proxy.stallAfter(3);
  await send(connection, "abcde");
  assertEquals(await next(connection), "abc");
  const rest = next(connection);
  const nothing = Promise.withResolvers<"nothing">();
  setTimeout(() => nothing.resolve("nothing"), 50);
  assertEquals(await Promise.race([rest, nothing.promise]), "nothing");
  echo.proxy.flow();
  assertEquals(await rest, "de");
});

Deno.test("FaultProxy closes a connection that was idle for idleMs", async () => {
  await using echo = new Echo({ idleMs: 40 });
  using connection = await echo.connect();
  await send(connection, "a");
  assertEquals(await next(connection), "a");
  const began = performance.now();
  assertEquals(await next(connection), null);
  assertGreaterOrEqual(performance.now() - began, 35);
  assertEquals(echo.proxy.connections, 0);
});

Deno.test("FaultProxy.idle() counts from the next byte on", async () => {
  await using echo = new Echo();
  using connection = await echo.connect();
  await send(connection, "a");
  assertEquals(await next(connection), "a");
  echo.proxy.idle(20);
  await new Promise((resolve) => setTimeout(resolve, 40));
  await send(connection, "b");
  assertEquals(await next(connection), "b");
  assertEquals(await next(connection), null);
});

Deno.test("FaultProxy shows what clients send, and not what they are answered", async () => {
  const sent: string[] = [];
  await using echo = new Echo({ sent: (chunk) => sent.push(new TextDecoder().decode(chunk)) });
  using connection = await echo.connect();
  await send(connection, "a");
  assertEquals(await next(connection), "a");
  assertEquals(sent, ["a"]);
});

Deno.test("FaultProxy.cut() closes what is there, also when stalled, and takes new ones", async () => {
  await using echo = new Echo();
  using old = await echo.connect();
  await send(old, "a");
  assertEquals(await next(old), "a");
  echo.proxy.stall();
  await send(old, "b");
  await echo.proxy.cut();
  assertEquals(await next(old).catch(() => null), null);
  echo.proxy.flow();
  using fresh = await echo.connect();
  await send(fresh, "c");
  assertEquals(await next(fresh), "c");
});

Deno.test("FaultProxy.refuse() refuses new connections alone until accept()", async () => {
  await using echo = new Echo();
  using old = await echo.connect();
  await send(old, "a");
  assertEquals(await next(old), "a");
  await echo.proxy.refuse();
  await assertRejects(() => echo.connect(), Deno.errors.ConnectionRefused);
  await send(old, "b");
  assertEquals(await next(old), "b");
  echo.proxy.accept();
  using fresh = await echo.connect();
  await send(fresh, "c");
  assertEquals(await next(fresh), "c");
});
