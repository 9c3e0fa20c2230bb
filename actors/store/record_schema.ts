/**
 * What a stored record must look like to be believed: the file may be an older version's, or have been
 * written by hand.
 *
 * @module
 */
import { z } from "zod";
import type { WorkspaceRecord } from "./record.ts";

const count = z.int().min(0);
const positive = z.number().positive();

const SESSION = z.object({
  browser: z.enum(["chrome", "firefox"]),
  ticket: z.string().min(1),
  timeoutMs: positive,
  driven: z.string().min(1),
  tabs: z.object({ last: count, tabs: z.record(z.string(), count) }).default({ last: 0, tabs: {} }),
  frames: z.array(z.object({ context: z.string(), parent: z.string(), element: z.string() }))
    .default([]),
  collector: z.string().nullable(),
  calledAt: z.number(),
  origins: z.array(z.string()).default([]),
});

const EMULATED = z.object({
  locale: z.string().exactOptional(),
  timezone: z.string().exactOptional(),
  geolocation: z.object({
    latitude: z.number(),
    longitude: z.number(),
    accuracy: z.number().exactOptional(),
  }).exactOptional(),
  user_agent: z.string().exactOptional(),
  screen: z.object({ width: count, height: count }).exactOptional(),
  offline: z.literal(true).exactOptional(),
  headers: z.record(z.string(), z.string().nullable()).exactOptional(),
});

const RECORD = z.object({
  settings: z.object({
    browser: z.enum(["chrome", "firefox"]),
    width: count,
    height: count,
    // Records of versions before have none of these.
    device_pixel_ratio: positive.nullable().default(null),
    console_shim: z.boolean(),
    settle_ms: z.number().min(0),
    wait: z.enum(["none", "interactive", "load"]),
    timeout: positive,
    wait_timeout: z.number().min(0),
    call_timeout: positive,
  }),
  emulated: EMULATED.default({}),
  captureTtlS: positive.nullable(),
  session: SESSION.nullable(),
  endedWhy: z.string().nullable(),
  reopens: z.boolean(),
  url: z.string().nullable(),
  calledAt: z.number().default(0),
  calls: count,
  seq: count,
  nav: count,
}) satisfies z.ZodType<WorkspaceRecord>;

/** The record that `text` is the JSON of; null when it is none. */
export function parseRecord(text: string): WorkspaceRecord | null {
  try {
    return RECORD.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
