/** The row `outline`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

/** Lists what can be seen and acted on. */
export const outline: Action = defineAction({
  name: "outline",
  title: "Outline the page",
  description:
    "Lists what can be seen and acted on: role, name, state and a `ref` for selectors, until the document is replaced. Use it before acting.",
  scope: "observe",
  annotations: { readOnlyHint: true },
  input: {
    selector: selector.exactOptional(),
    max_nodes: z.int().min(1).max(1_000).describe("Default 200").exactOptional(),
  } satisfies ShapeOf<ActionArgs<"outline">>,
  output: callResult({ outline: z.string().optional(), left_out: z.number().optional() }),
  run: (service, workspace, args, options) => service.call(workspace, "outline", args, options),
});
