import { assertEquals, assertInstanceOf, assertRejects, assertStringIncludes } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { type FetchBody, fetchBody } from "../../actors/body.ts";
import type { BodySource } from "../../capture/body_source.ts";
import { Masker } from "../../capture/masker.ts";
import type { Session } from "../../drivers/driver.ts";
import { AnsweringTransport, type Answers, Refused } from "../fakes/browser.ts";
import { fakeLive } from "../fakes/live.ts";
import { fakeSystem } from "../fakes/system.ts";

const SOURCE: BodySource = {
  id: "1.2",
  request: "theirs",
  generation: 1,
  mime: "text/plain",
  requestMime: "application/json",
  size: 5,
  requestSize: 7,
  state: "complete",
  barred: null,
  unavailable: null,
};

function setUp(
  answer: Answers[string] = () => ({ bytes: { type: "string", value: "hello" } }),
  session: Partial<Session> = {},
) {
  const fake = fakeSystem();
  const transport = new AnsweringTransport({ "network.getData": answer });
  const { live } = fakeLive(fake.system, { transport, session });
  const { signal } = new AbortController();
  const fetched = (said: Partial<FetchBody> = {}) => {
    const body = fetchBody({
      id: "1.2",
      side: "response",
      capturing: true,
      source: SOURCE,
      live,
      generation: 1,
      signal,
      masker: new Masker(),
      ...said,
    });
    body.catch(() => {});
    return body;
  };
  const asked = () => transport.commands.filter(({ method }) => method === "network.getData");
  const failure = async (said: Partial<FetchBody>): Promise<ActionError> => {
    const body = fetched(said);
    await fake.settle();
    const error = await assertRejects(() => body);
    assertInstanceOf(error, ActionError);
    return error;
  };
  return { ...fake, transport, fetched, asked, failure };
}

Deno.test("fetchBody() asks the browser for the side that is wanted", async () => {
  const { fetched, asked, settle } = setUp();
  const bodies = [fetched(), fetched({ side: "request" })] as const;
  await settle();
  const [response, request] = await Promise.all(bodies);
  assertEquals(asked().map(({ params }) => params), [
    { dataType: "response", request: "theirs" },
    { dataType: "request", request: "theirs" },
  ]);
  assertEquals([response.text, response.mime], ["hello", "text/plain"]);
  assertEquals([request.side, request.mime], ["request", "application/json"]);
});

Deno.test("fetchBody() asks for nothing that cannot be had, and says why", async () => {
  const { fetched, asked } = setUp();
  const none = await fetched({ source: { ...SOURCE, unavailable: "it never ended" } });
  assertEquals([none.text, none.why, none.size], [null, "it never ended", 5]);
  const big = await fetched({ source: { ...SOURCE, size: 10_000_001 } });
  assertStringIncludes(big.why ?? "", "10000001 bytes; the browser keeps at most 10000000");
  const sent = await fetched({ side: "request", source: { ...SOURCE, requestSize: 11_000_000 } });
  assertStringIncludes(sent.why ?? "", "11000000 bytes");
  assertEquals(asked(), []);
});

Deno.test("fetchBody() asks for no body of what went where no page may be taken", async () => {
  const { fetched, asked } = setUp();
  for (const side of ["request", "response"] as const) {
    const { text, why } = await fetched({
      side,
      source: { ...SOURCE, barred: "DENY_ORIGINS has it" },
    });
    assertEquals([text, why], [null, "its bodies are not given out: DENY_ORIGINS has it"]);
  }
  assertEquals(asked(), []);
});

Deno.test("fetchBody() looks at nothing that was compressed and is too large once it is not", async () => {
  const most = 10_000_000;
  const cases: [{ type: string; value: string }, boolean][] = [
    [{ type: "string", value: "a".repeat(most) }, true],
    [{ type: "string", value: "a".repeat(most + 1) }, false],
    [{ type: "base64", value: "AAAA".repeat(most / 3 + 2) }, false],
  ];
  for (const [bytes, shown] of cases) {
    const { fetched, settle } = setUp(() => ({ bytes }));
    const asked = fetched();
    await settle();
    const { text, why = "", size } = await asked;
    assertEquals(text !== null, shown);
    if (!shown) assertStringIncludes(why, "more than 10000000 bytes once decompressed");
    assertEquals(size, shown ? most : 5);
  }
});

Deno.test("fetchBody() has a request's body though there is no answer's", async () => {
  const { fetched, settle } = setUp();
  const body = fetched({ side: "request", source: { ...SOURCE, unavailable: "it never ended" } });
  await settle();
  assertEquals((await body).text, "hello");
});

Deno.test("fetchBody() is 404 without capture, of nothing, and of a browser that has ended", async () => {
  const { failure, asked } = setUp();
  const cases: [Partial<FetchBody>, string][] = [
    [{ capturing: false }, "turn it on with open_session(capture=true)"],
    [{ source: undefined }, "request 1.2 is not kept: read workspace://network"],
    [{ live: null }, "the browser that made request 1.2 has ended"],
    [{ generation: 2 }, "the browser that made request 1.2 has ended"],
  ];
  for (const [said, message] of cases) {
    const error = await failure(said);
    assertEquals(error.status, 404);
    assertStringIncludes(error.message, message);
  }
  assertEquals(asked(), []);
});

Deno.test("fetchBody() takes every refusal of the browser for no body", async () => {
  for (const code of ["no such network data", "unavailable network data", "unknown error"]) {
    const { fetched, settle } = setUp(() => new Refused(code));
    const body = fetched();
    await settle();
    assertEquals((await body).why, "the browser has no body for it");
  }
});

Deno.test("fetchBody() gives up on a browser that does not answer, and is 404 when it dies meanwhile", async () => {
  const { fetched, elapse, settle, transport } = setUp(() => undefined);
  const slow = fetched();
  await elapse(5_000);
  assertEquals((await slow).why, "the browser did not hand it out within 5 s");
  const dying = fetched();
  await settle();
  transport.die();
  await settle();
  const error = await assertRejects(() => dying, ActionError, "has ended");
  assertEquals(error.status, 404);
});

Deno.test("fetchBody() is 503 when a channel closes that the browser outlives", async () => {
  const { fetched, settle, transport } = setUp(() => undefined, { reconnects: true });
  const dropped = fetched();
  await settle();
  transport.die();
  await settle();
  const error = await assertRejects(() => dropped, ActionError, "any call opens it again");
  assertEquals(error.status, 503);
});

Deno.test("fetchBody() asks for one body at a time, and refuses more than may wait", async () => {
  const { fetched, asked, settle, transport } = setUp(() => undefined);
  const bodies = Array.from({ length: 9 }, () => fetched());
  await settle();
  assertEquals(asked().length, 1);
  const error = await assertRejects(() => fetched(), ActionError, "too many wait already");
  assertEquals(error.status, 429);
  for (let n = 1; n <= 9; n++) {
    assertEquals(asked().length, n);
    transport.answer("network.getData", { bytes: { type: "string", value: String(n) } });
    await settle();
  }
  const texts = (await Promise.all(bodies)).map(({ text }) => text);
  assertEquals(texts, ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
});
