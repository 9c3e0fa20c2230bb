import { assertEquals, assertRejects } from "@std/assert";
import { ActionError } from "../../../actors/action_error.ts";
import type { CallResult } from "../../../actors/service.ts";
import type { Action } from "../../../http/action.ts";
import { parseFlow } from "../../../http/flows/flow.ts";
import { runFlow } from "../../../http/flows/run.ts";
import { fakeContext } from "../../fakes/context.ts";

type Answer = (tool: string, args: unknown) => CallResult;

/** Runs steps whose calls a test answers. */
function run(steps: unknown[], answer: Answer, over: Parameters<typeof fakeContext>[0] = {}) {
  const asked: [string, unknown][] = [];
  const told: string[] = [];
  const context = fakeContext({
    progress: (line) => void told.push(line),
    invoke(action: Action, args) {
      asked.push([action.name, args]);
      return Promise.resolve().then(() => answer(action.name, args));
    },
    ...over,
  });
  const properties = { who: { type: "string", default: "you" } };
  const flow = parseFlow({ parameters: { properties }, steps });
  return { asked, told, result: runFlow({ name: "f", flow, parameters: {} }, context) };
}

Deno.test("runFlow() runs every step with its parameters, and tells of each as it goes", async () => {
  let call = 6;
  const { asked, told, result } = run(
    [
      { tool: "navigate", arguments: { url: "http://x/${who}" } },
      { tool: "extract", as: "text" },
      { tool: "read", arguments: { uri: "workspace://current" } },
    ],
    (tool) =>
      tool === "read" ? { live: true } : {
        call: ++call,
        url: "http://x/",
        title: tool,
        ...(tool === "extract" && { text: "hi" }),
      },
  );
  const steps = ["1 navigate ok, call 7", "2 extract ok, call 8", "3 read ok"];
  assertEquals(await result, {
    flow: "f",
    steps,
    outputs: { text: { text: "hi" } },
    url: "http://x/",
    title: "extract",
  });
  assertEquals(told, steps);
  assertEquals(asked, [
    ["navigate", { url: "http://x/you" }],
    ["extract", {}],
    ["read", { uri: "workspace://current" }],
  ]);
});

Deno.test("runFlow() stops at a failure, with its status and what was done before", async () => {
  const { asked, result } = run(
    [{ tool: "outline" }, { tool: "extract" }, { tool: "outline" }],
    (tool) => {
      if (tool === "extract") throw new ActionError(409, "a dialog is open");
      return { call: 1 };
    },
  );
  const error = await assertRejects(() => result, ActionError);
  assertEquals(error.status, 409);
  assertEquals(
    error.message,
    'run_flow "f" stopped at step 2 of 3: a dialog is open. Done before: 1 outline ok, call 1',
  );
  assertEquals(asked.length, 2);
});

Deno.test("runFlow() goes on after a failure that the step allows, and counts it", async () => {
  const { result } = run(
    [{ tool: "extract", on_error: "continue" }, { tool: "outline" }],
    (tool) => {
      if (tool === "extract") throw new ActionError(400, "no element matches");
      return { call: 2 };
    },
  );
  assertEquals(await result, {
    flow: "f",
    steps: ["1 extract failed (400): no element matches", "2 outline ok, call 2"],
    failed: 1,
  });
});

Deno.test("runFlow() sums what its steps caused, those that failed too, with where it came from", async () => {
  const see = "workspace://console?level=error&call=";
  const late = [{ call: 1, errors: 1, failed_requests: 0, see: `${see}1` }];
  const { result } = run(
    [{ tool: "outline" }, { tool: "extract", on_error: "continue" }, { tool: "outline" }],
    (tool) => {
      if (tool === "extract") {
        throw new ActionError(400, "no", { errors: 0, failed_requests: 2, incomplete: true });
      }
      return { call: 2, page: { errors: 1, failed_requests: 1, see: `${see}2`, late } };
    },
  );
  const step = { tool: "outline", errors: 1, failed_requests: 1, see: `${see}2` };
  assertEquals((await result).page, {
    errors: 2,
    failed_requests: 4,
    from: [
      { step: 1, ...step },
      { step: 2, tool: "extract", errors: 0, failed_requests: 2 },
      { step: 3, ...step },
    ],
    late: [...late, ...late],
    incomplete: true,
  });
});

Deno.test("runFlow() keeps images out of what it answers", async () => {
  const { result } = run(
    [{ tool: "screenshot", as: "shot" }],
    () => ({ call: 1, data: "iVBO", mime: "image/png" }),
  );
  assertEquals((await result).outputs, { shot: { mime: "image/png" } });
});

Deno.test("runFlow() runs nothing when a parameter does not fit", async () => {
  const flow = parseFlow({ steps: [{ tool: "outline" }] });
  await assertRejects(
    () => runFlow({ name: "f", flow, parameters: { x: 1 } }, fakeContext()),
    ActionError,
    'run_flow "f": "x" is no parameter; there are none',
  );
});

Deno.test("runFlow() does not take a caller that left for a step that failed", async () => {
  const left = new AbortController();
  const { result } = run([{ tool: "outline", on_error: "continue" }, { tool: "extract" }], () => {
    left.abort();
    throw new ActionError(503, "cancelled");
  }, { signal: left.signal });
  const error = await assertRejects(() => result, ActionError);
  assertEquals(error.message, "cancelled");
});
