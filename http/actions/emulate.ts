/** The row `emulate`. @module */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";
import { type Action, defineAction, type ShapeOf } from "../action.ts";
import { pixels } from "../schema/fields.ts";
import { wrongHeader } from "../schema/header_rules.ts";
import { WORDS } from "../schema/allowed.ts";
import { callResult } from "../schema/result.ts";

const MAX_HEADERS = 32;

/** Has the browser pretend. */
export const emulate: Action = defineAction({
  name: "emulate",
  title: "Emulate",
  description:
    "Has the browser pretend another locale, time zone, location, user agent or screen, be offline, or send more headers to every site; until the session ends. null takes one back, `reset` all. All or nothing.",
  scope: "interact",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  input: {
    locale: z.string().min(1).max(100).describe("Such as de-DE").nullable().exactOptional(),
    timezone: z.string().min(1).max(100).describe("Such as Asia/Tokyo").nullable().exactOptional(),
    geolocation: z.strictObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      accuracy: z.number().min(0).max(1e7).describe("Metres").exactOptional(),
    }).nullable().exactOptional(),
    user_agent: z.string().regex(/^[\x20-\x7e]{1,1000}$/)
      .register(WORDS, { words: "1 to 1000 characters of printable ASCII" }).nullable()
      .exactOptional(),
    offline: z.boolean().nullable().exactOptional(),
    headers: z.record(z.string().min(1).max(100), z.string().max(8_192)).nullable().exactOptional(),
    screen: z.strictObject({ width: pixels, height: pixels }).nullable().exactOptional(),
    reset: z.boolean().exactOptional(),
  } satisfies ShapeOf<ActionArgs<"emulate">>,
  output: callResult({ emulated: z.looseObject({}).optional() }),
  check: ({ reset, headers, ...others }) => {
    const given = reset || headers !== undefined || Object.keys(others).length > 0;
    if (!given) return "give what is to be emulated, or reset";
    const names = Object.keys(headers ?? {});
    if (names.length > MAX_HEADERS) {
      return `"headers" may have ${MAX_HEADERS} members at most; found ${names.length}`;
    }
    return wrongHeader(headers ?? {});
  },
  run: (service, workspace, args, options) => service.call(workspace, "emulate", args, options),
});
