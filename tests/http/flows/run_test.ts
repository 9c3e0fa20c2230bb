import { assertEquals, assertRejects } from "@std/assert";
import { ActionError } from "../../../actors/action_error.ts";
import type { CallResult } from "../../../actors/service.ts";
import type { Action } from "../../../http/action.ts";
import { HttpError } from "../../../http/problem.ts";
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

Deno.test("runFlow() sums what its steps had of background, whatever else they caused", async () => {
  const background = (n: number) => ({ errors: 0, failed_requests: 0, background: n });
  const answers = [{ call: 1, page: background(2) }, { call: 2, page: background(1) }];
  const { result } = run([{ tool: "outline" }, { tool: "outline" }], () => answers.shift() ?? {});
  const { page, steps } = await result;
  assertEquals(page, { errors: 0, failed_requests: 0, from: [], background: 3 });
  const none = "0 page error(s), 0 failed request(s)";
  assertEquals(steps, [
    `1 outline ok, call 1: ${none}, 2 put aside as background`,
    `2 outline ok, call 2: ${none}, 1 put aside as background`,
  ]);
});

/** What three steps answer that tell of things once only; a fourth fails. */
function eventful(tool: string): CallResult {
  const see = "workspace://console?level=error&call=";
  const answers: Record<string, CallResult> = {
    navigate: {
      call: 1,
      url: "http://x/",
      title: "X",
      tab: "t1",
      reopened: { why: "it crashed" },
      notices: ["the frame is gone."],
      page: { errors: 2, failed_requests: 0, see: `${see}1` },
    },
    interact: {
      call: 2,
      url: "http://x/2",
      title: "X2",
      tab: "t1",
      frame: { name: "f" },
      opened: [{ tab: "t2", url: "http://y/" }],
      reopened: { why: "it crashed again" },
      notices: ["a download was stopped"],
    },
    extract: {
      call: 3,
      text: "hi",
      page: {
        errors: 0,
        failed_requests: 1,
        see: `${see}3`,
        late: [{ call: 1, errors: 1, failed_requests: 0, see: `${see}1&late=1` }],
        incomplete: true,
      },
    },
  };
  const answer = answers[tool];
  if (answer !== undefined) return answer;
  const page = { errors: 1, failed_requests: 0, see: `${see}4` };
  throw new ActionError(400, `no. This call caused 1 page error(s): read ${see}4.`, page);
}

const EVENTFUL = [
  { tool: "navigate", arguments: { url: "http://x/" } },
  { tool: "interact", arguments: { selector: { css: "a" }, action: "click" } },
  { tool: "extract", as: "text" },
];

Deno.test("runFlow() tells what its steps were told once: another browser, tabs, notices, the frame", async () => {
  const { result } = run(EVENTFUL, eventful);
  const { page: _page, steps: _steps, ...rest } = await result;
  assertEquals(rest, {
    flow: "f",
    outputs: { text: { text: "hi" } },
    url: "http://x/2",
    title: "X2",
    tab: "t1",
    frame: { name: "f" },
    opened: [{ tab: "t2", url: "http://y/", step: 2 }],
    reopened: { why: "it crashed", step: 1 },
    notices: ["step 1: the frame is gone.", "step 2: a download was stopped"],
  });
});

Deno.test("runFlow() that stops says all that its steps were told, and what they answered", async () => {
  const { result } = run([...EVENTFUL, { tool: "outline" }], eventful);
  const error = await assertRejects(() => result, ActionError);
  assertEquals(
    error.message,
    'run_flow "f" stopped at step 4 of 4: no. This call caused 1 page error(s): ' +
      "read workspace://console?level=error&call=4. " +
      "Done before: 1 navigate ok, call 1: 2 page error(s), 0 failed request(s); 2 interact ok, call 2; " +
      "3 extract ok, call 3: 0 page error(s), 1 failed request(s). " +
      "That caused 2 page error(s) and 1 failed request(s): " +
      "read(workspace://console?level=error&call=1), read(workspace://console?level=error&call=3). " +
      "Late effects of earlier calls: read(workspace://console?level=error&call=1&late=1). " +
      "Not all that the browser sent was heard in time. " +
      "Step 1 opened the browser anew (it crashed). " +
      "Tabs that were opened: t2 at http://y/ (step 2). " +
      "Notices: step 1: the frame is gone; step 2: a download was stopped. " +
      'Outputs: text = {"text":"hi"}',
  );
  const { errors, failed_requests, late, incomplete } = error.page ?? {};
  assertEquals([errors, failed_requests, late?.length, incomplete], [3, 1, 1, true]);
});

Deno.test("runFlow() that stops repeats outputs that are short, and names the others", async () => {
  const text = "x".repeat(5_000);
  const { result } = run(
    [
      { tool: "extract", as: "long" },
      { tool: "outline", as: "short" },
      { tool: "press_key", arguments: { keys: "Enter" } },
    ],
    (tool) => {
      if (tool === "press_key") throw new ActionError(400, "no");
      return tool === "extract" ? { text } : { outline: "a" };
    },
  );
  const { message } = await assertRejects(() => result, ActionError);
  const long = JSON.stringify({ text }).length;
  const said = `Outputs: long has ${long} characters, too many to repeat; short = {"outline":"a"}`;
  assertEquals(message.slice(-said.length), said);
});

Deno.test("runFlow() stops with the refusal of the door as it is, and its headers", async () => {
  const { result } = run([{ tool: "outline" }, { tool: "extract" }], (tool) => {
    if (tool === "extract") throw new HttpError(429, "too often", { "retry-after": "3" });
    return { call: 1 };
  });
  const { status, headers, message } = await assertRejects(() => result, HttpError);
  assertEquals([status, headers], [429, { "retry-after": "3" }]);
  assertEquals(
    message,
    'run_flow "f" stopped at step 2 of 2: too often. Done before: 1 outline ok, call 1',
  );
});

Deno.test("runFlow() ends the sentence of a step that failed once, in its line too", async () => {
  const { result } = run(
    [{ tool: "outline", on_error: "continue" }, { tool: "extract" }],
    () => {
      throw new ActionError(400, "read workspace://console?call=1.");
    },
  );
  const { message } = await assertRejects(() => result, ActionError);
  assertEquals(
    message,
    'run_flow "f" stopped at step 2 of 2: read workspace://console?call=1. ' +
      "Done before: 1 outline failed (400): read workspace://console?call=1",
  );
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
