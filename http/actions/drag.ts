/** The row `drag`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

type DragArgs = ActionArgs<"drag">;

const pixels = z.number().min(0).max(100_000).exactOptional();

const end = z.strictObject(
  { selector: selector.exactOptional(), x: pixels, y: pixels } satisfies ShapeOf<DragArgs["to"]>,
);

/** Drags from one place to another. */
export const drag: Action = defineAction({
  name: "drag",
  title: "Drag and drop",
  description:
    "Drags from one element or point to another, with real input: drag and drop, sliders, sorted lists. x, y are pixels from the top left of the element or, without a selector, of the viewport.",
  scope: "interact",
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: { from: end, to: end } satisfies ShapeOf<DragArgs>,
  output: callResult({
    from: z.string().optional(),
    to: z.string().optional(),
    note: z.string().optional(),
  }),
  check: ({ from, to }) => incomplete("from", from) ?? incomplete("to", to),
  run: (service, workspace, args, options) => service.call(workspace, "drag", args, options),
});

function incomplete(name: string, { selector, x, y }: DragArgs["to"]): string | null {
  if ((x === undefined) !== (y === undefined)) return `"${name}" needs both x and y, or neither`;
  if (selector !== undefined || x !== undefined) return null;
  return `"${name}" needs a selector, or x and y`;
}
