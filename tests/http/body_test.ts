import { assertEquals, assertRejects } from "@std/assert";
import { MAX_BODY_BYTES, readJson } from "../../http/body.ts";
import { HttpError } from "../../http/problem.ts";

function post(body: BodyInit | null, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/", { method: "POST", body, headers });
}

Deno.test("readJson() reads a body, and an empty one as no arguments", async () => {
  assertEquals(await readJson(post('{"a":"é"}')), { a: "é" });
  assertEquals(await readJson(post("")), {});
  assertEquals(await readJson(post(null)), {});
});

Deno.test("readJson() takes a body of exactly the bound", async () => {
  const text = `"${"x".repeat(MAX_BODY_BYTES - 2)}"`;
  assertEquals(await readJson(post(text)), text.slice(1, -1));
});

Deno.test("readJson() reads characters that are split between chunks", async () => {
  const bytes = new TextEncoder().encode('"é"');
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  assertEquals(await readJson(post(body)), "é");
});

const refused: [string, () => Request, number][] = [
  ["what is not JSON", () => post("{a:1}"), 400],
  ["what is cut short", () => post('{"a":'), 400],
  ["what is not UTF-8", () => post(Uint8Array.of(0x22, 0xff, 0x22)), 400],
  ["UTF-8 that is cut short", () => post(Uint8Array.of(0x22, 0xc3)), 400],
  ["a body over the bound", () => post("x".repeat(MAX_BODY_BYTES + 1)), 413],
  ["a length over the bound", () => post("{}", { "content-length": "4194305" }), 413],
];
for (const [what, request, status] of refused) {
  Deno.test(`readJson() refuses ${what}`, async () => {
    const error = await assertRejects(() => readJson(request()), HttpError);
    assertEquals(error.status, status);
  });
}

Deno.test("readJson() stops reading once a body is over the bound", async () => {
  let pulled = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20));
    },
    cancel() {
      cancelled = true;
    },
  }, { highWaterMark: 0 });
  await assertRejects(() => readJson(post(body)), HttpError);
  assertEquals({ pulled, cancelled }, { pulled: 5, cancelled: true });
});
