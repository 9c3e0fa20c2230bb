/**
 * What the actors may say to an operator: an event's name and numbers, never anything a page sent.
 *
 * @module
 */

/** A log line's fields. */
export type LogFields = Readonly<Record<string, string | number | boolean>>;

/** Takes log lines. */
export interface Log {
  /** What helps only whoever looks for a fault. */
  debug(event: string, fields?: LogFields): void;
  /** What an operator may want to know of a healthy server. */
  info(event: string, fields?: LogFields): void;
  /** What went wrong without ending anything. */
  warn(event: string, fields?: LogFields): void;
}
