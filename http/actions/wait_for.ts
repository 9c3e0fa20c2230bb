/** The row `wait_for`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, exactlyOne, type ShapeOf } from "../action.ts";
import { seconds, url } from "../schema/fields.ts";
import { WORDS } from "../schema/allowed.ts";
import { callResult } from "../schema/result.ts";
import { selector } from "../schema/selector.ts";

/** Waits for something on the page. */
export const waitFor: Action = defineAction({
  name: "wait_for",
  title: "Wait",
  description:
    "Waits until an element, visible text or URL (part, or glob with *) is there, or with `gone` is not; or until a captured request is answered (begun since the last call that acted on the page, even if it has ended), returning its id. Exactly one of the four.",
  scope: "observe",
  annotations: { readOnlyHint: true },
  input: {
    selector: selector.exactOptional(),
    text: z.string().min(1).max(10_000).exactOptional(),
    url: url.exactOptional(),
    request: z.strictObject({
      url: url.exactOptional(),
      method: z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,64}$/)
        .register(WORDS, { words: "a method such as POST" }).exactOptional(),
      status: z.union([
        z.int().min(100).max(599),
        z.enum(["1xx", "2xx", "3xx", "4xx", "5xx"]),
      ]).exactOptional(),
    }).exactOptional(),
    gone: z.boolean().exactOptional(),
    timeout: seconds.exactOptional(),
  } satisfies ShapeOf<ActionArgs<"wait_for">>,
  output: callResult({
    found: z.boolean().optional(),
    gone: z.boolean().optional(),
    id: z.string().optional(),
    uri: z.string().optional(),
    status: z.number().nullable().optional(),
    error: z.string().optional(),
    pending: z.boolean().optional(),
    waited_ms: z.number().optional(),
  }),
  check: (args) => {
    const { request, gone } = args;
    if (request !== undefined && gone) return "gone goes with selector, text or url";
    if (request !== undefined && Object.keys(request).length === 0) {
      return 'give "request" at least one of url, method, status';
    }
    return exactlyOne(args, ["selector", "text", "url", "request"]);
  },
  run: (service, workspace, args, options) => service.call(workspace, "wait_for", args, options),
});
