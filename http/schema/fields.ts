/**
 * The arguments that more than one action takes, with their bounds.
 *
 * @module
 */
import * as z from "zod";

/** A URL to go to; which ones are allowed is checked where the browser is. */
export const url: z.ZodString = z.string().min(1).max(65_536);

/** How far a navigation is waited for. */
export const wait: z.ZodEnum<{ none: "none"; interactive: "interactive"; load: "load" }> = z.enum([
  "none",
  "interactive",
  "load",
]);

/** Seconds something may take. */
export const seconds: z.ZodNumber = z.number().min(0.1).max(600).describe("Seconds");
