/** The row `wait_for`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, exactlyOne, type ShapeOf } from "../action.ts";
import { seconds } from "../schema/fields.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

/** Waits for something on the page. */
export const waitFor: Action = defineAction({
  name: "wait_for",
  title: "Wait",
  description:
    "Waits until an element, a visible text or a URL (part, or glob with *) is there, or with `gone` is no more. Give exactly one of the three.",
  scope: "observe",
  annotations: { readOnlyHint: true },
  input: {
    selector: selector.exactOptional(),
    text: z.string().min(1).max(10_000).exactOptional(),
    url: z.string().min(1).max(65_536).exactOptional(),
    gone: z.boolean().exactOptional(),
    timeout: seconds.exactOptional(),
  } satisfies ShapeOf<ActionArgs<"wait_for">>,
  output: callResult({
    found: z.boolean().optional(),
    gone: z.boolean().optional(),
    waited_ms: z.number().optional(),
  }),
  check: (args) => exactlyOne(args, ["selector", "text", "url"]),
  run: (service, workspace, args, options) => service.call(workspace, "wait_for", args, options),
});
