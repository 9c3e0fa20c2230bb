import { assertEquals, assertThrows } from "@std/assert";
import { ActionError } from "../../../actors/action_error.ts";
import { ACTIONS } from "../../../http/actions/table.ts";
import { checkFlow } from "../../../http/flows/check.ts";
import { type Flow, parseFlow } from "../../../http/flows/flow.ts";

const ROWS = new Map(ACTIONS.map((row) => [row.name, row]));

interface Given extends Omit<Flow, "steps"> {
  readonly steps: readonly unknown[];
}

function check(flow: Given): void {
  checkFlow(parseFlow(flow), ROWS);
}

function refusal(flow: Given): string {
  return assertThrows(() => check(flow), ActionError).message;
}

Deno.test("checkFlow() takes steps whose arguments parameters fill in", () => {
  check({
    parameters: {
      properties: {
        url: { type: "string" },
        how: { type: "string" },
        seconds: { type: "number", default: 5 },
        selector: { type: "object" },
      },
    },
    steps: [
      { tool: "navigate", arguments: { url: "${url}", timeout: "${seconds}" } },
      { tool: "interact", arguments: { selector: { css: "#${how}" }, action: "${how}" } },
      { tool: "interact", arguments: { selector: "${selector}", action: "click" } },
      { tool: "read", arguments: { uri: "workspace://console" } },
    ],
  });
});

for (const { name } of ACTIONS.filter(({ step }) => step === false)) {
  Deno.test(`checkFlow() refuses ${name}, which is no step`, () => {
    assertEquals(
      refusal({ steps: [{ tool: name }] }),
      `save_flow: step 1 (${name}): ${name} is no step of a flow`,
    );
  });
}

Deno.test("checkFlow() refuses open_session, end_browser and network_body as steps", () => {
  for (const name of ["open_session", "end_browser", "network_body"]) {
    assertEquals(ROWS.get(name)?.step, false);
  }
});

Deno.test("checkFlow() refuses a wrong argument beside one that a parameter fills in", () => {
  assertEquals(
    refusal({
      parameters: { properties: { css: { type: "string" } } },
      steps: [{ tool: "interact", arguments: { selector: { css: "${css}" }, action: "poke" } }],
    }),
    'save_flow: step 1 (interact): interact: "action" must be one of click, double_click, right_click, hover, scroll_to; found "poke"',
  );
});

Deno.test("checkFlow() refuses what a row refuses of several arguments", () => {
  assertEquals(
    refusal({ steps: [{ tool: "wait_for", arguments: { text: "a", url: "b" } }] }).startsWith(
      "save_flow: step 1 (wait_for): wait_for: give exactly one of",
    ),
    true,
  );
});

Deno.test("checkFlow() refuses two steps whose answers have one name", () => {
  assertEquals(
    refusal({ steps: [{ tool: "outline", as: "a" }, { tool: "extract", as: "a" }] }),
    'save_flow: step 2 (extract): "as" names a, which an earlier step has',
  );
});

Deno.test("checkFlow() refuses an assert whose failure the run would go on after", () => {
  const steps = (tool: string, args: object) => [
    { tool: "outline" },
    { tool, arguments: args, on_error: "continue" },
  ];
  assertEquals(
    refusal({ steps: steps("assert", { script: "return true" }) }),
    "save_flow: step 2 (assert): on_error may not be continue on an assert",
  );
  check({ steps: steps("execute_script", { script: "return true" }) });
});
