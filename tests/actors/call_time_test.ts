/** How long a call may take to hear out what it caused. */
import { assertEquals, assertInstanceOf } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { PutBack } from "../../actors/interruption.ts";
import { fakeSystem } from "../fakes/system.ts";
import { fakeCall, FLUSH, FRAMES_MS } from "../fakes/call.ts";

Deno.test("runCall() is incomplete when the browser does not answer the flush in time", async () => {
  const { call, elapse, told, clock } = fakeCall({}, { answers: { [FLUSH]: () => undefined } });
  const began = clock.now();
  let answeredAt = 0;
  void call.then(() => answeredAt = clock.now());
  await elapse(10_000);
  assertEquals((await call).url, "about:blank");
  assertEquals(told.incomplete, true);
  assertEquals(answeredAt - began, FRAMES_MS + 3_000);
});

/** A call that has 500 ms; resolves with how many of them it took. */
async function inTime(set: ReturnType<typeof fakeCall>): Promise<number> {
  const began = set.clock.now();
  let answeredAt = 0;
  const answered = () => void (answeredAt = set.clock.now());
  void set.call.then(answered, answered);
  await set.elapse(10_000);
  return answeredAt - began;
}

Deno.test("runCall() answers when its time is up, whatever is still to be heard, and says that not all was", async () => {
  const until = fakeSystem().clock.now() + 500;
  const never = () => new Promise<boolean>(() => {});
  for (
    const options of [
      { answers: { [FLUSH]: () => undefined } },
      { settling: never },
      { settles: [true], answers: { "script.callFunction": () => undefined } },
    ]
  ) {
    const set = fakeCall({ until, settleMs: 5_000 }, options);
    const tookMs = await inTime(set);
    const { url, title } = await set.call;
    assertEquals([tookMs, set.told.incomplete, url], [500, true, "about:blank"]);
    assertEquals([title, set.steps.includes("close")], [null, true]);
  }
});

Deno.test("runCall() waits on its window no longer, once its time is up", async () => {
  let reason: unknown;
  const set = fakeCall({ until: fakeSystem().clock.now() + 500, settleMs: 5_000 }, {
    settling: (signal) =>
      new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(reason = signal.reason))
      ),
  });
  await inTime(set);
  await set.call;
  assertInstanceOf(reason, Error);
  assertEquals(set.steps.filter((step) => step === "settle").length, 1);
});

Deno.test("runCall() says that a page is not back yet, when it is not within the call's time", async () => {
  const set = fakeCall({ until: fakeSystem().clock.now() + 500 });
  set.live.puttingBack = new Promise(() => {});
  set.abort.abort(new PutBack("file: is no address for a page"));
  assertEquals(await inTime(set), 500);
  assertEquals(
    (await set.failure() as ActionError).message,
    "file: is no address for a page; the tab is being put back to about:blank, " +
      "and no call begins before it is",
  );
});

Deno.test("runCall() waits no longer than it may for the page to name the field of a file", async () => {
  const set = fakeCall({
    until: fakeSystem().clock.now() + 500,
    run: () => {
      set.live.fileAsked = { context: "T", node: "n" };
      return Promise.resolve({});
    },
  }, {
    answers: {
      "script.callFunction": ({ arguments: given }) =>
        given === undefined
          ? { type: "success", result: { type: "string", value: "Title" } }
          : undefined,
    },
  });
  assertEquals(await inTime(set), 500);
});
