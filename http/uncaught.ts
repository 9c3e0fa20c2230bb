/**
 * Faults that nobody caught: told to the log, and no reason to end every caller's browsers.
 *
 * @module
 */
import { faultOf } from "./failure.ts";
import type { Log } from "./log.ts";

/** Logs what nobody catches, from now until what it returns is called; the process goes on. */
export function logUncaught(log: Log): () => void {
  const rejected = (event: PromiseRejectionEvent): void => {
    event.preventDefault();
    log.error("a rejection was not handled", faultOf(event.reason));
  };
  const thrown = (event: ErrorEvent): void => {
    event.preventDefault();
    log.error("an error was not caught", faultOf(event.error));
  };
  addEventListener("unhandledrejection", rejected);
  addEventListener("error", thrown);
  return () => {
    removeEventListener("unhandledrejection", rejected);
    removeEventListener("error", thrown);
  };
}
