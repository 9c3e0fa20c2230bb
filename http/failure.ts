/**
 * What is not understood, told to the log without a word a page may have sent.
 *
 * @module
 */
import type { Log } from "./log.ts";
import { HttpError, isRefusal } from "./problem.ts";
import type { ActionError } from "../actors/action_error.ts";

/** What {@linkcode refusalOf} goes by. */
export interface Failed {
  /** What failed, as both the caller and the log name it. */
  readonly what: string;
  /** The signal it ran with. */
  readonly signal: AbortSignal;
  /** Where it is told when nobody else can be. */
  readonly log: Log;
}

/**
 * The refusal to answer `error` with: what the signal aborted with or itself, when its message is for the
 * caller, a 503 when the call was
 * cancelled, else a 500 whose cause goes to the log.
 */
export function refusalOf(
  error: unknown,
  { what, signal, log }: Failed,
): HttpError | ActionError {
  // A token that was revoked says so, whatever was going on.
  if (isRefusal(signal.reason)) return signal.reason;
  if (isRefusal(error)) return error;
  if (signal.aborted) {
    return new HttpError(503, `${what} was cancelled: its caller left, or pagetap is stopping`);
  }
  log.error("request failed", { what, ...faultOf(error) });
  return new HttpError(
    500,
    `${what} failed for a reason pagetap does not know; its log says where`,
  );
}

/** What the log may know of an error: its type and its place. */
export function faultOf(error: unknown): { error: string; at: string } {
  return { error: errorType(error), at: place(error) };
}

function errorType(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** The first frames of a stack. The message before them may quote a page, so it is left out. */
function place(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return frames.slice(0, 4).map((line) => line.trim()).join(" < ");
}
