/** The row `screenshot`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { save } from "../schema/fields.ts";
import { file } from "../schema/file.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

/** Takes a picture. */
export const screenshot: Action = defineAction({
  name: "screenshot",
  title: "Take a screenshot",
  description: "Takes a picture of the viewport, the full page or one element.",
  scope: "observe",
  // Others may have to go for a file that is kept.
  scopesWith: { save: "interact" },
  annotations: { readOnlyHint: false, destructiveHint: false },
  input: {
    selector: selector.exactOptional(),
    full_page: z.boolean().exactOptional(),
    format: z.enum(["png", "jpeg"]).exactOptional(),
    quality: z.int().min(1).max(100).describe("jpeg only; default 80").exactOptional(),
    save: save.describe("true or a name: kept as a file, not shown").exactOptional(),
  } satisfies ShapeOf<ActionArgs<"screenshot">>,
  output: callResult({
    file: file.optional(),
    mime: z.string().optional(),
    width: z.number().optional(),
    height: z.number().optional(),
  }),
  blob: { data: "data", mime: "mime" },
  check: ({ selector, full_page, format, quality }) => {
    if (selector !== undefined && full_page === true) return "give selector or full_page, not both";
    if (quality !== undefined && format !== "jpeg") return 'quality goes with format "jpeg" only';
    return null;
  },
  run: (service, workspace, args, options) => service.call(workspace, "screenshot", args, options),
});
