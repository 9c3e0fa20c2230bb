import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { GridAddress } from "../../../drivers/grid/address.ts";
import { GridClient, MAX_ANSWER_BYTES, type Question } from "../../../drivers/grid/client.ts";
import { GridFault } from "../../../drivers/grid/fault.ts";
import { testCertificates } from "../../fakes/certificates.ts";

const STATUS: Question = { method: "GET", path: "/status" };

/** A server that answers so, and a client of it. */
function fixture(handle: (request: Request) => Response | Promise<Response>, path = "") {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handle);
  const url = `http://ann:hunter22@127.0.0.1:${server.addr.port}${path}`;
  const client = new GridClient(new GridAddress(url), null);
  return {
    client,
    async [Symbol.asyncDispose]() {
      client.close();
      await server.shutdown();
    },
  };
}

async function faultOf(asked: Promise<unknown>): Promise<string> {
  const { message, advice } = await assertRejects(() => asked, GridFault);
  return `${message}; ${advice}`;
}

Deno.test("GridClient.ask() sends method, prefix, user and body, and reads value", async () => {
  const seen: unknown[] = [];
  await using grid = fixture(async (request) => {
    const { method, headers, url } = request;
    const path = new URL(url).pathname;
    const body = await request.text();
    seen.push([method, path, headers.get("authorization"), headers.get("content-type"), body]);
    return Response.json({ value: { a: 1 } }, { status: 500 });
  }, "/grid/");
  const asked = await grid.client.ask({ method: "POST", path: "/session", body: { b: 2 } });
  assertEquals(asked, { status: 500, value: { a: 1 } });
  await grid.client.ask(STATUS);
  const basic = `Basic ${btoa("ann:hunter22")}`;
  assertEquals(seen, [
    ["POST", "/grid/session", basic, "application/json; charset=utf-8", '{"b":2}'],
    ["GET", "/grid/status", basic, null, ""],
  ]);
});

Deno.test("GridClient.ask() gives no value when the answer is none of WebDriver's", async () => {
  await using grid = fixture(() => new Response("<html>", { status: 502 }));
  assertEquals(await grid.client.ask(STATUS), { status: 502, value: undefined });
});

Deno.test("GridClient.ask() follows no redirect", async () => {
  await using grid = fixture(() => Response.redirect("http://127.0.0.1:1/elsewhere"));
  assertEquals((await grid.client.ask(STATUS)).status, 302);
});

Deno.test("GridClient.ask() gives up an answer that does not come, or does not end", async () => {
  const held = Promise.withResolvers<Response>();
  await using grid = fixture(({ url }) =>
    url.endsWith("/status") ? held.promise : new Response(new ReadableStream())
  );
  const words = "gave no answer within 0.05 s; check that it runs";
  assertEquals(await faultOf(grid.client.ask({ ...STATUS, timeoutMs: 50 })), words);
  assertEquals(await faultOf(grid.client.ask({ ...STATUS, path: "/x", timeoutMs: 50 })), words);
  held.resolve(new Response());
});

Deno.test("GridClient.ask() gives up an answer that is too large", async () => {
  const chunk = new Uint8Array(1024 * 1024);
  await using grid = fixture(() => {
    const stream = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
    return new Response(stream);
  });
  assertStringIncludes(await faultOf(grid.client.ask(STATUS)), `more than ${MAX_ANSWER_BYTES}`);
});

Deno.test("GridClient.ask() ends with the signal's reason when aborted", async () => {
  const held = Promise.withResolvers<Response>();
  const abort = new AbortController();
  await using grid = fixture(() => {
    abort.abort(new Error("enough"));
    return held.promise;
  });
  const question = { ...STATUS, timeoutMs: null, signal: abort.signal };
  await assertRejects(() => grid.client.ask(question), Error, "enough");
  await assertRejects(() => grid.client.ask(question), Error, "enough");
  held.resolve(new Response());
});

Deno.test("GridClient.ask() says nothing of user and password when nobody listens", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://ann:hunter22@127.0.0.1:${listener.addr.port}`;
  listener.close();
  const client = new GridClient(new GridAddress(url), null);
  assertEquals(
    await faultOf(client.ask(STATUS)),
    "refused the connection; start it, or correct GRID_URL",
  );
  client.close();
});

Deno.test("GridClient trusts a Grid that GRID_CA has signed, and tells the wrong scheme", async () => {
  await using tls = await testCertificates();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {}, cert: tls.cert, key: tls.key },
    () => Response.json({ value: 1 }),
  );
  const host = `127.0.0.1:${server.addr.port}`;
  const ask = async (url: string, ca: string | null) => {
    const client = new GridClient(new GridAddress(url), ca);
    try {
      return await client.ask(STATUS);
    } finally {
      client.close();
    }
  };
  assertEquals(await ask(`https://${host}`, tls.ca), { status: 200, value: 1 });
  assertStringIncludes(await faultOf(ask(`https://${host}`, null)), "set GRID_CA to the PEM file");
  assertStringIncludes(await faultOf(ask(`http://${host}`, tls.ca)), "give GRID_URL https://");
  await server.shutdown();
  const plain = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response());
  const wrong = `https://127.0.0.1:${plain.addr.port}`;
  assertStringIncludes(await faultOf(ask(wrong, null)), "give GRID_URL http://");
  await plain.shutdown();
});
