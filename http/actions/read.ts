/** The row `read`. @module */
import * as z from "zod";
import { type Action, defineAction } from "../action.ts";
import { readUri } from "../read_uri.ts";

/** Reads a resource, for clients that have none. */
export const read: Action = defineAction({
  name: "read",
  title: "Read what was captured",
  description:
    "Reads by URI, without touching the browser: a result's `page.see`; workspace://current (state); workspace://console{?level,pages,text,call,limit,before,after} or /{seq}; workspace://network{?filter,pages,url,method,status,call,limit,before,after} or /{id}; workspace://files; skill://pagetap/SKILL.md (how to use these tools).",
  scope: "observe",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: { uri: z.string().min(1).max(8_192) },
  output: z.looseObject({}),
  run: async (service, workspace, { uri }, { access }) => ({
    ...await readUri({ service, workspace, access, uri }),
  }),
});
