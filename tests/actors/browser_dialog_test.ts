import { assertEquals, assertInstanceOf, assertMatch } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { AnsweringTransport, ONE_TAB } from "../fakes/browser.ts";
import { browserActor } from "../fakes/browser_actor.ts";
import { FakeLease } from "../fakes/lease.ts";

const refused = (answer: unknown, message: RegExp): void => {
  assertInstanceOf(answer, ActionError);
  assertEquals(answer.status, 409);
  assertMatch(answer.message, message);
};

const OPEN =
  /^interact was not run: a native confirm dialog is open \("sure\?"\); answer it with the dialog tool/;

Deno.test("Browser refuses a call whose knock on a Grid a dialog came into", async () => {
  const { job, prompt, settle, elapse } = await browserActor(null, {
    session: { lease: new FakeLease() },
  });
  await elapse(6_000);
  const call = job("interact");
  await settle();
  prompt();
  await settle();
  refused(await call.answer, OPEN);
  assertEquals(call.started, []);
});

Deno.test("Browser refuses a call whose tab was being probed when a dialog came", async () => {
  const { job, prompt, live, settle } = await browserActor();
  live.suspect = true;
  const call = job("interact");
  await settle();
  prompt();
  await settle();
  refused(await call.answer, OPEN);
  assertEquals(call.started, []);
});

Deno.test("Browser refuses a call that a dialog came before while a page was put back, whether it is open still", async () => {
  for (const gone of [false, true]) {
    const { job, prompt, live, settle } = await browserActor();
    const back = Promise.withResolvers<void>();
    live.puttingBack = back.promise;
    const call = job("interact");
    await settle();
    prompt();
    await settle();
    if (gone) {
      const params = { context: "T", type: "confirm" as const, accepted: true };
      live.tabs.apply({ method: "browsingContext.userPromptClosed", params });
    }
    back.resolve();
    await settle();
    const isGone = /^interact was not run: .* \("sure\?"\) opened first, and is gone again; call/;
    refused(await call.answer, gone ? isGone : OPEN);
    assertEquals(call.started, []);
  }
});

Deno.test("Browser runs a call that answers dialogs, and replaces no tab, when one came before it began", async () => {
  const transport = new AnsweringTransport({ ...ONE_TAB, "script.evaluate": () => undefined });
  const { job, prompt, live, settle, elapse } = await browserActor(null, { transport });
  live.suspect = true;
  const call = job("dialog", { duringDialog: true });
  await settle();
  prompt();
  await elapse(3_000);
  assertEquals(call.started.map(({ aborted }) => aborted), [false]);
  assertEquals(transport.methods.includes("browsingContext.create"), false);
  call.finish();
  assertEquals(await call.answer, { name: "dialog" });
});
