/** The row `assert`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { seconds } from "../schema/fields.ts";
import { callResult } from "../schema/result.ts";
import { scriptArgs, tooDeep } from "../schema/script_args.ts";

/** Waits until a script is true. */
export const assert: Action = defineAction({
  name: "assert",
  title: "Assert",
  description:
    "Waits until a script, as for execute_script, gives what is true; else fails with `message` and what it last gave or threw.",
  scope: "evaluate",
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    script: z.string().min(1).max(100_000),
    args: scriptArgs.exactOptional(),
    wait_timeout: seconds.exactOptional(),
    stable_for: z.number().min(0).max(120).describe("Seconds it must stay true").exactOptional(),
    message: z.string().min(1).max(1_000).exactOptional(),
  } satisfies ShapeOf<ActionArgs<"assert">>,
  output: callResult({ passed: z.boolean().optional(), waited_ms: z.number().optional() }),
  check: tooDeep,
  run: (service, workspace, args, options) => service.call(workspace, "assert", args, options),
});
