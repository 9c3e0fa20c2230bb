/**
 * What results have in common. Loose on purpose: a client that validates must not break when a result
 * gains a member.
 *
 * @module
 */
import * as z from "zod";

const count = z.number();

/**
 * The members of every call's result. They are published with every tool, so what the instructions of the
 * server say once (`late`, `incomplete`, the members of `dialog`) is left out here.
 */
const common = {
  call: count.optional(),
  url: z.string().optional(),
  // A page that does not answer has none.
  title: z.string().nullable().optional(),
  page: z.looseObject({ errors: count, failed_requests: count, see: z.string().optional() })
    .partial().optional(),
  dialog: z.looseObject({}).optional(),
};

/**
 * The output schema of an action on a session.
 *
 * @param own what the action itself answers
 */
export function callResult<S extends z.ZodRawShape>(own: S): z.ZodObject {
  return z.looseObject({ ...common, ...own });
}
