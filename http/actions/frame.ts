/** The row `frame`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, exactlyOne, type ShapeOf } from "../action.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

/** Enters a frame, or leaves it. */
export const frame: Action = defineAction({
  name: "frame",
  title: "Enter or leave a frame",
  description:
    "Enters the iframe `selector` names: calls act inside it until `leave`. `frame` in results says where.",
  scope: "interact",
  annotations: { readOnlyHint: false, destructiveHint: false },
  input: {
    selector: selector.exactOptional(),
    leave: z.enum(["parent", "top"]).exactOptional(),
  } satisfies ShapeOf<ActionArgs<"frame">>,
  output: callResult({
    entered: z.string().optional(),
    left: z.boolean().optional(),
    frame: z.looseObject({ url: z.string() }).optional(),
  }),
  check: (args) => exactlyOne(args, ["selector", "leave"]),
  run: (service, workspace, args, options) => service.call(workspace, "frame", args, options),
});
