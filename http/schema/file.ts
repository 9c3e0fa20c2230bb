/**
 * A file that is kept, in a result.
 *
 * @module
 */
import * as z from "zod";

/** What a result says of it: `link` is for a person, and lives five minutes. */
export const file: z.ZodObject = z.looseObject({
  name: z.string(),
  uri: z.string(),
  size: z.number(),
  mime: z.string(),
  link: z.string(),
}).partial();
