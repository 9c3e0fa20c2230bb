/**
 * What the actors may say to an operator: an event's name and numbers, never anything a page sent.
 *
 * @module
 */

/** A log line's fields. */
export type LogFields = Readonly<Record<string, string | number | boolean>>;

/** Takes log lines. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
}
