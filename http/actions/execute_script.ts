/** The row `execute_script`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { seconds } from "../schema/fields.ts";
import { callResult } from "../schema/result.ts";
import { ref } from "../schema/selector.ts";
import { scriptArgs, tooDeep } from "../schema/script_args.ts";

/** Runs JavaScript in the page. */
export const executeScript: Action = defineAction({
  name: "execute_script",
  title: "Run JavaScript",
  description:
    "Runs JavaScript in the page, returning its value as JSON: an expression, a function called with `args`, or an async function's body (`return` a value; `arguments` has `args`, after the element of `ref`).",
  scope: "evaluate",
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    script: z.string().min(1).max(100_000),
    ref: ref.exactOptional(),
    args: scriptArgs.exactOptional(),
    timeout: seconds.exactOptional(),
  } satisfies ShapeOf<ActionArgs<"execute_script">>,
  output: callResult({ value: z.unknown().optional() }),
  check: tooDeep,
  run: (service, workspace, args, options) =>
    service.call(workspace, "execute_script", args, options),
});
