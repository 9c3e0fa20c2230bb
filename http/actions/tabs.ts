/** The row `tabs`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import * as fields from "../schema/fields.ts";
import { WORDS } from "../schema/allowed.ts";
import { callResult } from "../schema/result.ts";

/** Lists, opens, switches to and closes tabs. */
export const tabs: Action = defineAction({
  name: "tabs",
  title: "Tabs",
  description:
    "Lists tabs, opens one, switches to or closes one by id. Calls act on the driven one; a result's `opened` names tabs its call opened.",
  scope: "interact",
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    action: z.enum(["list", "open", "switch", "close"]),
    tab: z.string().regex(/^t[1-9]\d{0,8}$/).describe("Such as t2")
      .register(WORDS, { words: "a tab's id such as t2" }).exactOptional(),
    url: fields.url.exactOptional(),
  } satisfies ShapeOf<ActionArgs<"tabs">>,
  output: callResult({
    tabs: z.array(z.looseObject({ tab: z.string(), url: z.string() })).optional(),
  }),
  check: ({ action, tab, url }) => {
    if (action === "switch" && tab === undefined) return 'action "switch" needs "tab"';
    if (tab !== undefined && action !== "switch" && action !== "close") {
      return '"tab" goes with action "switch" or "close" only';
    }
    return url !== undefined && action !== "open" ? '"url" goes with action "open" only' : null;
  },
  run: (service, workspace, args, options) => service.call(workspace, "tabs", args, options),
});
