import {
  assert,
  assertEquals,
  AssertionError,
  assertLess,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { deadline, delay, retry, RetryError } from "@std/async";
import {
  decodeBase64,
  decodeBase64Url,
  decodeHex,
  encodeBase64,
  encodeBase64Url,
  encodeHex,
} from "@std/encoding";
import {
  accepts,
  eTag,
  ifNoneMatch,
  ServerSentEventStream,
  STATUS_CODE,
  STATUS_TEXT,
  type StatusCode,
} from "@std/http";
import { FakeTime } from "@std/testing";

/** The doors whose sources come without types, and ours. */
const DOORS = ["assert", "async", "encoding", "http", "media-types", "testing"] as const;

for (const door of DOORS) {
  Deno.test(`@std/${door} exports a value for each of its names`, async () => {
    const module: Record<string, unknown> = await import(`@std/${door}`);
    const names = Object.keys(module);
    assert(names.length > 0);
    assertEquals(names.filter((name) => module[name] === undefined), []);
  });
}

Deno.test("@std/assert is typed", () => {
  const parsed: number | string = JSON.parse("1");
  assert(typeof parsed === "number");
  const narrowed: number = parsed;
  const error: AssertionError = assertThrows(
    // @ts-expect-error: a door that lost its types would take a string for a number
    () => assertEquals<number>(narrowed, "1"),
    AssertionError,
  );
  assertStrictEquals(error.name, "AssertionError");
});

Deno.test("@std/async answers what its types say", async () => {
  let tries = 0;
  const answer: number = await retry(() => {
    if (++tries < 2) throw new Error("not yet");
    return tries;
  }, { minTimeout: 0 });
  assertEquals(answer, 2);
  const failed = await assertRejects(
    () => retry(() => Promise.reject(new Error("never")), { maxAttempts: 1 }),
    RetryError,
  );
  assert(failed.cause instanceof Error);
});

Deno.test("@std/encoding decodes what it encodes, as its types say", () => {
  const bytes = new Uint8Array([251, 255, 0]);
  const texts: string[] = [encodeBase64(bytes), encodeBase64Url(bytes), encodeHex(bytes)];
  assertEquals(texts, ["+/8A", "-_8A", "fbff00"]);
  const decoded: Uint8Array[] = [
    decodeBase64("+/8A"),
    decodeBase64Url("-_8A"),
    decodeHex("FBff00"),
  ];
  assertEquals(decoded, [bytes, bytes, bytes]);
});

Deno.test("@std/http answers what its types say", async () => {
  const code: StatusCode = STATUS_CODE.NotFound;
  assertEquals(code, 404);
  assertEquals(STATUS_TEXT[code], "Not Found");
  const request = new Request("http://localhost/", { headers: { accept: "text/html, */*;q=0.1" } });
  const type: "text/html" | "text/plain" | undefined = accepts(request, "text/plain", "text/html");
  assertEquals(type, "text/html");
  assertEquals(accepts(request), ["text/html", "*/*"]);
  const tag: string = await eTag("body");
  assertEquals([ifNoneMatch(tag, tag), ifNoneMatch(null, tag)], [false, true]);
  const stream = ReadableStream.from([{ event: "log", data: "a\nb", id: 1 }])
    .pipeThrough(new ServerSentEventStream());
  assertEquals(await new Response(stream).text(), "event:log\ndata:a\ndata:b\nid:1\n\n");
});

Deno.test("FakeTime.tickAsync() moves timers, Date and performance when told", async () => {
  using time = new FakeTime(1_000);
  const mark = performance.now();
  let done = false;
  const pause = delay(60_000).then(() => done = true);
  await time.tickAsync(59_999);
  assertEquals(done, false);
  await time.tickAsync(1);
  assertEquals(done, true);
  await pause;
  assertEquals(Date.now(), 61_000);
  assertEquals(time.now, 61_000);
  assertEquals(performance.now() - mark, 60_000);
});

Deno.test("FakeTime.tickAsync() moves AbortSignal.timeout, and so deadline", async () => {
  using time = new FakeTime();
  const waiting = assertRejects(
    () => deadline(new Promise<never>(() => {}), 10_000),
    DOMException,
  );
  await time.tickAsync(10_000);
  assertEquals((await waiting).name, "TimeoutError");
});

Deno.test("FakeTime[Symbol.dispose]() gives the globals back", () => {
  const timeout = AbortSignal.timeout;
  const before = Date.now();
  {
    using _time = new FakeTime(0);
    assertEquals(Date.now(), 0);
  }
  assertStrictEquals(AbortSignal.timeout, timeout);
  assertLess(Date.now() - before, 60_000);
});

Deno.test("FakeTime refuses a timeout that is no number of milliseconds", () => {
  using _time = new FakeTime();
  assertThrows(() => AbortSignal.timeout(-1), TypeError);
});
