/** The row `cookies`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { callResult } from "../schema/result.ts";

/** What only a cookie that is set has. */
const OF_SET = ["value", "http_only", "secure", "same_site", "max_age"] as const;

/** Lists, sets and clears cookies. */
export const cookies: Action = defineAction({
  name: "cookies",
  title: "Cookies",
  description:
    "Lists, sets or clears cookies of the current page's host, of a `domain`, or `all`; values are never shown.",
  scope: "interact",
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: {
    action: z.enum(["list", "set", "clear"]),
    name: z.string().min(1).max(4_096).exactOptional(),
    value: z.string().max(4_096).exactOptional(),
    domain: z.string().min(1).max(254).exactOptional(),
    path: z.string().min(1).max(1_024).exactOptional(),
    all: z.boolean().exactOptional(),
    http_only: z.boolean().exactOptional(),
    secure: z.boolean().exactOptional(),
    same_site: z.enum(["strict", "lax", "none"]).exactOptional(),
    max_age: z.int().min(1).max(34_560_000).exactOptional().describe("Seconds"),
  } satisfies ShapeOf<ActionArgs<"cookies">>,
  output: callResult({
    cookies: z.array(z.looseObject({ name: z.string(), domain: z.string() })).optional(),
    cleared: z.number().optional(),
    note: z.string().optional(),
  }),
  check(args) {
    const { action, name, value, domain, all } = args;
    if (action === "set") {
      if (name === undefined || value === undefined) return "give name and value of what is set";
      return all ? "all is for list and clear; a cookie is set for one domain" : null;
    }
    const given = OF_SET.filter((each) => args[each] !== undefined);
    if (given.length > 0) return `${given.join(" and ")} can be given with set only`;
    return all && domain !== undefined ? "give one of domain and all, not both" : null;
  },
  run: (service, workspace, args, options) => service.call(workspace, "cookies", args, options),
});
