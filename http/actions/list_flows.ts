/** The row `list_flows`. @module */
import { stringify } from "yaml";
import * as z from "zod";
import { type Action, defineAction } from "../action.ts";
import { flowOf } from "../flows/find.ts";
import { flowName } from "../flows/flow.ts";

/** Says which flows there are, or gives one in full. */
export const listFlows: Action = defineAction({
  name: "list_flows",
  title: "List flows",
  description:
    "Lists the saved flows with their parameters; with a name, gives that flow in full, as JSON or YAML.",
  scope: "observe",
  step: false,
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: {
    name: flowName.exactOptional(),
    format: z.enum(["json", "yaml"]).exactOptional(),
  },
  output: z.looseObject({
    flows: z.array(z.looseObject({ name: z.string() })).optional(),
    unreadable: z.array(z.string()).optional(),
  }),
  check: ({ name, format }) =>
    format !== undefined && name === undefined ? "format goes with name only" : null,
  run(_service, workspace, { name, format = "json" }, { flows }) {
    if (name !== undefined) {
      const flow = flowOf(flows, workspace, name, "list_flows");
      return format === "json" ? { name, flow } : { name, yaml: stringify(flow) };
    }
    const unreadable = flows.unreadable(workspace);
    return {
      flows: [...flows.list(workspace)].map(([name, { description, parameters, steps }]) => ({
        name,
        ...(description !== undefined && { description }),
        ...(parameters !== undefined && { parameters }),
        steps: steps.map(({ tool }) => tool),
      })),
      ...(unreadable.length > 0 && { unreadable }),
    };
  },
});
