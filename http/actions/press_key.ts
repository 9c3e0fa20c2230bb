/** The row `press_key`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

/** Presses a key or a chord. */
export const pressKey: Action = defineAction({
  name: "press_key",
  title: "Press a key",
  description:
    "Presses a key or chord such as Enter, Escape, control+a, on what has focus or on `selector`.",
  scope: "interact",
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    keys: z.string().min(1).max(200),
    selector: selector.exactOptional(),
  } satisfies ShapeOf<ActionArgs<"press_key">>,
  output: callResult({ note: z.string().optional() }),
  run: (service, workspace, args, options) => service.call(workspace, "press_key", args, options),
});
