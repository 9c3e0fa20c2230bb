/** The row `select`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, exactlyOne, type ShapeOf } from "../action.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

const words = z.string().max(10_000);
const place = z.int().min(0).max(100_000);

/** One or several. */
function oneOrMore<S extends z.ZodType>(schema: S) {
  return z.union([schema, z.array(schema).max(1_000)]);
}

/** Selects options of a list. */
export const select: Action = defineAction({
  name: "select",
  title: "Select options",
  description:
    "Selects options of a <select> by one of label, value, index (from 0); an array selects several. Deselects the others. For a list the page draws itself, use interact.",
  scope: "interact",
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    selector,
    label: oneOrMore(words).exactOptional(),
    value: oneOrMore(words).exactOptional(),
    index: oneOrMore(place).exactOptional(),
  } satisfies ShapeOf<ActionArgs<"select">>,
  output: callResult({
    element: z.string().optional(),
    selected: z.array(z.string()).optional(),
    note: z.string().optional(),
  }),
  check: (args) => exactlyOne(args, ["label", "value", "index"]),
  run: (service, workspace, args, options) => service.call(workspace, "select", args, options),
});
