/** The row `end_browser`. @module */
import * as z from "zod";
import { type Action, defineAction } from "../action.ts";
import { callResult } from "../schema/result.ts";

/** Ends the browser. */
export const endBrowser: Action = defineAction({
  name: "end_browser",
  title: "End the browser",
  description: "Ends your workspace's browser. What was captured stays readable.",
  scope: "interact",
  step: false,
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {},
  output: callResult({ ended: z.boolean().optional() }),
  run: (service, workspace, _args, options) => service.end(workspace, options),
});
