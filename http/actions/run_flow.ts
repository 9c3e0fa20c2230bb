/** The row `run_flow`. @module */
import * as z from "zod";
import { type Action, defineAction } from "../action.ts";
import { flowName } from "../flows/flow.ts";
import { flowOf } from "../flows/find.ts";
import { runFlow as run } from "../flows/run.ts";

/** Runs a saved flow. */
export const runFlow: Action = defineAction({
  name: "run_flow",
  title: "Run a flow",
  description:
    "Runs a saved flow in the open session, step by step; stops at the first failure and says what was done. `page` sums what all steps caused. list_flows says which there are and their parameters.",
  scope: "interact",
  step: false,
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    name: flowName,
    parameters: z.record(z.string(), z.unknown()).exactOptional(),
  },
  output: z.looseObject({
    flow: z.string(),
    steps: z.array(z.string()),
    failed: z.number().optional(),
    outputs: z.looseObject({}).optional(),
    page: z.looseObject({}).optional(),
  }),
  async run(_service, workspace, { name, parameters = {} }, context) {
    const flow = flowOf(context.flows, workspace, name, "run_flow");
    return await run({ name, flow, parameters }, context);
  },
});
