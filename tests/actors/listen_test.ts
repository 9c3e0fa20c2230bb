import { assertEquals, assertRejects } from "@std/assert";
import { BidiError } from "../../bidi/bidi_error.ts";
import { fakeLive } from "../fakes/live.ts";
import { fakePageWorkspace } from "../fakes/page_workspace.ts";
import { fakeSystem } from "../fakes/system.ts";
import type { BidiEvent } from "../../bidi/protocol.ts";

function setUp() {
  const fake = fakeSystem();
  const { live, transport } = fakeLive(fake.system);
  const { signal } = new AbortController();
  const lend = () => live.page({ signal, waitTimeoutMs: 1_000, workspace: fakePageWorkspace() });
  const heard: string[] = [];
  const options = {
    events: ["browsingContext.downloadWillBegin"] as const,
    heard: ({ method }: BidiEvent) => void heard.push(method),
  };
  const tell = async () => {
    await fake.settle();
    transport.event("browsingContext.downloadWillBegin", { context: "T" });
    await fake.settle();
  };
  return { ...fake, live, transport, page: lend(), lend, heard, options, tell };
}

Deno.test("Page.listen() hears events until it is stopped", async () => {
  const { page, heard, options, tell } = setUp();
  const ear = await page.listen(options);
  await tell();
  await ear.stop();
  await ear.stop();
  await tell();
  assertEquals(heard, ["browsingContext.downloadWillBegin"]);
});

Deno.test("Page.listen() hears nothing more once its call is over", async () => {
  const { page, heard, options, tell } = setUp();
  await page.listen(options);
  await page[Symbol.asyncDispose]();
  await tell();
  assertEquals(heard, []);
});

Deno.test("Page.listen() leaves nothing on its channel, which outlives it", async () => {
  const { live, lend, options, tell, heard } = setUp();
  const inner = live.connection;
  let reactions = 0;
  live.connection = {
    name: inner.name,
    get done() {
      reactions++;
      return inner.done;
    },
    tell: (message) => inner.tell(message),
    ask: (build, bounds) => inner.ask(build, bounds),
    stop: () => inner.stop(),
  };
  const ear = await lend().listen(options);
  await tell();
  await ear.stop();
  assertEquals([reactions, heard.length], [0, 1]);
});

Deno.test("Page.listen() takes its own subscription back", async () => {
  const { page, options, transport, settle } = setUp();
  const opening = page.listen({ ...options, contexts: ["T"] });
  await settle();
  assertEquals(transport.sent.at(-1)?.params, { events: [...options.events], contexts: ["T"] });
  transport.answer("session.subscribe", { subscription: "S" });
  const stopping = (await opening).stop();
  await settle();
  assertEquals(transport.sent.at(-1)?.params, { subscriptions: ["S"] });
  transport.answer("session.unsubscribe", {});
  await stopping;
});

Deno.test("Page.listen() hears nothing when the browser would not subscribe", async () => {
  const { page, heard, options, transport, settle, tell } = setUp();
  const opening = page.listen({ ...options, contexts: ["gone"] });
  await settle();
  const id = transport.sent.at(-1)?.id;
  transport.frame({ type: "error", id, error: "no such frame", message: "gone" });
  await assertRejects(() => opening, BidiError);
  await tell();
  assertEquals(heard, []);
});
