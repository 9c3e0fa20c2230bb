/** The row `save_flow`. @module */
import * as z from "zod";
import { ActionError } from "../../actors/action_error.ts";
import { type Action, defineAction } from "../action.ts";
import { checkFlow } from "../flows/check.ts";
import { flowName, parseFlow } from "../flows/flow.ts";

/** Keeps a list of tool calls under a name. */
export const saveFlow: Action = defineAction({
  name: "save_flow",
  title: "Save a flow",
  description:
    "Keeps a list of tool calls under a name, to run again with run_flow: {description?, parameters? (a JSON Schema), steps: [{tool, arguments, on_error?, as?}]}, as an object or a text of YAML or JSON. ${name} in arguments is a parameter. Checked when saved.",
  scope: "interact",
  step: false,
  annotations: {
    readOnlyHint: false,
    // One of the same name is replaced.
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  input: {
    name: flowName,
    flow: z.union([z.string().min(1), z.record(z.string(), z.unknown())]),
  },
  output: z.looseObject({ flow: z.string(), steps: z.number(), replaced: z.boolean().optional() }),
  async run(service, workspace, { name, flow: given }, { flows, rows }) {
    const flow = parseFlow(given);
    checkFlow(flow, rows);
    if (await service.holdsSecret(workspace, JSON.stringify([name, flow]))) {
      throw new ActionError(
        400,
        "save_flow: the value of a secret is in the flow, which is not kept: name the secret in its place, " +
          'as {"secret": {"name", "key"}} of write and fill_form',
      );
    }
    const replaced = flows.save(workspace, name, flow);
    return { flow: name, steps: flow.steps.length, ...(replaced && { replaced }) };
  },
});
