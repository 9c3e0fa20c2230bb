/**
 * What a command came to when it failed, in a sentence a caller can act on.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import { CommandTimeoutError } from "../bidi/command_errors.ts";
import { cut } from "./cut.ts";
import { PageError } from "./page.ts";

/** How much of the browser's own words is told. */
const MAX_DETAIL = 200;

/**
 * The error of a failed command as a {@link PageError}, where it is one of the page's or the caller's;
 * else the error as it is, such as a closed connection or an abort.
 */
export function explain(error: unknown): unknown {
  if (error instanceof CommandTimeoutError) return busy(error.timeoutMs);
  if (!(error instanceof BidiError)) return error;
  switch (error.code) {
    case "no such node":
    case "no such element":
    case "stale element reference":
      return new PageError(
        400,
        "The element went away while it was acted on: the page changed; use outline to see it as it is",
      );
    case "move target out of bounds":
      return new PageError(
        400,
        "The element moved out of view while it was acted on: wait for it with wait_for, then try again",
      );
    case "no such frame":
      return new PageError(404, "The tab was closed: go on in a new one with open_session");
    case "no such alert":
      return new PageError(404, "No dialog is open");
    case "unexpected alert open":
      return new PageError(409, "A dialog is open: answer it with dialog first");
    case "unable to capture screen":
      return new PageError(
        400,
        `The browser cannot take this picture: ${cut(error.detail, MAX_DETAIL)}`,
      );
    default:
      return error;
  }
}

/** The document that a function ran in went away before it answered. */
export function documentLeft(error: unknown): boolean {
  // Neither browser has a code for it; "no such frame" is Firefox between two processes.
  return error instanceof BidiError &&
    (error.code === "no such frame" ||
      error.code === "unknown error" &&
        /navigated|context|destroyed|AbortError|actor/i.test(error.detail));
}

/** The node that was passed is of a document that is gone, or none. */
export function nodeLeft(error: unknown): boolean {
  return error instanceof BidiError &&
    (error.code === "no such node" || error.code === "stale element reference");
}

/** The browser has no such command, or cannot do this with it. */
export function unsupported(error: unknown): boolean {
  return error instanceof BidiError &&
    (error.code === "unknown command" || error.code === "unsupported operation");
}

/** The page did not answer: 504. */
export function busy(timeoutMs: number): PageError {
  return new PageError(
    504,
    `The page did not answer within ${seconds(timeoutMs)}: a script of it keeps it busy; ` +
      "try again, or leave it with navigate",
  );
}

/** `1500` as `1.5 s`. */
export function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
