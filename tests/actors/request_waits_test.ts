import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Page } from "../../page/page.ts";
import type { RequestWish } from "../../page/args.ts";
import type { RequestWaited } from "../../page/requests.ts";
import { answered, completed, navigation, sent, started } from "../capture/events.ts";
import { type FakeWorkspace, fakeWorkspace } from "../fakes/workspace.ts";

const API = "https://site.test/api";
const MS = 5_000;

/** A call that waits for a request, and what came of it. */
function wait(workspace: FakeWorkspace, wish: RequestWish, caller?: AbortSignal) {
  const run = async ({ workspace, signal }: Page) => ({
    waited: await workspace.requests.wait(wish, MS, signal),
  });
  const called = workspace.call({ run }, caller);
  called.catch(() => {});
  return called.then(({ waited }) => waited as RequestWaited);
}

const click = (workspace: FakeWorkspace, meanwhile = () => {}) =>
  workspace.now(workspace.call({
    effect: "input",
    run: () => Promise.resolve({ done: meanwhile() }),
  }));

async function opened(capture = true): Promise<FakeWorkspace> {
  const workspace = fakeWorkspace();
  await workspace.now(workspace.open({ capture, settle_ms: 0 }));
  await workspace.feed(navigation("navigationCommitted", "n1"));
  return workspace;
}

Deno.test("a wait for a request is answered by the event that ends one", async () => {
  const workspace = await opened();
  await click(workspace);
  const waiting = wait(workspace, { url: "/api", method: "POST" });
  await workspace.feed(...answered("g", 200, API), sent({ id: "p", url: API, method: "POST" }));
  await workspace.elapse(1_000);
  await workspace.feed(completed({ id: "p", url: API, method: "POST", status: 503 }));
  const waited = await workspace.now(waiting);
  assert(waited.kind === "found");
  assertEquals([waited.status, waited.uri], [503, `workspace://network/${waited.id}`]);
  await workspace.stop();
  assertEquals(workspace.clock.pending, 0);
});

Deno.test("a wait for a request leaves the body of its answer time to end, and not more than that", async () => {
  const workspace = await opened();
  await click(workspace);
  const ends = wait(workspace, { url: "/api" });
  await workspace.feed(sent({ id: "a", url: API }), started({ id: "a", url: API }));
  await workspace.elapse(400);
  await workspace.feed(completed({ id: "a", url: API }));
  const ended = await workspace.now(ends);
  assert(ended.kind === "found");
  assertEquals(ended.pending, undefined);

  await workspace.feed(sent({ id: "s", url: `${API}/2` }), started({ id: "s", url: `${API}/2` }));
  const streams = wait(workspace, { url: "/api/2" });
  await workspace.elapse(499);
  await workspace.feed(...answered("other", 200));
  await workspace.elapse(1);
  const streaming = await workspace.now(streams);
  assert(streaming.kind === "found");
  assertEquals([streaming.status, streaming.pending], [200, true]);
  await workspace.stop();
  assertEquals(workspace.clock.pending, 0);
});

Deno.test("a wait for a request finds the one that the click before has made", async () => {
  const workspace = await opened();
  await workspace.feed(...answered("before", 200, API));
  await click(workspace);
  await workspace.feed(...answered("after", 404, API));
  await workspace.now(workspace.call());
  const waited = await workspace.now(wait(workspace, { url: "/api" }));
  assert(waited.kind === "found");
  assertEquals(waited.status, 404);
  await workspace.stop();
});

Deno.test("a wait for a request that does not come tells what came nearest", async () => {
  const workspace = await opened();
  await workspace.feed(...answered("before", 500, API));
  await click(workspace);
  const waiting = wait(workspace, { url: "/api", status: "5xx" });
  await workspace.feed(...answered("after", 200, API));
  await workspace.elapse(MS);
  const waited = await workspace.now(waiting);
  assert(waited.kind === "late");
  assertEquals([waited.since, waited.misses.map(({ status, differs }) => [status, ...differs])], [
    2,
    [[200, "other status"], [500, "began before call 2"]],
  ]);
  await workspace.stop();
});

Deno.test("a wait for a request ends with its caller, and the next one is not disturbed", async () => {
  const workspace = await opened();
  const caller = new AbortController();
  void wait(workspace, { url: "/api" }, caller.signal).catch(() => {});
  await workspace.settle();
  caller.abort();
  await workspace.settle();
  const waiting = wait(workspace, { url: "/api" });
  await workspace.elapse(MS - 1);
  await workspace.feed(...answered("r", 200, API));
  assertEquals((await workspace.now(waiting)).kind, "found");
  await workspace.stop();
  assertEquals(workspace.clock.pending, 0);
});

Deno.test("a wait for a request ends with its browser", async () => {
  const workspace = await opened();
  const waiting = wait(workspace, { url: "/api" });
  await workspace.settle();
  workspace.browser.newest().die("Chrome was killed");
  await assertRejects(() => workspace.now(waiting), Error, "Chrome was killed");
  await workspace.stop();
  assertEquals(workspace.clock.pending, 0);
});

Deno.test("a wait for a request says that nothing is captured", async () => {
  const workspace = await opened(false);
  assertEquals(await workspace.now(wait(workspace, { url: "/api" })), { kind: "off" });
  await workspace.stop();
});
