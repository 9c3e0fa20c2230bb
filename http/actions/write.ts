/** The row `write`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, exactlyOne, type ShapeOf } from "../action.ts";
import { secretRef } from "../schema/fields.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

/** Types into a field. */
export const write: Action = defineAction({
  name: "write",
  title: "Type text",
  description:
    "Types `text` into a field, or a `secret` you never see (secret://secrets lists them). `clear` empties it first, `submit` presses Enter.",
  scope: "interact",
  scopesWith: { secret: "secrets" },
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    selector,
    text: z.string().max(100_000).exactOptional(),
    secret: secretRef.exactOptional(),
    clear: z.boolean().exactOptional(),
    submit: z.boolean().exactOptional(),
  } satisfies ShapeOf<ActionArgs<"write">>,
  output: callResult({ element: z.string().optional(), note: z.string().optional() }),
  check: (args) => exactlyOne(args, ["text", "secret"]),
  run: (service, workspace, args, options) => service.call(workspace, "write", args, options),
});
