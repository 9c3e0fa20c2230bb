import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { listen, type Listener } from "../../http/listener.ts";
import { HttpError, problem } from "../../http/problem.ts";
import { until } from "../e2e/until.ts";

type Handle = (request: Request) => Promise<Response>;

function start(handle: Handle): Promise<Listener> {
  return listen({ host: "127.0.0.1", port: 0, handle });
}

/** Sends bytes as they are, the body perhaps in a packet of its own. */
async function dial(port: number, head: string, body: string, apart: boolean): Promise<Deno.Conn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const encoder = new TextEncoder();
  connection.setNoDelay();
  if (apart) {
    await connection.write(encoder.encode(head));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await connection.write(encoder.encode(body));
  } else await connection.write(encoder.encode(head + body));
  return connection;
}

async function readAll(connection: Deno.Conn): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of connection.readable) text += decoder.decode(chunk, { stream: true });
  return text;
}

for (const size of [2, 600, 100_000]) {
  for (const apart of [false, true]) {
    Deno.test(
      `listen() aborts a request of ${size} bytes${
        apart ? " in two packets" : ""
      } when its caller left`,
      async () => {
        const running = Promise.withResolvers<void>();
        const left = Promise.withResolvers<unknown>();
        const listener = await start(async (request) => {
          await request.text();
          running.resolve();
          request.signal.addEventListener("abort", () => left.resolve(request.signal.reason));
          await left.promise;
          return new Response("too late");
        });
        const head = `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${size}\r\n\r\n`;
        const connection = await dial(listener.port, head, "x".repeat(size), apart);
        await running.promise;
        connection.close();
        assertStringIncludes(String(await left.promise), "The caller left");
        await listener.stop(1_000);
      },
    );
  }
}

Deno.test("listen() says that the caller left before a body of its fails for that", async () => {
  const failed = Promise.withResolvers<boolean>();
  const listener = await start(async (request) => {
    await request.arrayBuffer().catch(() => failed.resolve(request.signal.aborted));
    return new Response("too late");
  });
  const head = "PUT / HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\n";
  const connection = await dial(listener.port, head, "x".repeat(1_000), true);
  connection.close();
  assertEquals(await failed.promise, true);
  await listener.stop(1_000);
});

Deno.test("listen() never aborts a request that was answered", async () => {
  let aborted = false;
  const listener = await start((request) => {
    request.signal.addEventListener("abort", () => aborted = true);
    return Promise.resolve(new Response("done"));
  });
  const response = await fetch(`http://127.0.0.1:${listener.port}/`, { method: "POST", body: "x" });
  assertEquals(await response.text(), "done");
  await listener.stop(1_000);
  assertEquals(aborted, false);
});

Deno.test("listen() hands on method, target, headers and body as they came", async () => {
  const listener = await start(async (request) => {
    const { pathname, search } = new URL(request.url);
    return Response.json({
      method: request.method,
      target: pathname + search,
      twice: request.headers.get("x-twice"),
      body: await request.text(),
    }, { status: 201, headers: { "x-answer": "a" } });
  });
  const head =
    "POST /a%2Fb?c=%20d HTTP/1.1\r\nhost: a\r\nx-twice: 1\r\nX-Twice: 2\r\nconnection: close\r\ncontent-length: 2\r\n\r\n";
  const text = await readAll(await dial(listener.port, head, "é", false));
  assertStringIncludes(text, "HTTP/1.1 201");
  assertStringIncludes(text, "x-answer: a");
  assertStringIncludes(
    text,
    '{"method":"POST","target":"/a%2Fb?c=%20d","twice":"1, 2","body":"é"}',
  );
  await listener.stop(1_000);
});

Deno.test("listen() streams an answer and cancels it when its caller left", async () => {
  const cancelled = Promise.withResolvers<void>();
  const listener = await start(() =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode("first")),
          cancel: () => cancelled.resolve(),
        }),
      ),
    )
  );
  const caller = new AbortController();
  const response = await fetch(`http://127.0.0.1:${listener.port}/`, { signal: caller.signal });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  assertEquals(new TextDecoder().decode(first?.value), "first");
  caller.abort();
  await reader?.cancel().catch(() => {});
  await cancelled.promise;
  await listener.stop(1_000);
});

Deno.test("listen() opens a stream that has nothing to say yet", async () => {
  const listener = await start(() => Promise.resolve(new Response(new ReadableStream())));
  const caller = new AbortController();
  const late = setTimeout(() => caller.abort(new Error("no headers came")), 5_000);
  const response = await fetch(`http://127.0.0.1:${listener.port}/`, { signal: caller.signal });
  clearTimeout(late);
  assertEquals(response.status, 200);
  await response.body?.cancel();
  await listener.stop(1_000);
});

Deno.test("listen() reads an answer's body no faster than its caller does", async () => {
  const chunk = new Uint8Array(256 * 1024);
  let pulled = 0;
  const stalled = Promise.withResolvers<void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listener = await start(() =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          pull(controller) {
            pulled++;
            clearTimeout(timer);
            timer = setTimeout(stalled.resolve, 200);
            if (pulled > 400) controller.close();
            else controller.enqueue(chunk);
          },
        }),
      ),
    )
  );
  const connection = await dial(listener.port, "GET / HTTP/1.1\r\nhost: a\r\n\r\n", "", false);
  await stalled.promise;
  // 100 MiB were there to read; what a socket buffers is a few.
  assertEquals(pulled < 100, true, `${pulled} chunks were read`);
  connection.close();
  await listener.stop(1_000);
});

const MEBIBYTE = new Uint8Array(1024 * 1024);
const answers: [string, UnderlyingDefaultSource<Uint8Array>][] = [
  ["an answer without end", { pull: (controller) => controller.enqueue(MEBIBYTE) }],
  ["an answer in one piece", {
    start(controller) {
      controller.enqueue(new Uint8Array(64 * MEBIBYTE.length));
      controller.close();
    },
  }],
];
for (const [what, source] of answers) {
  Deno.test(`listen() cuts a connection whose caller does not read ${what}`, async () => {
    const listener = await listen({
      host: "127.0.0.1",
      port: 0,
      handle: ({ url }) => {
        const large = url.endsWith("/large");
        return Promise.resolve(new Response(large ? new ReadableStream(source) : "ok"));
      },
      paceMs: 200,
      connections: 1,
    });
    const head = "GET /large HTTP/1.1\r\nhost: a\r\n\r\n";
    const connection = await dial(listener.port, head, "", false);
    // Its place is the only one.
    await until(() =>
      fetch(`http://127.0.0.1:${listener.port}/`).then(
        async (response) => await response.text() === "ok",
        () => false,
      )
    );
    connection.close();
    await listener.stop(1_000);
  });
}

Deno.test("listen() cuts no caller that reads slowly", async () => {
  const listener = await listen({
    host: "127.0.0.1",
    port: 0,
    handle: () => Promise.resolve(new Response(new Blob(Array(16).fill(MEBIBYTE)))),
    paceMs: 1_000,
  });
  const response = await fetch(`http://127.0.0.1:${listener.port}/`);
  const began = performance.now();
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // All of it takes longer than one piece may.
    const behind = bytes / MEBIBYTE.length * 100 - (performance.now() - began);
    if (behind > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(behind, 100)));
  }
  assert(performance.now() - began > 1_000);
  assertEquals(bytes, 16 * MEBIBYTE.length);
  await listener.stop(1_000);
});

/** Answers with the length of what came, or with the refusal. */
async function lengthOf(request: Request): Promise<Response> {
  try {
    return new Response(String((await request.arrayBuffer()).byteLength));
  } catch (error) {
    if (error instanceof HttpError) return problem(error);
    throw error;
  }
}

Deno.test("listen() refuses a body that stalls, in a sentence", async () => {
  const listener = await listen({ host: "127.0.0.1", port: 0, handle: lengthOf, paceMs: 200 });
  const head = "PUT / HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\n";
  const answer = await readAll(await dial(listener.port, head, "x".repeat(1_000), false));
  assertStringIncludes(answer, "HTTP/1.1 408 ");
  assertStringIncludes(answer, "came in too slowly: less than 64 KiB in 0.2 s");
  await listener.stop(1_000);
});

Deno.test("listen() takes a large body for as long as it comes", async () => {
  const listener = await listen({ host: "127.0.0.1", port: 0, handle: lengthOf, paceMs: 1_000 });
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${listener.port}/`, {
    method: "PUT",
    body: new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (performance.now() - began > 1_500) return controller.close();
        await new Promise((resolve) => setTimeout(resolve, 100));
        controller.enqueue(MEBIBYTE.subarray(0, 128 * 1024));
      },
    }),
  });
  assertEquals([response.status, Number(await response.text()) > 0], [200, true]);
  await listener.stop(1_000);
});

Deno.test("listen() ends a connection whose body nobody read", async () => {
  const listener = await start(() => Promise.resolve(new Response("no", { status: 413 })));
  const head = "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5000000\r\n\r\n";
  const text = await readAll(await dial(listener.port, head, "x".repeat(1_000), false));
  assertStringIncludes(text, "HTTP/1.1 413");
  assertStringIncludes(text.toLowerCase(), "connection: close");
  await listener.stop(1_000);
});

const notTargets = [
  "http://[",
  "http:///metrics",
  "//a/metrics",
  "/\\a/metrics",
  "\\/a/metrics",
  "///metrics",
  "metrics",
  "*",
];
Deno.test("listen() refuses a target that is none and lives on", async () => {
  const listener = await start(() => Promise.resolve(new Response("ok")));
  for (const target of notTargets) {
    const head = `GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`;
    assertStringIncludes(
      await readAll(await dial(listener.port, head, "", false)),
      "HTTP/1.1 400",
      target,
    );
  }
  assertEquals(await (await fetch(`http://127.0.0.1:${listener.port}/`)).text(), "ok");
  await listener.stop(1_000);
});

const unread: [string, string, number][] = [
  ["a URL that is too long", `GET /${"a".repeat(40_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, 431],
  ["a header that is too long", `GET / HTTP/1.1\r\na: ${"a".repeat(40_000)}\r\n\r\n`, 431],
  ["what is no HTTP", "HELLO\r\n\r\n", 400],
];
for (const [what, sent, status] of unread) {
  Deno.test(`listen() refuses ${what} with a sentence and lives on`, async () => {
    const listener = await start(() => Promise.resolve(new Response("ok")));
    const answer = await readAll(await dial(listener.port, sent, "", false));
    assertStringIncludes(answer, `HTTP/1.1 ${status} `);
    assertEquals(JSON.parse(answer.slice(answer.indexOf("{"))).status, status);
    const alive = await fetch(`http://127.0.0.1:${listener.port}/`);
    assertEquals(await alive.text(), "ok");
    await listener.stop(1_000);
  });
}

for (const sent of ["", "GET / HTTP/1.1\r\nho"]) {
  Deno.test(`listen() waits no longer than it says for ${sent === "" ? "a first byte" : "the rest of the headers"}`, async () => {
    const listener = await listen({
      host: "127.0.0.1",
      port: 0,
      handle: () => Promise.resolve(new Response("ok")),
      headersMs: 100,
    });
    const began = performance.now();
    const answer = await readAll(await dial(listener.port, sent, "", false));
    assertStringIncludes(answer, "HTTP/1.1 408 ");
    assertStringIncludes(answer, "headers did not come in within 0.1 s");
    assert(performance.now() - began < 10_000, "node's own 30 s were waited for");
    await listener.stop(1_000);
  });
}

Deno.test("listen() cuts the connection that has asked nothing for longest for one too many", async () => {
  const running = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const listener = await listen({
    host: "127.0.0.1",
    port: 0,
    async handle(request) {
      if (!request.url.endsWith("/slow")) return new Response("ok");
      running.resolve();
      await finish.promise;
      return new Response("finished");
    },
    connections: 3,
  });
  const ask = (path: string) =>
    dial(listener.port, `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`, "", false);
  const asking = await ask("/slow");
  await running.promise;
  const first = await dial(listener.port, "", "", false);
  const second = await dial(listener.port, "", "", false);
  assertStringIncludes(await readAll(await ask("/")), "HTTP/1.1 200");
  assertEquals(await readAll(first), "");
  await second.write(
    new TextEncoder().encode("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"),
  );
  assertStringIncludes(await readAll(second), "HTTP/1.1 200");
  finish.resolve();
  assertStringIncludes(await readAll(asking), "finished");
  await listener.stop(1_000);
});

Deno.test("listen() cuts a connection whose handler throws and lives on", async () => {
  let broken = true;
  const listener = await start(() => {
    if (broken) throw new Error("broken");
    return Promise.resolve(new Response("ok"));
  });
  const head = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";
  assertEquals(await readAll(await dial(listener.port, head, "", false)).catch(() => ""), "");
  broken = false;
  assertEquals(await (await fetch(`http://127.0.0.1:${listener.port}/`)).text(), "ok");
  await listener.stop(1_000);
});

Deno.test("listen() rejects when the port is taken", async () => {
  const listener = await start(() => Promise.resolve(new Response("ok")));
  const { port } = listener;
  const second = await listen({ host: "127.0.0.1", port, handle: () => Promise.reject() })
    .catch((error) => error);
  assertEquals(second.code, "EADDRINUSE");
  await listener.stop(1_000);
});
