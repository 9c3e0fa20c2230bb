import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { type Access, EVERYTHING } from "../../../http/door/access.ts";
import { Quotas } from "../../../http/door/quotas.ts";
import { HttpError } from "../../../http/problem.ts";

const ci: Access = { ...EVERYTHING, name: "ci" };

/** Runs `count` requests that are answered when told to. */
function hold(quotas: Quotas, count: number): { answer: () => void; all: Promise<Response[]> } {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const all = Array.from({ length: count }, () => quotas.run(ci, () => promise));
  return { answer: () => resolve(new Response("x")), all: Promise.all(all) };
}

Deno.test("Quotas.charge() refuses a token that calls too often, and no other", () => {
  let now = 0;
  const quotas = new Quotas({ callsPerMinute: 12, now: () => now });
  quotas.charge(ci);
  quotas.charge(ci);
  const error = assertThrows(() => quotas.charge(ci), HttpError);
  assertEquals([error.status, error.headers["retry-after"]], [429, "5"]);
  assertEquals(
    error.message,
    "The token ci went over 12 calls a minute (RATE_LIMIT); try again in 5 s",
  );
  quotas.charge(EVERYTHING);
  now = 5_000;
  quotas.charge(ci);
});

Deno.test("Quotas.charge() lets any number pass without a limit", () => {
  const quotas = new Quotas({ callsPerMinute: 0, now: () => 0 });
  for (let i = 0; i < 10_000; i++) quotas.charge(ci);
});

Deno.test("Quotas.run() refuses one request too many at once, of that token only", async () => {
  const quotas = new Quotas({ callsPerMinute: 0, now: () => 0 });
  const { answer, all } = hold(quotas, 128);
  const one = () => quotas.run(ci, () => Promise.resolve(new Response("x")));
  const error = await assertRejects(one, HttpError, "The token ci went over 128 requests at once");
  assertEquals([error.status, error.headers["retry-after"]], [429, "1"]);
  await quotas.run(EVERYTHING, () => Promise.resolve(new Response("x")));
  answer();
  await all;
  await one();
});

Deno.test("Quotas.run() counts no request that failed", async () => {
  const quotas = new Quotas({ callsPerMinute: 0, now: () => 0 });
  for (let i = 0; i < 200; i++) {
    await assertRejects(
      () => quotas.run(ci, () => Promise.reject(new Error("failed"))),
      Error,
      "failed",
    );
  }
});

Deno.test("Quotas.run() counts a stream until it has ended, or nobody reads it", async () => {
  const quotas = new Quotas({ callsPerMinute: 0, now: () => 0 });
  const headers = { "content-type": "text/event-stream" };
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const stream = () =>
    quotas.run(ci, () => {
      const body = new ReadableStream<Uint8Array>({ start: (it) => void streams.push(it) });
      return Promise.resolve(new Response(body, { status: 207, headers }));
    });
  const open = await Promise.all(Array.from({ length: 128 }, stream));
  await assertRejects(stream, HttpError, "at once");
  const [first, second] = open;
  assert(first && second);
  assertEquals([first.status, first.headers.get("content-type")], [207, "text/event-stream"]);
  streams[0]?.enqueue(new TextEncoder().encode("data: 1\n\n"));
  streams[0]?.close();
  assertEquals(await first.text(), "data: 1\n\n");
  const third = await stream();
  await assertRejects(stream, HttpError, "at once");
  await second.body?.cancel();
  const fourth = await stream();
  await Promise.all([...open.slice(2), third, fourth].map((each) => each.body?.cancel()));
});
