import { assertEquals, assertRejects } from "@std/assert";
import { askLoopback } from "../../drivers/loopback_http.ts";

const NEVER = new AbortController().signal;

function serve(handler: (request: Request) => Response | Promise<Response>) {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
  return { port: server.addr.port, [Symbol.asyncDispose]: () => server.shutdown() };
}

Deno.test("askLoopback() sends a text and gives the whole answer, whatever its status", async () => {
  await using server = serve(async (request) =>
    new Response(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`, {
      status: request.method === "POST" ? 200 : 404,
    })
  );
  assertEquals(
    await askLoopback(server.port, { method: "POST", path: "/a", body: "é", signal: NEVER }),
    { ok: true, text: "POST /a é" },
  );
  assertEquals(
    await askLoopback(server.port, { method: "GET", path: "/b", signal: NEVER }),
    { ok: false, text: "GET /b " },
  );
});

Deno.test("askLoopback() rejects when it is aborted, and when nothing or half an answer comes", async () => {
  const held = Promise.withResolvers<Response>();
  await using server = serve(() => held.promise);
  const ask = (port: number, signal: AbortSignal) =>
    askLoopback(port, { method: "GET", path: "/", signal });
  const abort = new AbortController();
  const waiting = assertRejects(() => ask(server.port, abort.signal), Error);
  abort.abort();
  await waiting;
  held.resolve(new Response());

  const half = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = half.addr;
  const serving = (async () => {
    using connection = await half.accept();
    await connection.read(new Uint8Array(1_000));
    await connection.write(
      new TextEncoder().encode("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf"),
    );
  })();
  await assertRejects(() => ask(port, NEVER), Error);
  await serving;
  half.close();
  await assertRejects(() => ask(port, NEVER), Error);
});
