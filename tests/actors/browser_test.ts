import { assertEquals, assertInstanceOf, assertMatch } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { CallFailed } from "../../actors/call_failed.ts";
import { CallerLeft, DialogOpened, SessionLost } from "../../actors/interruption.ts";
import type { CallResult } from "../../actors/service.ts";
import { AnsweringTransport, ONE_TAB } from "../fakes/browser.ts";
import { browserActor } from "../fakes/browser_actor.ts";

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

Deno.test("Browser runs one call at a time, in the order of arrival", async () => {
  const { job, settle } = await browserActor();
  const jobs = [job("a"), job("b"), job("c")] as const;
  await settle();
  assertEquals(jobs.map(({ started }) => started.length), [1, 0, 0]);
  jobs[0].finish();
  await settle();
  assertEquals(jobs.map(({ started }) => started.length), [1, 1, 0]);
  assertEquals(await jobs[0].answer, { name: "a" });
});

Deno.test("Browser drops a waiting call whose caller left, and aborts a running one", async () => {
  const { job, settle } = await browserActor();
  const [running, waiting, last] = [job("a"), job("b"), job("c")];
  await settle();
  waiting.abort.abort();
  running.abort.abort();
  await settle();
  assertInstanceOf(await waiting.answer, CallerLeft);
  assertInstanceOf(await running.answer, CallerLeft);
  assertEquals(waiting.started.length, 0);
  assertEquals(last.started.length, 1);
});

Deno.test("Browser ends a call at its time limit, with 504", async () => {
  const { job, settle, elapse } = await browserActor();
  const slow = job("wait_for", { limitMs: 2_000 });
  await settle();
  await elapse(2_000);
  const error = await slow.answer;
  assertInstanceOf(error, ActionError);
  assertEquals(error.status, 504);
  assertMatch(error.message, /wait_for .* 2 s/);
});

Deno.test("Browser refuses a 33rd waiting call with 429, and a wait of two minutes with 504", async () => {
  const { job, settle, elapse } = await browserActor();
  const jobs = Array.from({ length: 34 }, (_, i) => job(`j${i}`, { limitMs: 600_000 }));
  await settle();
  const refused = await jobs[33]?.answer;
  assertInstanceOf(refused, ActionError);
  assertEquals(refused.status, 429);
  await elapse(120_000);
  const waited = await jobs[32]?.answer;
  assertInstanceOf(waited, ActionError);
  assertEquals(waited.status, 504);
  assertMatch(waited.message, /busy with j0/);
});

Deno.test("Browser ends the running call when a dialog opens, and refuses others until it closes", async () => {
  const { job, live, ref, settle } = await browserActor();
  const running = job("interact");
  const waiting = job("extract");
  await settle();
  const dialog = { context: "T", type: "confirm" as const, message: "sure?", handler: "ignore" };
  const opened = { method: "browsingContext.userPromptOpened" as const, params: dialog };
  live.tabs.apply(opened);
  ref.tell({ kind: "event", event: opened });
  await settle();
  assertInstanceOf(running.started[0]?.reason, DialogOpened);
  const refused = await waiting.answer;
  assertInstanceOf(refused, ActionError);
  assertEquals(refused.status, 409);
  assertMatch(refused.message, /confirm dialog is open \("sure\?"\).*dialog tool/);
  const answering = job("dialog", { duringDialog: true });
  await settle();
  assertEquals(answering.started.length, 1);
});

Deno.test("Browser that dies answers what ran and what waited, and is given back", async () => {
  const { job, session, ref, news, settle, elapse } = await browserActor();
  const [running, waiting] = [job("a"), job("b")];
  await settle();
  session.die("Chrome was killed");
  await settle();
  const cut = await running.answer;
  assertInstanceOf(cut, ActionError);
  assertEquals(
    [cut.status, cut.message],
    [503, "a failed: Chrome was killed; the next call opens another browser in its place"],
  );
  const never = await waiting.answer;
  assertInstanceOf(never, SessionLost);
  assertEquals([never.status, never.why], [503, "Chrome was killed"]);
  assertEquals(news.at(-1), { kind: "ended", why: "Chrome was killed", lost: true });
  await elapse(10_000);
  await ref.done;
  assertEquals(session.ended, 1);
});

Deno.test("Browser tells a job when it has to have answered: a little after its time limit", async () => {
  const { job, settle, clock } = await browserActor();
  let leftMs = 0;
  job("a", {
    limitMs: 10_000,
    run: (_live, _signal, until) => {
      leftMs = until - clock.now();
      return Promise.resolve({});
    },
  });
  await settle();
  assertEquals(leftMs, 12_000);
});

Deno.test("Browser keeps to a call's time limit while a page before it is put back", async () => {
  const { job, live, elapse } = await browserActor();
  live.puttingBack = new Promise(() => {});
  const call = job("a", { limitMs: 10_000 });
  let answer: unknown = null;
  void call.answer.then((given) => answer = given);
  await elapse(9_999);
  assertEquals(answer, null);
  await elapse(1);
  assertInstanceOf(answer, ActionError);
  assertEquals([answer.status, call.started.length], [504, 0]);
});

Deno.test("Browser names what died, though the channel was the first to fail", async () => {
  const { job, live, session, ref, settle, elapse } = await browserActor();
  const gate = Promise.withResolvers<CallResult>();
  const call = job("a", { run: () => gate.promise });
  await settle();
  live.lost = "Unexpected EOF";
  session.die("Chrome was killed");
  await settle();
  const page = { errors: 1, failed_requests: 0, see: "workspace://console" };
  gate.reject(
    CallFailed.of(new ActionError(503, "a failed: the browser ended (Unexpected EOF)"), {
      reopened: "it died before",
      page,
    }),
  );
  const error = await call.answer;
  assertInstanceOf(error, ActionError);
  assertEquals(error.page, page);
  assertEquals(
    error.message,
    "a failed: Chrome was killed; the next call opens another browser in its place. " +
      "The browser had been opened anew (it died before). " +
      "This call caused 1 page error(s) and 0 failed request(s): read workspace://console.",
  );
  await elapse(10_000);
  await ref.done;
});

Deno.test("Browser is ended after a while without a call, counted from the last one", async () => {
  const { job, session, ref, news, settle, elapse } = await browserActor(60_000);
  await elapse(59_000);
  const call = job("a");
  await settle();
  call.finish();
  await settle();
  await elapse(59_000);
  assertEquals(news.some(({ kind }) => kind === "ended"), false);
  await elapse(1_000);
  await elapse(10_000);
  await ref.done;
  assertMatch(JSON.stringify(news.at(-1)), /60 s without a call/);
  assertEquals(session.ended, 1);
});

Deno.test("Browser puts back a page that went where none may go", async () => {
  const { job, live, transport, ref, settle } = await browserActor();
  const running = job("interact");
  await settle();
  const params = {
    context: "T",
    navigation: "n",
    timestamp: 1,
    url: "http://localhost:4445/health",
  };
  const committed = { method: "browsingContext.navigationCommitted" as const, params };
  live.tabs.apply(committed);
  ref.tell({ kind: "event", event: committed });
  await settle();
  const error = await running.answer;
  assertInstanceOf(error, ActionError);
  assertEquals(error.status, 403);
  assertEquals(
    transport.sent.find(({ method }) => method === "browsingContext.navigate")?.params.url,
    "about:blank",
  );
});

Deno.test("Browser drains a session that fell silent, says that entries may be lost, and goes on", async () => {
  const gate = Promise.withResolvers<boolean>();
  let drained = 0;
  const { job, news, silent, settle, elapse, clock } = await browserActor(null, {
    transport: new AnsweringTransport(ONE_TAB),
    session: {
      unwedge: () => {
        drained++;
        return gate.promise;
      },
    },
  });
  const from = clock.now();
  silent();
  silent();
  await elapse(4_000);
  gate.resolve(true);
  await settle();
  assertEquals(drained, 1);
  const gap = news.at(-1);
  assertEquals(gap?.kind === "gap" && [gap.from, gap.to], [from, from + 4_000]);
  const call = job("a");
  await settle();
  call.finish();
  assertEquals(await call.answer, { name: "a" });
});

Deno.test("Browser that cannot be drained in 20 s, or not at all, is ended", async () => {
  const stuck = await browserActor(null, {
    session: { unwedge: untilAborted },
  });
  stuck.silent();
  // Twenty seconds for the drain, two for the knock after it.
  await stuck.elapse(21_999);
  assertEquals(stuck.news.some(({ kind }) => kind === "ended"), false);
  await stuck.elapse(1);
  assertEquals(stuck.news.at(-1), {
    kind: "ended",
    why: "the browser stopped answering",
    lost: true,
  });
  const without = await browserActor();
  without.silent();
  await without.elapse(2_000);
  assertEquals(without.news.at(-1), {
    kind: "ended",
    why: "the browser stopped answering",
    lost: true,
  });
});

Deno.test("Browser leaves no wait behind when it is stopped while a session is drained", async () => {
  const { ref, silent, elapse, clock } = await browserActor(null, {
    session: { unwedge: untilAborted },
  });
  silent();
  await elapse(1_000);
  void ref.stop();
  await elapse(5_000);
  await ref.done;
  assertEquals(clock.pending, 0);
});

Deno.test("Browser leaves a notice of a page it puts back when no call runs, or one that has its answer", async () => {
  const { job, live, ref, settle } = await browserActor();
  const stray = (context: string) => {
    const url = "http://localhost:4445/health";
    const params = { context, navigation: "n", timestamp: 1, url };
    ref.tell({ kind: "event", event: { method: "browsingContext.navigationCommitted", params } });
  };
  live.tabs.drive("U");
  stray("T");
  await settle();
  assertMatch(live.takeNotices().join(), /put back to about:blank/);
  live.puttingBack = null;
  const params = { context: "U", type: "alert" as const, message: "hi", handler: "ignore" };
  const opened = { method: "browsingContext.userPromptOpened" as const, params };
  job("interact", { run: () => new Promise(() => {}) });
  await settle();
  live.tabs.apply(opened);
  ref.tell({ kind: "event", event: opened });
  stray("U");
  await settle();
  assertMatch(live.takeNotices().join(), /put back to about:blank/);
});
