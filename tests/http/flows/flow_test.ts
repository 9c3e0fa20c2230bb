import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { ActionError } from "../../../actors/action_error.ts";
import { type Flow, parseFlow } from "../../../http/flows/flow.ts";

const FLOW: Flow = {
  description: "Signs in",
  steps: [
    { tool: "navigate", arguments: { url: "http://x/" } },
    { tool: "extract", arguments: {}, on_error: "continue", as: "text" },
  ],
};

Deno.test("parseFlow() reads an object, JSON and YAML alike", () => {
  const yaml = `description: Signs in
steps:
  - tool: navigate
    arguments: {url: "http://x/"}
  - {tool: extract, on_error: continue, as: text}
`;
  assertEquals(parseFlow(FLOW), FLOW);
  assertEquals(parseFlow(JSON.stringify(FLOW)), FLOW);
  assertEquals(parseFlow(yaml), FLOW);
});

for (
  const [what, given, status, says] of [
    ["nothing", "", 400, /the flow is not one: /],
    ["a flow without steps", { steps: [] }, 400, /steps: /],
    [
      "a step that has something else",
      { steps: [{ tool: "x", args: {} }] },
      400,
      /steps\[0\]: .*args/,
    ],
    [
      "an on_error there is none of",
      { steps: [{ tool: "x", on_error: "go" }] },
      400,
      /steps\[0\]\.on_error/,
    ],
    ["what is no YAML", "steps: [", 400, /neither JSON nor YAML: /],
    [
      "YAML that multiplies itself",
      bomb(),
      400,
      /neither JSON nor YAML: Alias resolution is disabled/,
    ],
    [
      "YAML that holds itself",
      "steps: &a\n - tool: tabs\n   arguments: {x: *a}\n",
      400,
      /neither JSON nor YAML/,
    ],
    [
      "what is nested without end",
      { steps: [{ tool: "x", arguments: deep(5_000) }] },
      400,
      /at most 40 deep/,
    ],
    ["a text that is too long", " ".repeat(65_537), 413, /over 65536 characters/],
    ["an object that is too long", { ...FLOW, description: "x".repeat(65_537) }, 413, /over 65536/],
  ] as const
) {
  Deno.test(`parseFlow() refuses ${what}`, () => {
    const error = assertThrows(() => parseFlow(given), ActionError);
    assertEquals(error.status, status);
    assertMatch(error.message, says);
  });
}

function bomb(): string {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let i = 1; i < 9; i++) {
    lines.push(`a${i}: &a${i} [${Array.from({ length: 9 }, () => `*a${i - 1}`).join(", ")}]`);
  }
  return lines.join("\n");
}

function deep(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let i = 0; i < levels; i++) value = { x: value };
  return value;
}
