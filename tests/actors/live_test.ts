import { assertEquals } from "@std/assert";
import { fakePageWorkspace } from "../fakes/page_workspace.ts";
import { fakeLive } from "../fakes/live.ts";
import { fakeSystem } from "../fakes/system.ts";

function setUp() {
  const fake = fakeSystem();
  const { live, transport } = fakeLive(fake.system);
  const abort = new AbortController();
  const page = live.page({
    signal: abort.signal,
    waitTimeoutMs: 10_000,
    workspace: fakePageWorkspace(),
  });
  const ended = (timeoutMs: number) =>
    page.send("browsingContext.getTree", {}, { timeoutMs }).then(() => "answered", () => "failed");
  return { ...fake, live, page, transport, abort, ended };
}

Deno.test("Live.page() leaves a tab unsuspected that answered, were it with a refusal", async () => {
  const { live, transport, ended, settle } = setUp();
  const answered = ended(1_000);
  await settle();
  transport.answer("browsingContext.getTree", { contexts: [] });
  await settle();
  assertEquals([await answered, live.suspect], ["answered", false]);
  const refused = ended(1_000);
  await settle();
  const [{ id } = { id: 0 }] = transport.sent;
  transport.frame({ type: "error", id, error: "no such frame", message: "" });
  await settle();
  assertEquals([await refused, live.suspect], ["failed", false]);
});

Deno.test("Live.page() suspects a tab whose command went unanswered, or was cut short", async () => {
  const slow = setUp();
  const late = slow.ended(1_000);
  await slow.settle();
  await slow.elapse(1_000);
  assertEquals([await late, slow.live.suspect], ["failed", true]);

  const left = setUp();
  const cut = left.ended(1_000);
  await left.settle();
  left.abort.abort(new Error("the caller left"));
  await left.settle();
  assertEquals([await cut, left.live.suspect], ["failed", true]);
});

Deno.test("Live.page() waits a second at most for the browser to take back what its call subscribed to", async () => {
  const { page, transport, clock, settle, elapse } = setUp();
  const events = ["browsingContext.load"] as const;
  const listening = page.listen({ events: [...events], contexts: ["T"], heard() {} });
  await settle();
  transport.answer("session.subscribe", { subscription: "s" });
  await listening;
  const began = clock.now();
  let overAt = 0;
  void page[Symbol.asyncDispose]().then(() => overAt = clock.now());
  await elapse(10_000);
  assertEquals(transport.sent.at(-1)?.method, "session.unsubscribe");
  assertEquals(overAt - began, 1_000);
});
