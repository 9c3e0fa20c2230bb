/** The row `read`. @module */
import * as z from "zod";
import { type Action, defineAction } from "../action.ts";
import { readUri } from "../read_uri.ts";

/** Reads a resource, for clients that have none. */
export const read: Action = defineAction({
  name: "read",
  title: "Read what was captured",
  description:
    "Reads workspace://current (state), workspace://console{?level,pages,text,call,limit,before,after}, workspace://console/{seq}, workspace://network{?filter,pages,url,method,status,call,limit,before,after} or workspace://network/{id}; also a result's `page.see`. Never touches or waits for the browser.",
  scope: "observe",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: { uri: z.string().min(1).max(8_192) },
  output: z.looseObject({}),
  run: async (service, workspace, { uri }, { access }) => ({
    ...await readUri({ service, workspace, access, uri }),
  }),
});
