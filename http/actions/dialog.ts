/** The row `dialog`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { callResult } from "../schema/result.ts";

/** Answers a native dialog. */
export const dialog: Action = defineAction({
  name: "dialog",
  title: "Answer a dialog",
  description:
    "Accepts or dismisses the alert, confirm or prompt a result named in `dialog`; until then other calls are refused.",
  scope: "interact",
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    action: z.enum(["accept", "dismiss"]),
    text: z.string().max(10_000).describe("Answer to a prompt").exactOptional(),
  } satisfies ShapeOf<ActionArgs<"dialog">>,
  output: callResult({ answered: z.string().optional(), note: z.string().optional() }),
  check: ({ action, text }) =>
    text !== undefined && action === "dismiss" ? 'text goes with action "accept" only' : null,
  run: (service, workspace, args, options) => service.call(workspace, "dialog", args, options),
});
