import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  CLOSE_GRACE_MS,
  MAX_EARLY_CHARS,
  MAX_FRAME_BYTES,
  openSocket,
  SocketError,
  TURN_MS,
} from "../../bidi/socket.ts";
import type { Closed, Transport } from "../../bidi/transport.ts";
import { testCertificates } from "../fakes/certificates.ts";

const PLENTY = { timeoutMs: 5000 };

interface Peer {
  readonly url: string;
  readonly authorizations: (string | null)[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** A real server that hands each accepted socket to `accept` when it opens. */
function serve(accept: (socket: WebSocket) => void): Peer {
  const authorizations: (string | null)[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    authorizations.push(request.headers.get("authorization"));
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onopen = () => accept(socket);
    return response;
  });
  return {
    url: `ws://127.0.0.1:${server.addr.port}/session/1`,
    authorizations,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A raw peer: shakes hands, sends `frames`, then holds the connection until it is disposed. */
function serveRaw(frames: Uint8Array<ArrayBuffer>[] = []) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const held: Deno.Conn[] = [];
  const accepting = (async () => {
    for await (const connection of listener) {
      connection.setNoDelay(false);
      held.push(connection);
      const request = new TextDecoder().decode(await readHead(connection));
      const key = /sec-websocket-key: (\S+)/i.exec(request)?.[1] ?? "";
      const digest = await crypto.subtle.digest(
        "SHA-1",
        new TextEncoder().encode(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`),
      );
      const head =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
        `Sec-WebSocket-Accept: ${new Uint8Array(digest).toBase64()}\r\n\r\n`;
      await connection.write(new TextEncoder().encode(head));
      for (const frame of frames) await connection.write(frame);
    }
  })();
  return {
    url: `ws://127.0.0.1:${listener.addr.port}/`,
    send: (bytes: Uint8Array<ArrayBuffer>) => held[0]?.write(bytes),
    drop: () => held.splice(0).forEach((connection) => connection.close()),
    async [Symbol.asyncDispose]() {
      this.drop();
      listener.close();
      await accepting;
    },
  };
}

async function readHead(connection: Deno.Conn): Promise<Uint8Array> {
  const buffer = new Uint8Array(4096);
  return buffer.subarray(0, await connection.read(buffer) ?? 0);
}

/** Listens, and gives what came together with a promise of the end. */
function collect(transport: Transport) {
  const frames: string[] = [];
  const ended = Promise.withResolvers<Closed>();
  let ends = 0;
  let firstFrame = () => {};
  const one = new Promise<void>((resolve) => firstFrame = resolve);
  transport.listen({
    frame: (text) => {
      frames.push(text);
      firstFrame();
    },
    closed: (closed) => {
      ends += 1;
      ended.resolve(closed);
    },
  });
  return { frames, one, ended: ended.promise, ends: () => ends };
}

Deno.test("openSocket() sends the headers and carries frames both ways in order", async () => {
  await using peer = serve((socket) => {
    socket.onmessage = (event) => {
      socket.send(`echo ${event.data}`);
      if (event.data === "3") socket.close(1000, "done");
    };
  });
  const transport = await openSocket(peer.url, {
    ...PLENTY,
    headers: { Authorization: "Basic x" },
  });
  const seen = collect(transport);
  for (const text of ["1", "2", "3"]) transport.send(text);
  assertEquals(await seen.ended, { clean: true, why: "the socket closed with code 1000: done" });
  assertEquals(seen.frames, ["echo 1", "echo 2", "echo 3"]);
  assertEquals(peer.authorizations, ["Basic x"]);
});

Deno.test("listen() gets the frames that came before it, and then the end, in order", async () => {
  await using peer = serve((socket) => {
    socket.send("early 1");
    socket.send("early 2");
    socket.close();
  });
  const transport = await openSocket(peer.url, PLENTY);
  // An answered close of a second socket is later than the end of the first.
  const other = collect(await openSocket(peer.url, PLENTY));
  await other.ended;
  const seen = collect(transport);
  assertEquals((await seen.ended).clean, true);
  assertEquals(seen.frames, ["early 1", "early 2"]);
  assertThrows(() => transport.listen({ frame() {}, closed() {} }), Error, "listen twice");
});

Deno.test("a socket nobody listens to is closed when too much comes", async () => {
  const megabyte = "x".repeat(1024 * 1024);
  const ended = Promise.withResolvers<void>();
  await using peer = serve((socket) => {
    socket.onclose = () => ended.resolve();
    for (let sent = 0; sent <= MAX_EARLY_CHARS; sent += megabyte.length) socket.send(megabyte);
  });
  const transport = await openSocket(peer.url, PLENTY);
  await ended.promise;
  const closed = await collect(transport).ended;
  assertEquals(closed, { clean: false, why: "over 16 MiB of frames came before anyone listened" });
});

Deno.test("a binary frame closes the socket", async () => {
  await using peer = serve((socket) => socket.send(new Uint8Array([1])));
  const seen = collect(await openSocket(peer.url, PLENTY));
  const closed = await seen.ended;
  assertEquals(closed.clean, false);
  assertStringIncludes(closed.why, "binary frame");
});

Deno.test("a frame too large closes the socket and says why", async () => {
  const head = new Uint8Array(10);
  head.set([0x81, 127]);
  new DataView(head.buffer).setBigUint64(2, BigInt(MAX_FRAME_BYTES) + 1n);
  await using peer = serveRaw([head]);
  const closed = await collect(await openSocket(peer.url, PLENTY)).ended;
  assertEquals(closed.clean, false);
  assertStringIncludes(closed.why, "128 MiB");
});

Deno.test("a peer that drops dead is reported as such", async () => {
  await using peer = serveRaw();
  const seen = collect(await openSocket(peer.url, PLENTY));
  peer.drop();
  assertEquals(await seen.ended, {
    clean: false,
    why: "the peer ended without closing the socket",
  });
  assertEquals(seen.ends(), 1);
});

Deno.test("close() is answered by a live peer, and is safe twice", async () => {
  await using peer = serve(() => {});
  const transport = await openSocket(peer.url, PLENTY);
  const seen = collect(transport);
  transport.close();
  transport.close();
  assertEquals((await seen.ended).clean, true);
  transport.close();
  transport.send("after the end");
  assertEquals(seen.ends(), 1);
});

Deno.test("close() gives up a peer that does not answer", async () => {
  await using peer = serveRaw();
  const transport = await openSocket(peer.url, PLENTY);
  const seen = collect(transport);
  const started = performance.now();
  transport.close();
  const closed = await seen.ended;
  assertEquals(closed.clean, false);
  assertStringIncludes(closed.why, "did not answer the close");
  assert(performance.now() - started < CLOSE_GRACE_MS + 2000);
  peer.drop();
});

Deno.test("openSocket() says who refused, without the credentials and the session of the address", async () => {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response("no", { status: 401 }),
  );
  const { port } = server.addr;
  for (const end of ["", "/se/bidi"]) {
    const url = `ws://user:hunter22@127.0.0.1:${port}/grid/session/5e55-10n${end}?token=abc123`;
    const error = await assertRejects(() => openSocket(url, PLENTY), SocketError);
    assertStringIncludes(error.message, `ws://127.0.0.1:${port}/grid/session/•••${end}:`);
    assertStringIncludes(error.message, "401");
    assertEquals(/hunter22|abc123|5e55/.test(error.message), false);
  }
  await server.shutdown();
});

Deno.test("openSocket() trusts a peer that the given CA has signed, and no other", async () => {
  await using tls = await testCertificates();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {}, cert: tls.cert, key: tls.key },
    (request) => {
      const { socket, response } = Deno.upgradeWebSocket(request);
      socket.onopen = () => socket.close(1000, "hello");
      return response;
    },
  );
  const url = `wss://127.0.0.1:${server.addr.port}/`;
  const error = await assertRejects(() => openSocket(url, PLENTY), SocketError);
  assertStringIncludes(error.message, "certificate");
  const seen = collect(await openSocket(url, { ...PLENTY, ca: tls.ca }));
  assertStringIncludes((await seen.ended).why, "hello");
  await server.shutdown();
});

Deno.test("openSocket() refuses what is no WebSocket address", async () => {
  for (const url of ["hunter22", "ftp://user:hunter22@host/"]) {
    const error = await assertRejects(() => openSocket(url, PLENTY), SocketError);
    assertEquals(error.message.includes("hunter22"), false);
  }
});

Deno.test("openSocket() gives up a peer that never shakes hands", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `ws://127.0.0.1:${listener.addr.port}/`;
  const accepted = listener.accept();
  await assertRejects(() => openSocket(url, { timeoutMs: 50 }), SocketError, "within 50 ms");
  (await accepted).close();
});

Deno.test("openSocket() ends with the signal's reason when aborted", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `ws://127.0.0.1:${listener.addr.port}/`;
  const abort = new AbortController();
  const opening = openSocket(url, { ...PLENTY, signal: abort.signal });
  const connection = await listener.accept();
  abort.abort(new Error("enough"));
  await assertRejects(() => opening, Error, "enough");
  await assertRejects(() => openSocket(url, { ...PLENTY, signal: abort.signal }), Error, "enough");
  connection.close();
  listener.close();
});

Deno.test("send() carries a frame over 1 KB as fast as a short one", async () => {
  await using peer = serve((socket) => socket.onmessage = () => socket.send("got it"));
  const transport = await openSocket(peer.url, PLENTY);
  const times: number[] = [];
  let answered = () => {};
  let ended = () => {};
  transport.listen({ frame: () => answered(), closed: () => ended() });
  for (let i = 0; i < 9; i++) {
    const began = performance.now();
    await new Promise<void>((resolve) => {
      answered = resolve;
      transport.send("x".repeat(2_000));
    });
    times.push(performance.now() - began);
  }
  assert(Math.min(...times) < 30, `${times}: every frame waits for an acknowledgement`);
  await new Promise<void>((resolve) => {
    ended = resolve;
    transport.close();
  });
});

Deno.test("a flood of frames leaves the event loop its turns, and loses nothing", async () => {
  const count = 20_000;
  await using peer = serve((socket) => {
    for (let i = 0; i < count; i++) socket.send(`frame ${i}`.padEnd(450));
    socket.close();
  });
  const transport = await openSocket(peer.url, PLENTY);
  const ended = Promise.withResolvers<void>();
  let frames = 0;
  let turns = 0;
  const timer = setInterval(() => turns++);
  transport.listen({
    frame(text) {
      assertEquals(text.trimEnd(), `frame ${frames++}`);
      const until = performance.now() + 0.02;
      while (performance.now() < until);
    },
    closed: () => ended.resolve(),
  });
  await ended.promise;
  clearInterval(timer);
  assertEquals(frames, count);
  // 400 ms of handling at the least; without a pause there are about ten turns in all.
  assert(turns > 400 / (4 * TURN_MS), `${turns} turns`);
});

Deno.test("acknowledge lets a peer with Nagle's algorithm on send its next frame at once", async () => {
  const rounds = 20;
  await using peer = serveRaw();
  const transport = await openSocket(peer.url, { ...PLENTY, acknowledge: true });
  const closed = Promise.withResolvers<void>();
  let second = Promise.withResolvers<void>();
  transport.listen({
    frame: (text) => text === "second" && second.resolve(),
    closed: () => closed.resolve(),
  });
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    second = Promise.withResolvers<void>();
    const began = performance.now();
    // Who also sends is not acknowledged at once by the system, which hopes for something to go along.
    transport.send("request");
    await peer.send(textFrame("first"));
    await peer.send(textFrame("second"));
    await second.promise;
    times.push(performance.now() - began);
  }
  peer.drop();
  await closed.promise;
  // Without it: 40 ms.
  const median = times.toSorted((a, b) => a - b)[rounds / 2] ?? NaN;
  assert(median < 20, `${times}: the second frame waits for an acknowledgement`);
});

/** A short text frame as a server sends it. */
function textFrame(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array([0x81, text.length, ...new TextEncoder().encode(text)]);
}
