/**
 * The `log` module: what the page logged.
 *
 * @module
 */
import type { RemoteValue, StackTrace } from "./script.ts";

/** `log.entryAdded` (log.Entry). */
export interface LogEntry {
  /** `console` for a console call, `javascript` for an uncaught exception and the browser's own words. */
  type: string;
  /** How bad it is: `console.error` and a failed assertion are `error`. */
  level: "debug" | "info" | "warn" | "error";
  /** The realm it came from; a worker's names no browsing context. */
  source: { realm: string; context?: string; userContext?: string };
  /** The browser's own text of it; null where it has none. */
  text: string | null;
  /** When it was logged, in epoch milliseconds. */
  timestamp: number;
  /** The stack it was logged with; absent where there is none. */
  stackTrace?: StackTrace;
  /** The console function that was called, as `table`; only of type `console`. */
  method?: string;
  /** What the console function was called with; only of type `console`. */
  args?: RemoteValue[];
}

/** The events of the module. */
export interface LogEvents {
  /** Something was logged; on subscribing, also what the browser had kept from before. */
  "log.entryAdded": LogEntry;
}
