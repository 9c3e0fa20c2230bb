/** The row `download`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, exactlyOne, type ShapeOf } from "../action.ts";
import { seconds, url } from "../schema/fields.ts";
import { file } from "../schema/file.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

/** Downloads a file. */
export const download: Action = defineAction({
  name: "download",
  title: "Download a file",
  description:
    "Clicks what downloads a file, or goes to its URL, and keeps it in the workspace (`file`). Only this keeps a download.",
  scope: "interact",
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    selector: selector.exactOptional(),
    url: url.exactOptional(),
    wait_timeout: seconds.describe("Seconds until it begins").exactOptional(),
    timeout: seconds.describe("Seconds from there").exactOptional(),
  } satisfies ShapeOf<ActionArgs<"download">>,
  output: callResult({ file: file.optional(), element: z.string().optional() }),
  check: (args) => exactlyOne(args, ["selector", "url"]),
  run: (service, workspace, args, options) => service.call(workspace, "download", args, options),
});
