/**
 * The log: one line an event on standard error. What goes in is fixed words and short values of ours;
 * nothing a page sent, no header, no body, no secret.
 *
 * @module
 */

/** How much is logged: each level has those before it. */
export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;

/** A level of the log. */
export type LogLevel = typeof LOG_LEVELS[number];

/** How a line looks: for people, or for machines. */
export const LOG_FORMATS = ["text", "json"] as const;

/** A format of the log. */
export type LogFormat = typeof LOG_FORMATS[number];

/** What goes with an event. */
export type LogFields = Readonly<Record<string, string | number | boolean>>;

/** A log. No method ever throws. */
export interface Log {
  /** Something is broken and needs a person. */
  error(event: string, fields?: LogFields): void;
  /** Something went wrong and was dealt with. */
  warn(event: string, fields?: LogFields): void;
  /** Something a person running this wants to know. */
  info(event: string, fields?: LogFields): void;
  /** Every request. */
  debug(event: string, fields?: LogFields): void;
}

/** What {@linkcode createLog} needs. */
export interface LogOptions {
  /** The last level that is shown. */
  readonly level: LogLevel;
  /** How a line looks. */
  readonly format: LogFormat;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Writes one line, its newline included. */
  write(line: string): void;
}

/** Characters of one value that a line shows. */
const VALUE_MAX = 500;

/** Makes a log. */
export function createLog({ level, format, now, write }: LogOptions): Log {
  const line = format === "json" ? jsonLine : textLine;
  const shown = LOG_LEVELS.indexOf(level);
  const at = (of: LogLevel) => (event: string, fields: LogFields = {}): void => {
    if (LOG_LEVELS.indexOf(of) > shown) return;
    try {
      write(`${line(new Date(now()).toISOString(), of, event, fields)}\n`);
    } catch {
      // Nobody reads standard error any more; the service goes on without a log.
    }
  };
  return { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug") };
}

function jsonLine(time: string, level: LogLevel, event: string, fields: LogFields): string {
  const cut = Object.entries(fields).map(([key, value]) => [key, short(value)]);
  return JSON.stringify({ ...Object.fromEntries(cut), time, level, event });
}

function textLine(time: string, level: LogLevel, event: string, fields: LogFields): string {
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${quoted(short(value))}`);
  return `${time} ${level.padEnd(5)} ${event}${pairs.join("")}`;
}

function short(value: string | number | boolean): string | number | boolean {
  return typeof value === "string" && value.length > VALUE_MAX
    ? `${value.slice(0, VALUE_MAX)}…`
    : value;
}

/** A value with a space, a quote or a line break in it is quoted, so that a line stays one line. */
function quoted(value: string | number | boolean): string {
  const text = String(value);
  if (/^[^\s"=\p{C}]+$/u.test(text)) return text;
  // JSON leaves C1 controls and Unicode line breaks as they are; a terminal does not.
  return JSON.stringify(text).replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
