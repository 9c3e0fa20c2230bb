/**
 * What a caller's script takes as its `arguments`.
 *
 * @module
 */
import * as z from "zod";
import { isDeeperThan } from "./depth.ts";

const MAX_DEPTH = 100;

/** JSON values. */
export const scriptArgs: z.ZodArray<z.ZodUnknown> = z.array(z.unknown()).max(100);

/** The sentence for values that are nested too deep to be checked further, or null. */
export function tooDeep({ args = [] }: { args?: unknown[] }): string | null {
  return args.some((arg) => isDeeperThan(arg, MAX_DEPTH))
    ? `"args" may be nested at most ${MAX_DEPTH} deep`
    : null;
}
