import { assertEquals, assertRejects } from "@std/assert";
import { PACE_BYTES, paced, pieces } from "../../http/pace.ts";
import { HttpError } from "../../http/problem.ts";

const FULL = new Uint8Array(PACE_BYTES);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function lengthOf(body: ReadableStream<Uint8Array>): Promise<number> {
  return (await new Response(body).arrayBuffer()).byteLength;
}

Deno.test("paced() hands on what comes", async () => {
  assertEquals(await lengthOf(paced(new Blob([FULL, FULL]).stream(), 10_000)), 2 * PACE_BYTES);
});

Deno.test("paced() fails when nothing comes, and leaves the body as it is", async () => {
  let cancelled = false;
  const silent = new ReadableStream({ cancel: () => void (cancelled = true) });
  const error = await assertRejects(() => lengthOf(paced(silent, 20)), HttpError);
  assertEquals([error.status, cancelled], [408, false]);
});

Deno.test("paced() fails when too little comes, without a pause as long as that", async () => {
  let last: Promise<unknown> = Promise.resolve();
  const trickle = new ReadableStream({
    async pull(controller) {
      await (last = wait(5));
      controller.enqueue(new Uint8Array(1));
    },
  }, { highWaterMark: 0 });
  const error = await assertRejects(() => lengthOf(paced(trickle, 100)), HttpError, "too slowly");
  await last;
  assertEquals(error.status, 408);
});

Deno.test("paced() counts no time in which nobody asks", async () => {
  const two = new ReadableStream({
    start(controller) {
      for (let i = 0; i < 2; i++) controller.enqueue(new Uint8Array(1));
      controller.close();
    },
  });
  let bytes = 0;
  for await (const chunk of paced(two, 50)) {
    bytes += chunk.length;
    await wait(60);
  }
  assertEquals(bytes, 2);
});

Deno.test("paced() cancels the body of whoever stops reading", async () => {
  const cancelled = Promise.withResolvers<unknown>();
  const body = paced(new ReadableStream({ cancel: cancelled.resolve }), 10_000);
  await body.cancel("enough");
  assertEquals(await cancelled.promise, "enough");
});

Deno.test("pieces() cuts bytes into pieces that are not too large", () => {
  const lengths = (length: number) =>
    [...pieces(new Uint8Array(length))].map((each) => each.length);
  assertEquals(lengths(0), []);
  assertEquals(lengths(PACE_BYTES), [PACE_BYTES]);
  assertEquals(lengths(2 * PACE_BYTES + 1), [PACE_BYTES, PACE_BYTES, 1]);
});
