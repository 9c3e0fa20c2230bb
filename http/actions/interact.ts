/** The row `interact`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

/** Acts on an element with the pointer. */
export const interact: Action = defineAction({
  name: "interact",
  title: "Click or hover",
  description:
    "Clicks, hovers over or scrolls to one element, with real input. Waits for it; refuses a covered one.",
  scope: "interact",
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    selector,
    action: z.enum(["click", "double_click", "right_click", "hover", "scroll_to"]),
  } satisfies ShapeOf<ActionArgs<"interact">>,
  output: callResult({ element: z.string().optional(), note: z.string().optional() }),
  run: (service, workspace, args, options) => service.call(workspace, "interact", args, options),
});
