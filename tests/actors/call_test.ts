import { assert, assertEquals, assertInstanceOf, assertMatch } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import type { CallSpec } from "../../actors/call.ts";
import { CallerLeft, DialogOpened, PutBack } from "../../actors/interruption.ts";
import { BidiError } from "../../bidi/bidi_error.ts";
import { CommandTimeoutError, ConnectionClosedError } from "../../bidi/command_errors.ts";
import { Unanswered } from "../../page/navigate.ts";
import { PageError } from "../../page/page.ts";
import { navigation, tab } from "../capture/events.ts";
import { fakeCall, FLUSH, FRAMES_MS } from "../fakes/call.ts";

Deno.test("runCall() lets frames pass after input and then flushes, before it settles and closes", async () => {
  const { result, steps } = fakeCall();
  assertEquals(await result(), { call: 12, url: "about:blank", title: "Title" });
  assertEquals(steps, ["open input", "action", "frames", FLUSH, "settle", "close"]);
});

Deno.test("runCall() only flushes after what is no input, and asks for the title meanwhile", async () => {
  for (const effect of ["look", "script", "navigation"] as const) {
    const { result, steps } = fakeCall({ effect });
    await result();
    const [opened, action, ...rest] = steps;
    assertEquals([opened, action], [`open ${effect}`, "action"]);
    assertEquals(rest.slice(0, 2).sort(), [FLUSH, "title"]);
    assertEquals(rest.slice(2), ["settle", "close"]);
  }
});

Deno.test("runCall() asks Firefox's page once more after a script and then flushes, and Chrome's not", async () => {
  const run = () => Promise.resolve({ title: "of the script" });
  const firefox = fakeCall({ effect: "script", run }, { browser: "firefox" });
  assertEquals((await firefox.result()).title, "Title");
  assertEquals(firefox.steps.slice(1), ["title", FLUSH, "settle", "close"]);
  const chrome = fakeCall({ effect: "script", run }, { browser: "chrome" });
  assertEquals((await chrome.result()).title, "of the script");
  assertEquals(chrome.steps.slice(1), [FLUSH, "settle", "close"]);
});

Deno.test("runCall() hears the page out again and again, until it has nothing more to say", async () => {
  const { result, steps, told } = fakeCall({}, { settles: [true, true, false] });
  await result();
  const again = ["settle", "frames", FLUSH];
  assertEquals(steps, [
    ...["open input", "action", "frames", FLUSH],
    ...again,
    ...again,
    ...["settle", "close"],
  ]);
  assertEquals(told.settleMs, [500 - FRAMES_MS, 500 - 2 * FRAMES_MS, 500 - 3 * FRAMES_MS]);
});

Deno.test("runCall() hears the page out no longer than it may, however much it says", async () => {
  const { result, told } = fakeCall({ settleMs: 100 }, { settles: Array(1_000).fill(true) });
  await result();
  assertEquals(told.settleMs, [68, 36, 4]);
  const none = fakeCall({ settleMs: 0 }, { settles: Array(1_000).fill(true) });
  await none.result();
  assertEquals(none.told.settleMs, []);
});

Deno.test("runCall() answers with the action's own members and what the call caused", async () => {
  const hint = { errors: 1, failed_requests: 0, see: "workspace://console?level=error&call=12" };
  const { result, live } = fakeCall({ run: () => Promise.resolve({ text: "hello" }) }, { hint });
  live.notice("the tab was replaced");
  assertEquals(await result(), {
    call: 12,
    url: "about:blank",
    title: "Title",
    text: "hello",
    notices: ["the tab was replaced"],
    page: hint,
  });
  assertEquals(live.takeNotices(), []);
});

Deno.test("runCall() answers with the dialog that cut its action short, and runs no script beside it", async () => {
  const { abort, call, settle, live, steps, elapse } = fakeCall({
    run: (page) => {
      page.acts("<button>");
      return new Promise((_, reject) =>
        page.signal.addEventListener("abort", () => reject(page.signal.reason))
      );
    },
  });
  await settle();
  const params = { context: "T", type: "alert", message: "hi", handler: "ignore" } as const;
  live.tabs.apply({ method: "browsingContext.userPromptOpened", params });
  const dialog = live.tabs.driven?.dialog;
  assert(dialog);
  abort.abort(new DialogOpened(dialog));
  await elapse(1_000);
  assertEquals(await call, {
    call: 12,
    url: "about:blank",
    title: null,
    element: "<button>",
    dialog: { type: "alert", message: "hi" },
  });
  assertEquals(steps, ["open input", FLUSH, "settle", "close"]);
});

Deno.test("runCall() says what is lost of a call that a dialog cut short, unless it only sent input", async () => {
  const dialog = { type: "alert", message: "hi" } as const;
  const run = () => Promise.reject(new DialogOpened(dialog));
  const before = "the dialog opened before execute_script had its result, which is lost: ";
  for (
    const [effect, notices] of [
      ["script", [
        `${before}it goes on when the dialog is answered, and is not to be called again for that; ` +
        "leave a value that you need in a global, and read it then",
      ]],
      ["look", [`${before}answer the dialog, then call it again`]],
      ["input", undefined],
    ] as const
  ) {
    const { result } = fakeCall({ name: "execute_script", effect, run });
    assertEquals((await result()).notices, notices, effect);
  }
});

Deno.test("runCall() says on an error what the call caused", async () => {
  const see = "workspace://network?filter=failed&call=12";
  const { failure, steps } = fakeCall(
    { run: () => Promise.reject(new ActionError(400, "no such button")) },
    { hint: { errors: 0, failed_requests: 1, see } },
  );
  const error = await failure();
  assertInstanceOf(error, ActionError);
  assertEquals([error.status, error.message], [
    400,
    `no such button. This call caused 0 page error(s) and 1 failed request(s): read ${see}.`,
  ]);
  assertEquals(steps.at(-1), "close");
});

Deno.test("runCall() does not say that a call caused nothing when not all was heard", async () => {
  const { failure } = fakeCall(
    { run: () => Promise.reject(new ActionError(503, "the browser ended")) },
    { hint: { errors: 0, failed_requests: 0, incomplete: true } },
  );
  const error = await failure();
  assertInstanceOf(error, ActionError);
  assertEquals(
    error.message,
    "the browser ended. Not all that the browser sent was heard in time.",
  );
});

Deno.test("runCall() leaves an error alone when the call caused nothing", async () => {
  const { failure } = fakeCall({ run: () => Promise.reject(new PageError(400, "no such button")) });
  const error = await failure();
  assertInstanceOf(error, ActionError);
  assertEquals(error.message, "no such button");
});

Deno.test("runCall() gives every error of an action a status", async () => {
  const cases: [Error, number, string][] = [
    [new PageError(400, "no match"), 400, "no match"],
    [new ActionError(403, "not there"), 403, "not there"],
    [
      new CommandTimeoutError("script.evaluate", 5_000),
      504,
      "interact failed: the page did not answer: script.evaluate got no answer within 5000 ms",
    ],
    [
      new ConnectionClosedError("script.evaluate", "Unexpected EOF"),
      503,
      "interact failed: the browser ended (Unexpected EOF)",
    ],
    [
      new BidiError("script.evaluate", "no such node", "gone"),
      503,
      "interact failed: the browser refused script.evaluate failed: no such node: gone",
    ],
    [
      new TypeError("x is undefined"),
      500,
      "interact failed for a reason pagetap does not know: TypeError: x is undefined",
    ],
  ];
  for (const [thrown, status, message] of cases) {
    const { failure } = fakeCall({ run: () => Promise.reject(thrown) });
    const error = await failure();
    assertInstanceOf(error, ActionError, thrown.name);
    assertEquals([error.status, error.message], [status, message]);
  }
});

Deno.test("runCall() waits for nobody when its caller has left, and still closes its window", async () => {
  const { abort, settle, failure, steps } = fakeCall({
    run: (page) =>
      new Promise((_, reject) =>
        page.signal.addEventListener("abort", () => reject(page.signal.reason))
      ),
  });
  await settle();
  abort.abort(new CallerLeft());
  assertInstanceOf(await failure(), CallerLeft);
  assertEquals(steps, ["open input", FLUSH, "abandon"]);
});

Deno.test("runCall() stops hearing the page out when its caller leaves", async () => {
  const caller = new AbortController();
  const { failure, steps } = fakeCall({ left: caller.signal }, {
    settling: (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        caller.abort();
      }),
  });
  assertInstanceOf(await failure(), CallerLeft);
  assertEquals(steps.slice(-2), ["settle", "abandon"]);
});

Deno.test("runCall() has no title when the page gives none, and goes on", async () => {
  const { result } = fakeCall({}, { answers: { "script.callFunction": () => undefined } });
  assertEquals((await result()).title, null);
});

Deno.test("runCall() fails a call whose page was put back, whatever its action came to, once it is back", async () => {
  const gate = Promise.withResolvers<void>();
  const { live, abort, elapse, steps, failure } = fakeCall();
  live.puttingBack = gate.promise;
  abort.abort(new PutBack("file: is no address for a page"));
  await elapse(5_000);
  assertEquals(steps.includes("close"), false);
  gate.resolve();
  const error = await failure();
  assertInstanceOf(error, PutBack);
  assertEquals(error.status, 403);
  assertEquals(steps.at(-1), "close");
});

/** A call on a tab that has left for `https://b.test/`, whose page answers scripts or not. */
function onItsWay(said: Partial<CallSpec>, answers: boolean) {
  const set = fakeCall(said, {
    answers: { "script.evaluate": () => answers ? { type: "success", result: {} } : undefined },
  });
  const to = { context: "T", url: "https://b.test/" };
  set.live.tabs.apply(navigation("navigationStarted", "n", to));
  return set;
}

Deno.test("runCall() refuses what needs the page while Chrome is on its way to another one", async () => {
  const { failure, steps } = onItsWay({}, false);
  const error = await failure();
  assertInstanceOf(error, ActionError);
  assertEquals(error.status, 504);
  assertEquals(
    error.message,
    "interact failed: the page is on its way to https://b.test/, which has not answered yet; " +
      "wait for it with wait_for, or leave it with navigate",
  );
  assertEquals(steps.includes("action"), false);
});

Deno.test("runCall() runs what waits for the page, and what a page that answers is asked", async () => {
  for (
    const { said, answers } of [
      { said: { underway: true }, answers: false },
      { said: {}, answers: true },
    ]
  ) {
    const { result, steps } = onItsWay(said, answers);
    await result();
    assertEquals(steps.includes("action"), true);
  }
});

Deno.test("runCall() gives up the way to a page of which nothing came, and then hears the page out", async () => {
  const gone: string[] = [];
  const { live, failure } = fakeCall({
    effect: "navigation",
    underway: true,
    run: () => {
      const to = { context: "T", url: "https://b.test/" };
      live.tabs.apply(navigation("navigationStarted", "n", to));
      return Promise.reject(new Unanswered("https://b.test/", 2_000));
    },
  }, {
    answers: { "browsingContext.navigate": ({ url }) => (gone.push(String(url)), {}) },
  });
  const error = await failure();
  assertInstanceOf(error, ActionError);
  assertMatch(
    error.message,
    /^https:\/\/b\.test\/ has not answered within 2 s: the navigation was/,
  );
  assertEquals([gone, live.tabs.driven?.pending], [["nntp:stop"], null]);
});

Deno.test("runCall() names no page of the browser's own where it has failed", async () => {
  const { result } = fakeCall({}, {
    answers: {
      [FLUSH]: () => ({ contexts: [{ ...tab("T"), url: "chrome-error://chromewebdata/" }] }),
    },
  });
  assertEquals((await result()).url, "about:blank");
});

Deno.test("runCall() tells of a file that the page asked for, once", async () => {
  const { live, result } = fakeCall({
    run: () => {
      live.fileAsked = { context: "T", node: null };
      return Promise.resolve({});
    },
  });
  assertEquals((await result()).notices, [
    "the page asked for a file: give it one with upload_file",
  ]);
  assertEquals(live.fileAsked, null);
});
