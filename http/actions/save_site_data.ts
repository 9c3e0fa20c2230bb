/** The row `save_site_data`. @module */
import * as z from "zod";
import { type Action, defineAction } from "../action.ts";
import { callResult } from "../schema/result.ts";

/** Keeps cookies and storage for the next session. */
export const saveSiteData: Action = defineAction({
  name: "save_site_data",
  title: "Keep sign-ins",
  description:
    "Keeps cookies and storage of the sites this session has been on, so that the workspace's next session is still signed in; call it after signing in. Read workspace://site-data for what is kept.",
  scope: "interact",
  // What was kept before is replaced.
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {},
  output: callResult({
    cookies: z.number().optional(),
    origins: z.array(z.string()).optional(),
    session_storage: z.string().optional(),
    bytes: z.number().optional(),
    withheld: z.number().optional(),
    left_out: z.array(z.string()).optional(),
    failed: z.array(z.object({ origin: z.string(), why: z.string() })).optional(),
  }),
  run: (service, workspace, args, options) =>
    service.call(workspace, "save_site_data", args, options),
});
