/** The row `navigate`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, exactlyOne, type ShapeOf } from "../action.ts";
import { seconds, url, wait } from "../schema/fields.ts";
import { callResult } from "../schema/result.ts";

/** Goes to a URL, or through the history. */
export const navigate: Action = defineAction({
  name: "navigate",
  title: "Navigate",
  description: "Goes to a URL, back, forward or reloads (exactly one).",
  scope: "interact",
  annotations: { readOnlyHint: false, destructiveHint: false },
  input: {
    url: url.exactOptional(),
    back: z.boolean().exactOptional(),
    forward: z.boolean().exactOptional(),
    reload: z.boolean().exactOptional(),
    wait: wait.exactOptional(),
    timeout: seconds.exactOptional(),
  } satisfies ShapeOf<ActionArgs<"navigate">>,
  output: callResult({ loading: z.boolean().optional(), stayed: z.string().optional() }),
  check: (args) => exactlyOne(args, ["url", "back", "forward", "reload"]),
  run: (service, workspace, args, options) => service.call(workspace, "navigate", args, options),
});
