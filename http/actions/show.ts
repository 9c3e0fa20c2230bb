/** The row `show`. @module */
import * as z from "zod";
import { type Action, defineAction } from "../action.ts";
import { DRAWN_META } from "../mcp/apps.ts";
import { readUri } from "../read_uri.ts";

/** Draws a resource, for clients that can. */
export const show: Action = defineAction({
  name: "show",
  title: "Show a person",
  description:
    "Draws what a URI such as workspace://network reads as, for the person; answers as read does.",
  scope: "observe",
  step: false,
  annotations: { readOnlyHint: true, openWorldHint: false },
  meta: DRAWN_META,
  input: { uri: z.string().min(1).max(8_192) },
  output: z.looseObject({ uri: z.string() }),
  run: async (service, workspace, { uri }, { access }) => ({
    ...await readUri({ service, workspace, access, uri }),
    uri,
  }),
});
