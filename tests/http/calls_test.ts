import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import type { Action } from "../../http/action.ts";
import { download } from "../../http/actions/download.ts";
import { outline } from "../../http/actions/outline.ts";
import { EVERYTHING } from "../../http/door/access.ts";
import { Quotas } from "../../http/door/quotas.ts";
import { DiskUse } from "../../actors/store/disk_use.ts";
import { FlowStore } from "../../http/flows/store.ts";
import { Calls } from "../../http/calls.ts";
import { createLog } from "../../http/log.ts";
import { type EndedCall, Metrics } from "../../http/metrics.ts";
import { HttpError } from "../../http/problem.ts";
import { type Answer, FakeService } from "../fakes/service.ts";
import { SCRATCH } from "../fakes/scratch.ts";

/** Keeps what it is told. */
class Recorded extends Metrics {
  readonly calls: EndedCall[] = [];
  override ended(call: EndedCall): void {
    this.calls.push(call);
  }
}

function setUp(answer: Answer, { access = EVERYTHING, limit = 0 } = {}) {
  let now = 0;
  const service = new FakeService((asked, options) => {
    now += 250;
    return answer(asked, options);
  });
  const logged: string[] = [];
  const write = (line: string) => void logged.push(line);
  const log = createLog({ level: "debug", format: "text", now: () => 0, write });
  const metrics = new Recorded("1", () => service.stats());
  const flows = new FlowStore(SCRATCH, new DiskUse(SCRATCH));
  const quotas = new Quotas({ callsPerMinute: limit, now: () => now });
  const calls = new Calls({ service, flows, quotas, metrics, log, now: () => now });
  const left = new AbortController();
  const caller = {
    workspace: "w1",
    access,
    link: (path: string) => `http://a.test${path}?signed`,
    surface: "json",
    signal: left.signal,
  } as const;
  const run = (args: unknown = {}) => calls.run(outline, args, caller);
  return { calls, caller, run, left, service, logged, counted: metrics.calls };
}

const ENDED: EndedCall = {
  tool: "outline",
  surface: "json",
  outcome: "ok",
  browser: null,
  seconds: 0.25,
};

Deno.test("Calls.run() gives the result, and counts the call with the browser it ran in", async () => {
  const { run, counted, service } = setUp((_asked, options) => {
    options?.runsIn?.("firefox");
    return { call: 4 };
  });
  assertEquals(await run(), { call: 4 });
  assertEquals(service.asked.map(({ workspace, what }) => [workspace, what]), [["w1", "outline"]]);
  assertEquals(counted, [{ ...ENDED, browser: "firefox" }]);
});

Deno.test("Calls.run() passes a refusal on as it is, and counts its status", async () => {
  const refusal = new ActionError(409, "a dialog is open");
  const { run, counted } = setUp(() => Promise.reject(refusal));
  assertStrictEquals(await assertRejects(() => run()), refusal);
  assertEquals(counted, [{ ...ENDED, outcome: 409 }]);
});

Deno.test("Calls.run() refuses with 500 what it does not understand, and logs where it was", async () => {
  const { run, counted, logged } = setUp(() => {
    throw new RangeError("with what the page sent");
  });
  const error = await assertRejects(() => run(), HttpError);
  assertEquals(error.status, 500);
  assertEquals(counted, [{ ...ENDED, outcome: 500 }]);
  assertEquals(logged.length, 1);
  assertEquals(logged[0]?.includes("page sent"), false);
});

Deno.test("Calls.run() counts a call whose caller left as cancelled, refused or not", async () => {
  for (const error of [new Error("cut short"), new ActionError(504, "too late")]) {
    const { run, left, counted, logged } = setUp(() => {
      left.abort();
      throw error;
    });
    await assertRejects(() => run());
    assertEquals(counted, [{ ...ENDED, outcome: "cancelled" }]);
    assertEquals(logged, []);
  }
});

Deno.test("Calls.run() counts arguments that cannot be read or are wrong, and asks nobody", async () => {
  const { run, counted, service } = setUp(() => ({ call: 1 }));
  await assertRejects(() => run(Promise.reject(new HttpError(413, "too large"))));
  await assertRejects(() => run({ nope: 1 }));
  assertEquals(service.asked, []);
  assertEquals(counted.map(({ outcome, seconds }) => [outcome, seconds]), [[413, 0], [400, 0]]);
});

Deno.test("Calls.unknown() counts a call of no action, which took no time", () => {
  const { calls, counted } = setUp(() => ({}));
  calls.unknown("mcp");
  assertEquals(counted, [
    { tool: "unknown", surface: "mcp", outcome: 404, browser: null, seconds: null },
  ]);
});

Deno.test("Calls.run() refuses a caller whose token lacks the row's scope, and asks nobody", async () => {
  const access = { ...EVERYTHING, name: "ci", scopes: new Set(["interact"] as const) };
  const { run, counted, service } = setUp(() => ({ call: 1 }), { access });
  const error = await assertRejects(() => run(), HttpError, "outline needs the scope observe");
  assertEquals(error.status, 403);
  assertEquals(service.asked, []);
  assertEquals(counted.map(({ outcome }) => outcome), [403]);
});

Deno.test("Calls.run() refuses one call too many, and counts it", async () => {
  const { run, counted, service } = setUp(() => ({ call: 1 }), { limit: 6 });
  await run();
  const error = await assertRejects(() => run(), HttpError, "went over 6 calls a minute");
  assertEquals([error.status, error.headers["retry-after"]], [429, "10"]);
  assertEquals(service.asked.length, 1);
  assertEquals(counted.map(({ outcome }) => outcome), ["ok", 429]);
});

Deno.test("Calls.run() counts each step of a flow as a call", async () => {
  const { calls, caller, service, counted } = setUp(() => ({ call: 1 }), { limit: 12 });
  const flow: Action = {
    ...outline,
    run: async (_service, _workspace, _args, { invoke }) => {
      await invoke(outline, {});
      return await invoke(outline, {});
    },
  };
  const error = await assertRejects(() => calls.run(flow, {}, caller), HttpError);
  assertEquals(error.status, 429);
  assertEquals(service.asked.length, 1);
  assertEquals(counted.map(({ outcome }) => outcome), ["ok", 429, 429]);
});

Deno.test("Calls.run() gives no link to a file to who may not observe", async () => {
  const access = { ...EVERYTHING, scopes: new Set(["interact"] as const) };
  const file = { name: "a.png", uri: "workspace://files/a.png" };
  const { calls, caller } = setUp(() => ({ call: 1, file }), { access });
  assertEquals(await calls.run(download, { selector: { css: "a" } }, caller), { call: 1, file });
});

Deno.test("Calls.read() refuses who may not observe, or asks too often", async () => {
  const access = { ...EVERYTHING, name: "ci", scopes: new Set(["admin"] as const) };
  const blind = setUp(() => ({}), { access });
  const read = (calls: Calls, access = EVERYTHING) =>
    calls.read("workspace://current", { workspace: "w1", access, link: (path) => path });
  await assertRejects(() => read(blind.calls, access), HttpError, "needs the scope observe");
  assertEquals(blind.service.asked, []);
  const often = setUp(() => ({}), { limit: 6 });
  await read(often.calls);
  await assertRejects(() => read(often.calls), HttpError, "went over 6 calls a minute");
});

Deno.test("Calls.run() and read() link to the files that they tell of", async () => {
  const file = { name: "a b.png", uri: "workspace://files/a%20b.png" };
  const link = "http://a.test/files/a%20b.png?signed";
  const other = { name: "a b.png", uri: "workspace://network/1.2" };
  const { run } = setUp(() => ({ call: 1, file, files: [file, other], value: { file } }));
  const linked = { ...file, link };
  assertEquals(await run(), { call: 1, file: linked, files: [linked, other], value: { file } });
  const { calls } = setUp(() => file);
  const identity = { workspace: "w1", access: EVERYTHING, link: () => link };
  assertEquals(await calls.read(file.uri, identity), { ...file, link });
});
