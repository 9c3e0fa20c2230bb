import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { type Access, EVERYTHING } from "../../../http/door/access.ts";
import { Quotas } from "../../../http/door/quotas.ts";
import { HttpError } from "../../../http/problem.ts";

const ci: Access = { ...EVERYTHING, name: "ci" };

/** Runs `count` requests that are answered when told to. */
function hold(quotas: Quotas, count: number): { answer: () => void; all: Promise<Response[]> } {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const all = Array.from(
    { length: count },
    () => quotas.run(ci, async () => (await promise).clone()),
  );
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
  const [first] = await all;
  // They were answered, and nobody has read that yet.
  await assertRejects(one, HttpError, "at once");
  assertEquals(await first?.text(), "x");
  await (await one()).body?.cancel();
});

Deno.test("Quotas.run() counts an answer without a body no longer than it takes", async () => {
  const quotas = new Quotas({ callsPerMinute: 0, now: () => 0 });
  for (let i = 0; i < 200; i++) await quotas.run(ci, () => Promise.resolve(new Response(null)));
});

Deno.test("Quotas.runLink() counts links for their workspace, and says so", async () => {
  const quotas = new Quotas({ callsPerMinute: 0, now: () => 0 });
  const link = (workspace: string) =>
    quotas.runLink(workspace, () => Promise.resolve(new Response("x")));
  const open = await Promise.all(Array.from({ length: 128 }, () => link("a")));
  const { status, message } = await assertRejects(() => link("a"), HttpError);
  assertEquals(
    [status, message],
    [429, "Links to the workspace a went over 128 requests at once; try again in 1 s"],
  );
  for (const answered of await Promise.all([link("b"), quotas.run(EVERYTHING, () => link("c"))])) {
    await answered.body?.cancel();
  }
  await open[0]?.body?.cancel();
  await link("a");
});

Deno.test("Quotas.runLink() leaves room for calls, however many workspaces are linked", async () => {
  const quotas = new Quotas({ callsPerMinute: 0, now: () => 0 });
  const link = (i: number) => quotas.runLink(`w${i}`, () => Promise.resolve(new Response("x")));
  const open = await Promise.all(Array.from({ length: 512 }, (_, i) => link(i)));
  await assertRejects(() => link(512), HttpError, "All links together went over 512");
  await quotas.run(ci, () => Promise.resolve(new Response("x")));
  await open[0]?.text();
  await link(512);
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
