/** Cases of the four rows of flows. @module */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { ROW_SECRET, type RowCase } from "./row_case.ts";

const FLOW = {
  parameters: { type: "object", properties: { who: { type: "string", default: "you" } } },
  steps: [
    { tool: "write", arguments: { selector: { css: "#who" }, text: "${who}" } },
    { tool: "interact", arguments: { selector: { css: "#go" }, action: "click" } },
    { tool: "extract", arguments: { selector: { css: "#said" } }, as: "said" },
    {
      tool: "write",
      arguments: { selector: { css: "#word" }, secret: { name: "row", key: "word" } },
      as: "typed",
    },
  ],
};

const HTML = `<input id=who><button id=go onclick="said.textContent='Hello, '+who.value;
  console.error('greeted')">Go</button><p id=said>-</p><input id=word type=password>`;

const NO_FLOW = {
  what: "a flow there is none of",
  args: { name: "greeet" },
  status: 404,
  says: /there is no flow "greeet"; did you mean greet\?/,
};

export const saveFlow: RowCase = {
  action: "save_flow",
  withoutBrowser: true,
  html: HTML,
  args: { name: "greet", flow: FLOW },
  check: ({ flow, steps }) => assertEquals([flow, steps], ["greet", 4]),
  bad: [
    {
      what: "a name that is none",
      args: { name: "a/b", flow: FLOW },
      status: 400,
      says: /"name" must be/,
    },
    {
      what: "what is neither JSON nor YAML",
      args: { name: "x", flow: "a: [1" },
      status: 400,
      says: /neither JSON nor YAML/,
    },
    {
      what: "a tool there is none of",
      args: { name: "x", flow: { steps: [{ tool: "clik" }] } },
      status: 400,
      says: /step 1 \(clik\): there is no such tool; there are navigate/,
    },
    {
      what: "a tool that is no step",
      args: { name: "x", flow: { steps: [{ tool: "end_browser" }] } },
      status: 400,
      says: /end_browser is no step of a flow/,
    },
    {
      what: "the value of a secret in place of its name",
      args: {
        name: "x",
        flow: {
          steps: [{
            tool: "write",
            arguments: { selector: { css: "#word" }, text: ROW_SECRET },
          }],
        },
      },
      status: 400,
      says: /the value of a secret is in the flow, which is not kept: name the secret/,
    },
    {
      what: "wrong arguments of a step",
      args: { name: "x", flow: { steps: [{ tool: "navigate", arguments: { uri: "x" } }] } },
      status: 400,
      says: /step 1 \(navigate\): navigate: "uri" is not an argument/,
    },
    {
      what: "a parameter there is none of",
      args: { name: "x", flow: { steps: [{ tool: "navigate", arguments: { url: "${u}" } }] } },
      status: 400,
      says: /\$\{u\} is no parameter of the flow; there are none/,
    },
  ],
};

export const runFlow: RowCase = {
  action: "run_flow",
  html: HTML,
  before: (at) => at.call("save_flow", { name: "greet", flow: FLOW }),
  args: { name: "greet", parameters: { who: "world" } },
  volatile: ["steps", "see"],
  async check({ outputs, page }, at) {
    const { said, typed } = outputs as { said: { text: string }; typed: Record<string, unknown> };
    assertEquals(said.text, "Hello, world");
    assertEquals([typed.how, typed.value], ["inserted", undefined]);
    const script = "return [word.value === arguments[0], word.value]";
    const held = await at.call("execute_script", { script, args: [ROW_SECRET] });
    assertEquals(held.value, [true, "•••"]);
    const { from, ...sum } = page as unknown as { from: { step: number; tool: string }[] };
    assertEquals(sum, { errors: 1, failed_requests: 0 } as unknown as typeof sum);
    assertEquals(from.map(({ step, tool }) => [step, tool]), [[2, "interact"]]);
  },
  bad: [
    NO_FLOW,
    {
      what: "a parameter of another type",
      before: (at) => at.call("save_flow", { name: "greet", flow: FLOW }),
      args: { name: "greet", parameters: { who: 1 } },
      status: 400,
      says: /run_flow "greet": "who" must be string/,
    },
    {
      what: "a step that fails",
      before: (at) =>
        at.call("save_flow", {
          name: "fails",
          flow: {
            steps: [
              { tool: "interact", arguments: { selector: { css: "#go" }, action: "click" } },
              { tool: "interact", arguments: { selector: { css: "#none" }, action: "click" } },
            ],
          },
        }),
      args: { name: "fails" },
      status: 400,
      says:
        /run_flow "fails" stopped at step 2 of 2: .*no element matches.* Done before: 1 interact ok, call \d+: 1 page error/s,
    },
  ],
};

export const listFlows: RowCase = {
  action: "list_flows",
  withoutBrowser: true,
  html: HTML,
  before: (at) => at.call("save_flow", { name: "greet", flow: FLOW }),
  args: { name: "greet", format: "yaml" },
  check: ({ name, yaml }) => {
    assertEquals(name, "greet");
    assertStringIncludes(String(yaml), "tool: write");
    assertStringIncludes(String(yaml), "secret:\n        name: row\n        key: word\n");
  },
  bad: [
    NO_FLOW,
    {
      what: "a format without a name",
      args: { format: "yaml" },
      status: 400,
      says: /format goes with name only/,
    },
  ],
};

export const deleteFlow: RowCase = {
  action: "delete_flow",
  withoutBrowser: true,
  html: HTML,
  before: (at) => at.call("save_flow", { name: "greet", flow: FLOW }),
  args: { name: "greet" },
  check: ({ flow, deleted }) => assertEquals([flow, deleted], ["greet", true]),
  bad: [
    {
      ...NO_FLOW,
      before: (at) => at.call("save_flow", { name: "greet", flow: FLOW }),
    },
    {
      what: "one that was deleted",
      before: async (at) => {
        await at.call("save_flow", { name: "gone", flow: FLOW });
        await at.call("delete_flow", { name: "gone" });
      },
      args: { name: "gone" },
      status: 404,
      says: /there is no flow "gone"/,
    },
  ],
};
