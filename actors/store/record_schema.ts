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
  collector: z.string().nullable(),
  calledAt: z.number(),
});

const RECORD = z.object({
  settings: z.object({
    browser: z.enum(["chrome", "firefox"]),
    width: count,
    height: count,
    console_shim: z.boolean(),
    settle_ms: z.number().min(0),
    wait: z.enum(["none", "interactive", "load"]),
    timeout: positive,
    wait_timeout: z.number().min(0),
    call_timeout: positive,
  }),
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
