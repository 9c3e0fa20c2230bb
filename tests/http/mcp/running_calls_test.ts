import { assertEquals } from "@std/assert";
import { type CallKey, RunningCalls } from "../../../http/mcp/running_calls.ts";

const key: CallKey = { workspace: "w", session: "s", id: 1 };

/** A task that ends when its signal aborts. */
function untilAborted(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(String(signal.reason)), { once: true });
  });
}

Deno.test("RunningCalls.cancel() aborts the call of its key", async () => {
  const calls = new RunningCalls();
  const call = calls.run(key, new AbortController().signal, untilAborted);
  calls.cancel({ ...key });
  assertEquals(await call, "AbortError: The caller cancelled");
});

for (
  const [what, other] of [
    ["workspace", { ...key, workspace: "x" }],
    ["session", { ...key, session: "x" }],
    ["id", { ...key, id: 2 }],
    ["type of id", { ...key, id: "1" }],
  ] as [string, CallKey][]
) {
  Deno.test(`RunningCalls.cancel() leaves the calls of another ${what} alone`, async () => {
    const calls = new RunningCalls();
    const caller = new AbortController();
    const call = calls.run(key, caller.signal, untilAborted);
    calls.cancel(other);
    caller.abort("left");
    assertEquals(await call, "left");
  });
}

Deno.test("RunningCalls.run() forgets a call that ended, and lets one without a key run", async () => {
  const calls = new RunningCalls();
  const { signal } = new AbortController();
  assertEquals(await calls.run(key, signal, () => Promise.resolve(1)), 1);
  assertEquals(await calls.run(null, signal, (given) => Promise.resolve(given === signal)), true);
  calls.cancel(key);
});

Deno.test("RunningCalls.run() keeps the later of two calls of one key", async () => {
  const calls = new RunningCalls();
  const first = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  const one = calls.run(key, signal, () => first.promise);
  const two = calls.run(key, signal, untilAborted);
  first.resolve();
  await one;
  calls.cancel(key);
  assertEquals(await two, "AbortError: The caller cancelled");
});
