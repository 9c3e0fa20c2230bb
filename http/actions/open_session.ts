/** The row `open_session`. @module */
import * as z from "zod";
import type { OpenArgs } from "../../actors/service.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { pixels, seconds, url, wait } from "../schema/fields.ts";
import { callResult } from "../schema/result.ts";

/** Opens a browser. */
export const openSession: Action = defineAction({
  name: "open_session",
  title: "Open a browser",
  description:
    "Opens a browser in your workspace, ending the open one. Start here, with capture=true: results then say what each call caused; console and network can be read. What you leave out stays as it was, except capture.",
  scope: "interact",
  step: false,
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    browser: z.enum(["chrome", "firefox"]).exactOptional(),
    url: url.exactOptional(),
    width: pixels.exactOptional(),
    height: pixels.exactOptional(),
    capture: z.union([
      z.boolean(),
      z.strictObject({ ttl: z.number().min(60).max(2_592_000) }),
    ]).describe("Keep console and network. ttl: seconds").exactOptional(),
    console_shim: z.boolean().describe("Chrome: keep console calls its driver loses")
      .exactOptional(),
    restore_site_data: z.boolean().describe("false deletes what save_site_data kept")
      .exactOptional(),
    settle_ms: z.int().min(0).max(5_000).describe("Wait for what a call caused")
      .exactOptional(),
    wait: wait.exactOptional(),
    timeout: seconds.describe("Seconds `wait` may take").exactOptional(),
    wait_timeout: seconds.describe("Seconds a selector is waited for").exactOptional(),
    call_timeout: seconds.describe("Seconds a call may take").exactOptional(),
  } satisfies ShapeOf<OpenArgs>,
  output: callResult({ browser: z.string().optional(), capture: z.boolean().optional() }),
  check: ({ width, height }) =>
    (width === undefined) === (height === undefined) ? null : "give width and height, or neither",
  run: (service, workspace, args, options) => service.open(workspace, args, options),
});
