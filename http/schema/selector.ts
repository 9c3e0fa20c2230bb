/**
 * The one way to name an element, as every action takes it.
 *
 * @module
 */
import * as z from "zod";
import type { ActionArgs } from "../../actors/actions.ts";

const words = z.string().min(1).max(10_000);

/** What an outline, or an error that names several, calls an element. */
export const ref: z.ZodType<string> = words;

/** Exactly one way to name an element; what it means is `page/`'s to say. */
export const selector: z.ZodType<ActionArgs<"interact">["selector"]> = z.union([
  z.strictObject({ css: words }),
  z.strictObject({ xpath: words }),
  z.strictObject({ role: words, name: words.exactOptional() }),
  z.strictObject({ text: words }),
  z.strictObject({ label: words }),
  z.strictObject({ ref: words }),
]);

/** Every member that a selector may have. */
export const SELECTOR_MEMBERS = ["css", "xpath", "role", "name", "text", "label", "ref"] as const;

/**
 * The selector as it is published. A flat object says in a third of the bytes what a union of six says,
 * and every client's schema dialect has it; that it is exactly one is checked here all the same.
 */
export const PUBLISHED_SELECTOR = {
  type: "object",
  description: "One; name with role",
  properties: Object.fromEntries(
    SELECTOR_MEMBERS.map((member) => [member, { type: "string" }]),
  ),
} as const;
