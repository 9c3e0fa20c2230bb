/**
 * Answers an ask with what a function makes, or with what it throws.
 *
 * @module
 */
import type { Reply } from "./core/types.ts";

/** Answers `reply`; never throws. */
export function answer<R>(reply: Reply<R>, make: () => R): void {
  try {
    reply.ok(make());
  } catch (error) {
    reply.fail(error instanceof Error ? error : new Error(String(error)));
  }
}
