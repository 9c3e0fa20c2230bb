/**
 * The arguments that more than one action takes, with their bounds.
 *
 * @module
 */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";

/** A URL to go to; which ones are allowed is checked where the browser is. */
export const url: z.ZodString = z.string().min(1).max(65_536);

/** How far a navigation is waited for. */
export const wait: z.ZodEnum<{ none: "none"; interactive: "interactive"; load: "load" }> = z.enum([
  "none",
  "interactive",
  "load",
]);

const word = z.string().min(1).max(64);

/** A secret by name. */
export const secretRef: z.ZodType<NonNullable<ActionArgs<"write">["secret"]>> = z.strictObject({
  name: word,
  key: word,
});

/** A side of a viewport or a screen, in CSS pixels. */
export const pixels: z.ZodNumber = z.int().min(100).max(8_000);

/** Whether what is made is kept in the workspace, and under which name. */
export const save: z.ZodUnion<[z.ZodBoolean, z.ZodString]> = z.union([
  z.boolean(),
  z.string().min(1).max(1_000),
]);

/** Seconds something may take. */
export const seconds: z.ZodNumber = z.number().min(0.1).max(600).describe("Seconds");
