/** The row `resize`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { pixels } from "../schema/fields.ts";
import { callResult } from "../schema/result.ts";

/** Sets the size of the tabs. */
export const resize: Action = defineAction({
  name: "resize",
  title: "Resize",
  description:
    "Sets the viewport, by a preset or in CSS pixels, for this session and the next; to see a page as on a phone.",
  scope: "interact",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  input: {
    preset: z.enum(["phone", "tablet", "desktop"]).exactOptional(),
    width: pixels.exactOptional(),
    height: pixels.exactOptional(),
    device_pixel_ratio: z.number().min(0.5).max(5).exactOptional(),
  } satisfies ShapeOf<ActionArgs<"resize">>,
  output: callResult({
    width: z.number().optional(),
    height: z.number().optional(),
    device_pixel_ratio: z.number().optional(),
  }),
  check: ({ preset, width, height, device_pixel_ratio }) => {
    if ((width === undefined) !== (height === undefined)) {
      return "give width and height, or neither";
    }
    const own = width !== undefined || device_pixel_ratio !== undefined;
    if (own === (preset === undefined)) return null;
    return own
      ? "give preset, or width, height and device_pixel_ratio, not both"
      : "give preset, or width and height, or device_pixel_ratio";
  },
  run: (service, workspace, args, options) => service.call(workspace, "resize", args, options),
});
