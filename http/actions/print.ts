/** The row `print`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { save } from "../schema/fields.ts";
import { file } from "../schema/file.ts";
import { callResult } from "../schema/result.ts";

/** Prints to PDF. */
export const print: Action = defineAction({
  name: "print",
  title: "Print to PDF",
  description: "Makes a PDF of the whole page, as it prints.",
  scope: "observe",
  // Others may have to go for a file that is kept.
  scopesWith: { save: "interact" },
  annotations: { readOnlyHint: false, destructiveHint: false },
  input: {
    paper: z.enum(["a3", "a4", "a5", "letter", "legal", "tabloid"]).describe("Default letter")
      .exactOptional(),
    orientation: z.enum(["portrait", "landscape"]).exactOptional(),
    scale: z.number().min(0.1).max(2).exactOptional(),
    background: z.boolean().exactOptional(),
    pages: z.string().min(1).max(1_000).describe("Such as 1-3,5").exactOptional(),
    save: save.describe("true or a name: kept as a file, not shown").exactOptional(),
  } satisfies ShapeOf<ActionArgs<"print">>,
  output: callResult({
    file: file.optional(),
    mime: z.string().optional(),
    pages: z.number().optional(),
    note: z.string().optional(),
  }),
  blob: { data: "data", mime: "mime" },
  run: (service, workspace, args, options) => service.call(workspace, "print", args, options),
});
