import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { spawn } from "../../../actors/core/actor.ts";
import {
  ActorStoppedError,
  AskTimeoutError,
  MailboxFullError,
} from "../../../actors/core/errors.ts";
import type { Behaviour, MailboxOptions, Reply } from "../../../actors/core/types.ts";
import { countedSignal } from "../../fakes/counted_signal.ts";
import { fakeSystem } from "../../fakes/system.ts";

interface Question {
  readonly ask: string;
  readonly reply: Reply<string>;
}

/** An actor that keeps its questions, for the test to answer. */
function oracle(
  options: Partial<MailboxOptions<Question>> = {},
  behaviour: Partial<Behaviour<Question>> = {},
) {
  const fake = fakeSystem();
  const questions: Question[] = [];
  const ref = spawn<Question>(fake.system, "oracle", {
    handle: (question) => void questions.push(question),
    ...behaviour,
  }, { capacity: 10, overflow: "refuse", ...options });
  const put = (ask: string, timeoutMs = 1_000, signal?: AbortSignal): Promise<string> =>
    ref.ask<string>((reply) => ({ ask, reply }), {
      timeoutMs,
      ...(signal && { signal }),
    });
  return { ...fake, ref, questions, put };
}

Deno.test("Ref.ask() resolves to the answer, whenever it is given", async () => {
  const { put, questions, settle, clock } = oracle();
  const answer = put("why");
  await settle();
  assertEquals(questions.map((question) => question.ask), ["why"]);
  clock.advance(999);
  questions[0]?.reply.ok("because");
  assertEquals(await answer, "because");
  assertEquals(clock.pending, 0);
});

Deno.test("Ref.ask() resolves to an answer given inside handle", async () => {
  const { put, settle } = oracle({}, { handle: ({ ask, reply }) => reply.ok(ask + "!") });
  const answer = put("why");
  await settle();
  assertEquals(await answer, "why!");
});

Deno.test("Ref.ask() rejects with the failure it is answered with", async () => {
  const { put, questions, settle, clock } = oracle();
  const answer = put("why");
  await settle();
  const error = new RangeError("no reason");
  questions[0]?.reply.fail(error);
  assertEquals(await assertRejects(() => answer), error);
  assertEquals(clock.pending, 0);
});

Deno.test("Ref.ask() rejects with AskTimeoutError at its timeout", async () => {
  const { put, settle, clock } = oracle();
  const answer = put("why", 250);
  await settle();
  clock.advance(249);
  let settled = false;
  answer.catch(() => settled = true);
  await settle();
  assertEquals(settled, false);
  clock.advance(1);
  const error = await assertRejects(() => answer, AskTimeoutError, "oracle");
  assertEquals([error.actor, error.timeoutMs], ["oracle", 250]);
  assertEquals(clock.pending, 0);
});

Deno.test("Ref.ask() reports a late answer, and a second one, and throws neither", async () => {
  const { put, questions, settle, clock, events } = oracle();
  const late = put("late", 10);
  const twice = put("twice");
  await settle();
  clock.advance(10);
  await assertRejects(() => late, AskTimeoutError);
  questions[0]?.reply.ok("too late");
  questions[1]?.reply.ok("first");
  questions[1]?.reply.fail(new Error("second"));
  assertEquals(await twice, "first");
  assertEquals(events, [
    { actor: "oracle", what: "late-reply" },
    { actor: "oracle", what: "late-reply" },
  ]);
});

Deno.test("Ref.ask() rejects with the signal's reason, and leaves no listener", async () => {
  const { put, settle, clock } = oracle();
  const { controller, signal, listeners } = countedSignal();
  const answer = put("why", 1_000, signal);
  await settle();
  const reason = new Error("the caller left");
  controller.abort(reason);
  assertEquals(await assertRejects(() => answer), reason);
  assertEquals([clock.pending, listeners()], [0, 0]);
});

Deno.test("Ref.ask() sends nothing when the signal has already aborted", async () => {
  const { put, questions, settle, clock } = oracle();
  const reason = new Error("the caller left");
  assertEquals(await assertRejects(() => put("why", 1_000, AbortSignal.abort(reason))), reason);
  await settle();
  assertEquals(questions, []);
  assertEquals(clock.pending, 0);
});

Deno.test("Ref.ask() rejects with MailboxFullError when refused", async () => {
  const { put, settle, clock } = oracle({ capacity: 1 });
  const first = put("first");
  const error = await assertRejects(() => put("second"), MailboxFullError, "oracle");
  assertEquals(error.actor, "oracle");
  assertEquals(clock.pending, 1);
  clock.advance(1_000);
  await assertRejects(() => first, AskTimeoutError);
  await settle();
});

Deno.test("Ref.ask() rejects with MailboxFullError when displaced before it was handled", async () => {
  const { put, questions, settle } = oracle({ capacity: 1, overflow: "displace-oldest" });
  const first = put("first");
  const second = put("second");
  await assertRejects(() => first, MailboxFullError);
  await settle();
  assertEquals(questions.map((question) => question.ask), ["second"]);
  questions[0]?.reply.ok("answer");
  assertEquals(await second, "answer");
});

Deno.test("Ref.ask() rejects with ActorStoppedError after the end", async () => {
  const { ref, put, settle } = oracle();
  void ref.stop();
  await assertRejects(() => put("at once"), ActorStoppedError);
  await settle();
  const error = await assertRejects(() => put("later"), ActorStoppedError, "oracle");
  assertEquals(error.actor, "oracle");
});

Deno.test("Ref.stop() rejects what was asked and not answered, handled or not", async () => {
  const { ref, put, settle, clock } = oracle();
  const handled = put("handled");
  await settle();
  const waiting = put("waiting");
  void ref.stop();
  const rejected = [handled, waiting].map((asked) => assertRejects(() => asked, ActorStoppedError));
  await settle();
  await Promise.all(rejected);
  assertEquals(clock.pending, 0);
});

Deno.test("Ref.stop() lets the running handle answer before it rejects the rest", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { ref, put, settle } = oracle({}, {
    handle: async ({ reply }) => {
      await promise;
      reply.ok("just in time");
    },
  });
  const running = put("running");
  const waiting = put("waiting");
  await settle();
  void ref.stop();
  const rejected = assertRejects(() => waiting, ActorStoppedError);
  await settle();
  resolve();
  await settle();
  assertEquals(await running, "just in time");
  await rejected;
});

Deno.test("Ref.ask() rejects with ActorStoppedError when the question makes the actor throw", async () => {
  const { put, settle } = oracle({}, {
    handle: () => {
      throw new Error("broken");
    },
  });
  const answer = put("why");
  const rejected = assertRejects(() => answer, ActorStoppedError);
  await settle();
  await rejected;
});

Deno.test("Ref.ask() rejects with an error whose stack shows who asked", async () => {
  const { put, ref, settle, clock } = oracle({ capacity: 1, overflow: "displace-oldest" });
  function theCaller(timeoutMs: number): Promise<Error> {
    return assertRejects(() => put("why", timeoutMs), Error);
  }
  const timedOut = theCaller(10);
  await settle();
  clock.advance(10);
  const displaced = theCaller(1_000);
  const stopped = theCaller(1_000);
  void ref.stop();
  await settle();
  const errors = await Promise.all([timedOut, displaced, stopped]);
  for (const error of errors) {
    assert(error.stack);
    assertStringIncludes(error.stack, "theCaller");
    assert(error.stack.startsWith(`${error.name}: ${error.message}\n`));
  }
  assertEquals(errors.map((error) => error.name), [
    "AskTimeoutError",
    "MailboxFullError",
    "ActorStoppedError",
  ]);
});

Deno.test("Ref.ask() rejects with what the message's maker threw, and waits for nothing", async () => {
  const { ref, clock } = oracle();
  const error = new TypeError("cannot make it");
  const asked = ref.ask<string>(() => {
    throw error;
  }, { timeoutMs: 1_000 });
  assertEquals(await assertRejects(() => asked), error);
  assertEquals(clock.pending, 0);
});

Deno.test("Ref.ask() refuses a timeout that bounds nothing", async () => {
  const { put, clock } = oracle();
  for (const timeoutMs of [Infinity, NaN, -1]) {
    assertInstanceOf(await assertRejects(() => put("why", timeoutMs)), RangeError);
  }
  assertEquals(clock.pending, 0);
});

Deno.test("Ref.ask() keeps no listener on a signal that outlives it", async () => {
  const { put, questions, settle } = oracle();
  const { signal, listeners } = countedSignal();
  const answer = put("why", 1_000, signal);
  assertEquals(listeners(), 1);
  await settle();
  questions[0]?.reply.ok("because");
  await answer;
  assertEquals(listeners(), 0);
});
