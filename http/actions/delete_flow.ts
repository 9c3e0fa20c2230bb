/** The row `delete_flow`. @module */
import * as z from "zod";
import { type Action, defineAction } from "../action.ts";
import { flowOf } from "../flows/find.ts";
import { flowName } from "../flows/flow.ts";

/** Forgets a flow. */
export const deleteFlow: Action = defineAction({
  name: "delete_flow",
  title: "Delete a flow",
  description: "Forgets a saved flow.",
  scope: "interact",
  step: false,
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  input: { name: flowName },
  output: z.looseObject({ flow: z.string(), deleted: z.boolean() }),
  run(_service, workspace, { name }, { flows }) {
    // What cannot be read can be deleted too.
    if (!flows.delete(workspace, name)) flowOf(flows, workspace, name, "delete_flow");
    return { flow: name, deleted: true };
  },
});
