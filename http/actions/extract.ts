/** The row `extract`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

/** Reads text or HTML. */
export const extract: Action = defineAction({
  name: "extract",
  title: "Read the page",
  description:
    "Reads the text or html of the page or one element. To find what to act on, use outline.",
  scope: "observe",
  annotations: { readOnlyHint: true },
  input: {
    selector: selector.exactOptional(),
    format: z.enum(["text", "html"]).exactOptional(),
    max_chars: z.int().min(1).max(100_000).describe("Default 20000").exactOptional(),
  } satisfies ShapeOf<ActionArgs<"extract">>,
  output: callResult({
    text: z.string().optional(),
    html: z.string().optional(),
    cut: z.number().optional(),
  }),
  run: (service, workspace, args, options) => service.call(workspace, "extract", args, options),
});
