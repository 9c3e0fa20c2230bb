/** The row `network_body`. @module */
import * as z from "zod";
import { type Action, defineAction } from "../action.ts";
import { SHARED_META } from "../mcp/apps.ts";

/** Fetches a captured body. */
export const networkBody: Action = defineAction({
  name: "network_body",
  title: "Get a body",
  description:
    "Gets the response (or request) body of a captured request by its id. Text is cut at 100000 bytes; of a binary body, type and size.",
  scope: "observe",
  step: false,
  meta: SHARED_META,
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: {
    id: z.string().min(1).max(64).describe("Such as 3.7"),
    side: z.enum(["response", "request"]).exactOptional(),
  },
  output: z.looseObject({
    id: z.string(),
    side: z.string(),
    mime: z.string().nullable(),
    size: z.number().nullable(),
    binary: z.boolean(),
    text: z.string().nullable(),
    truncated: z.boolean(),
    why: z.string().optional(),
  }),
  async run(service, workspace, { id, side = "response" }, options) {
    return { ...await service.body(workspace, id, side, options) };
  },
});
