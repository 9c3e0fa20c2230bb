/**
 * The one place where what a call answers is masked: results and error texts alike.
 *
 * @module
 */
import { MASK, type Masker } from "../capture/masker.ts";
import { ActionError } from "./action_error.ts";
import type { Reply } from "./core/types.ts";
import type { CallResult } from "./service.ts";

/** Deeper than any action answers. */
const MAX_DEPTH = 64;
/** An image is no text: nothing in it is a value that was seen. */
const UNMASKED = new Set(["data"]);

/** A reply whose answer is masked before it leaves. */
export function maskedReply(reply: Reply<CallResult>, masker: Masker): Reply<CallResult> {
  return {
    ok: (result) => reply.ok(maskResult(result, masker)),
    fail: (error) =>
      reply.fail(
        error instanceof ActionError
          ? new ActionError(error.status, masker.text(error.message), error.page)
          : error,
      ),
  };
}

/** A copy of a result with every text in it masked. */
export function maskResult(result: CallResult, masker: Masker): CallResult {
  const masked: CallResult = {};
  for (const [name, value] of Object.entries(result)) {
    if (name === "url" && typeof value === "string") masked[name] = masker.url(value);
    else if (UNMASKED.has(name) && typeof value === "string") masked[name] = value;
    else masked[name] = mask(value, masker, 0);
  }
  return masked;
}

function mask(value: unknown, masker: Masker, depth: number): unknown {
  if (typeof value === "string") return masker.text(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return MASK;
  if (Array.isArray(value)) return value.map((each) => mask(each, masker, depth + 1));
  const masked: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) {
    masked[masker.text(name)] = typeof each === "string" && masker.member(name)
      ? MASK
      : mask(each, masker, depth + 1);
  }
  return masked;
}
