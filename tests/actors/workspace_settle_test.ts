import { assertEquals } from "@std/assert";
import type { Hint, NetworkList } from "../../capture/shapes.ts";
import { completed, sent } from "../capture/events.ts";
import { type FakeWorkspace, fakeWorkspace } from "../fakes/workspace.ts";

async function opened(args: Parameters<FakeWorkspace["open"]>[0] = { capture: true }) {
  const workspace = fakeWorkspace();
  await workspace.now(workspace.open(args));
  return { workspace };
}

Deno.test("Workspace has a call wait for its request, and tells it of the failure", async () => {
  const { workspace } = await opened();
  const clicked = workspace.call({
    name: "interact",
    effect: "input",
    run: () => {
      workspace.push(sent({ id: "r7", url: "https://site.test/save" }));
      return Promise.resolve({});
    },
  });
  await workspace.settle();
  await workspace.elapse(200);
  await workspace.feed(completed({ id: "r7", url: "https://site.test/save", status: 500 }));
  const { call, page } = await workspace.now(clicked);
  const see = "workspace://network?filter=failed&call=2";
  assertEquals([call, page as Hint], [2, { errors: 0, failed_requests: 1, see }]);
  const list = await workspace.now(workspace.read<NetworkList>(see));
  assertEquals(list.requests.map(({ url }) => url), ["https://site.test/save"]);
  await workspace.stop();
});

Deno.test("Workspace lets a call go when its settling takes too long, and tells later what came late", async () => {
  const { workspace } = await opened({ capture: true, settle_ms: 300 });
  const clicked = workspace.call({
    name: "interact",
    effect: "input",
    run: () => {
      workspace.push(sent({ id: "r7" }));
      return Promise.resolve({});
    },
  });
  await workspace.elapse(299);
  let answered = false;
  void clicked.then(() => answered = true);
  await workspace.settle();
  assertEquals(answered, false);
  await workspace.elapse(1);
  assertEquals((await workspace.now(clicked)).page, undefined);
  await workspace.feed(completed({ id: "r7", status: 500 }));
  const { page } = await workspace.now(workspace.call());
  assertEquals((page as Hint).late?.map(({ call, failed_requests }) => [call, failed_requests]), [
    [2, 1],
  ]);
  await workspace.stop();
});

Deno.test("Workspace tells with the end of a browser what a call caused late", async () => {
  const { workspace } = await opened({ capture: true, settle_ms: 0 });
  await workspace.now(workspace.call({
    effect: "input",
    run: () => {
      workspace.push(sent({ id: "r7" }));
      return Promise.resolve({});
    },
  }));
  await workspace.feed(completed({ id: "r7", status: 500 }));
  const see = "workspace://network?filter=failed&call=2";
  assertEquals(await workspace.now(workspace.end()), {
    call: 3,
    ended: true,
    page: {
      errors: 0,
      failed_requests: 0,
      late: [{ call: 2, errors: 0, failed_requests: 1, see }],
    },
  });
  await workspace.now(workspace.open({ capture: true }));
  assertEquals((await workspace.now(workspace.call())).page, undefined);
  await workspace.stop();
});

Deno.test("Workspace ends a settling with the session", async () => {
  const { workspace } = await opened({ capture: true, settle_ms: 5_000 });
  const clicked = workspace.call({
    effect: "input",
    run: () => {
      workspace.push(sent({ id: "r7" }));
      return Promise.resolve({});
    },
  });
  await workspace.settle();
  workspace.browser.newest().transport.die();
  await workspace.settle();
  assertEquals((await workspace.now(clicked)).page, {
    errors: 0,
    failed_requests: 0,
    incomplete: true,
  });
  await workspace.stop();
  assertEquals(workspace.clock.pending, 0);
});

Deno.test("Workspace tells late what a call caused whose caller left before it was told", async () => {
  const { workspace } = await opened();
  const caller = new AbortController();
  const left = workspace.call({
    effect: "input",
    run: (page) => {
      workspace.push(sent({ id: "r7" }), completed({ id: "r7", status: 500 }));
      return new Promise((_, reject) =>
        page.signal.addEventListener("abort", () => reject(page.signal.reason))
      );
    },
  }, caller.signal);
  left.catch(() => {});
  await workspace.settle();
  caller.abort();
  await workspace.settle();
  const { page } = await workspace.now(workspace.call());
  const see = "workspace://network?filter=failed&call=2";
  const late = [{ call: 2, errors: 0, failed_requests: 1, see }];
  assertEquals(page, { errors: 0, failed_requests: 0, late });
  await workspace.stop();
});
