/** The row `write`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

/** Types into a field. */
export const write: Action = defineAction({
  name: "write",
  title: "Type text",
  description: "Types text into a field; `clear` empties it first, `submit` presses Enter after.",
  scope: "interact",
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    selector,
    text: z.string().max(100_000),
    clear: z.boolean().exactOptional(),
    submit: z.boolean().exactOptional(),
  } satisfies ShapeOf<ActionArgs<"write">>,
  output: callResult({ element: z.string().optional(), note: z.string().optional() }),
  run: (service, workspace, args, options) => service.call(workspace, "write", args, options),
});
