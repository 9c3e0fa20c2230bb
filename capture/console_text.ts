/**
 * The text of a log entry, made from its arguments so that it reads the same on both browsers, and
 * its arguments for the entry's detail. Both are masked before they are cut.
 *
 * @module
 */
import type { LogEntry, RemoteValue } from "../bidi/protocol.ts";
import type { BrowserKind } from "./entry_kind.ts";
import { firefoxErrors, firefoxTail } from "./firefox_text.ts";
import { formatValues, type Piece } from "./format.ts";
import type { Mask } from "./mask.ts";
import { maskLong, MAX_LOOKED_AT } from "./mask_long.ts";
import { RemoteJson } from "./remote_json.ts";
import { RemoteText } from "./remote_text.ts";
import { isRemoteValue } from "./remote_value.ts";
import { cutText } from "./sanitize.ts";
import { SHIM_LIST, SHIM_MARK } from "./shim_mark.ts";

/** UTF-16 code units kept of a text. */
export const MAX_TEXT = 4_096;

/** Bytes kept of an entry's arguments, as JSON. */
const MAX_ARGS = 60_000;

/** A log entry in words. */
export interface EntryText {
  /** At most {@linkcode MAX_TEXT} UTF-16 code units, masked. */
  readonly text: string;
  /** UTF-16 code units left out of `text`; at least that many when the arguments are very large. */
  readonly cut: number;
  /** The arguments as plain JSON, masked, at most 64 kB; empty for what is no console call. */
  readonly args: unknown[];
}

/** The methods whose first string argument is a format. */
const FORMATTING: ReadonlySet<string> = new Set([
  "assert",
  "debug",
  "error",
  "group",
  "groupCollapsed",
  "info",
  "log",
  "trace",
  "warn",
]);

/** The methods of which Firefox's text says more than its arguments, which are the label alone. */
const LABELLED: ReadonlySet<string> = new Set([
  "count",
  "countReset",
  "time",
  "timeEnd",
  "timeLog",
]);

/** An error whose message the browser keeps to itself (Chrome, outside the reach of the shim). */
const UNSENT_ERROR = "Error (its message was not sent by the browser)";

/** The last line of a stack as Chrome words it. */
const STACK_END = /\n {4}at [^\n]*$/;

/** UTF-16 code units of a line within which the last line of a stack is looked for. */
const MAX_STACK_LINE = 512;

/** The entry's text and arguments. */
export function entryText(entry: LogEntry, browser: BrowserKind, mask: Mask): EntryText {
  if (entry.type !== "console" || entry.args === undefined) {
    return { ...finish(uncaught(entry), mask), args: [] };
  }
  const shim = shimmed(entry.args, browser);
  const known = withErrors(entry, browser);
  const args = shim === null ? known : known.slice(1);
  const writer = new RemoteText(mask, MAX_LOOKED_AT);
  const raw = consoleLine(entry, args, { browser, shim }, writer);
  const line = finish(raw, mask, writer);
  return { ...line, args: copyArgs(args, raw, line, mask) };
}

function consoleLine(
  entry: LogEntry,
  args: readonly RemoteValue[],
  from: { browser: BrowserKind; shim: string | null },
  writer: RemoteText,
): string {
  const method = entry.method ?? "log";
  if (from.browser === "firefox" && LABELLED.has(method)) {
    return labelled(entry.text ?? "", args, writer);
  }
  if (from.shim === SHIM_MARK) {
    return completed(method, args.map((arg) => writer.argument(arg)).join(""));
  }
  const raw = from.browser === "chrome" && from.shim === null && FORMATTING.has(method);
  return completed(method, raw ? formatted(args, writer) : spaced(args, writer));
}

/** What was thrown, without the browsers' different words before it. */
function uncaught(entry: LogEntry): string {
  const text = entry.text ?? "";
  return entry.type === "javascript"
    ? text.replace(/^(?:Uncaught (?:\(in promise\) )?|uncaught exception: )/, "")
    : text;
}

/** How the shim has rewritten Chrome's arguments: to pieces of a line, to a list, or not at all. */
function shimmed(args: readonly RemoteValue[], browser: BrowserKind): string | null {
  const first = browser === "chrome" && args[0]?.type === "string" ? args[0].value : null;
  return first === SHIM_MARK || first === SHIM_LIST ? first : null;
}

/** The arguments, each error with what is known of its text. */
function withErrors(entry: LogEntry, browser: BrowserKind): readonly RemoteValue[] {
  const args = (entry.args ?? []).filter(isRemoteValue);
  if (!args.some((arg) => arg.type === "error")) return args;
  const texts = browser === "firefox" ? firefoxErrors(args, entry.text ?? "") : null;
  return args.map((arg, index) =>
    arg.type === "error" ? { type: "error", value: texts?.get(index) ?? UNSENT_ERROR } : arg
  );
}

function formatted(args: readonly RemoteValue[], writer: RemoteText): string {
  const [first, ...others] = args;
  const format = first?.type === "string" && typeof first.value === "string" ? first.value : null;
  if (format === null || others.length === 0 || !format.includes("%")) return spaced(args, writer);
  const { pieces, rest } = formatValues(writer.head(format), others);
  return spaced(rest, writer, pieces.map((piece) => words(piece, writer)).join(""));
}

function words(piece: Piece, writer: RemoteText): string {
  return typeof piece === "string" ? piece : writer.argument(piece);
}

/** A line of `console.count`, `time` and their kind, whose label Firefox words only in the text. */
function labelled(text: string, args: readonly RemoteValue[], writer: RemoteText): string {
  const tail = firefoxTail(args, 1);
  if (args.length < 2 || tail === null || !text.endsWith(tail)) return text;
  const label = text.slice(0, text.length - tail.length);
  return spaced(args.slice(1), writer, label);
}

/**
 * Arguments with a space between them, except where one is there: Firefox gives a format's pieces
 * with their own spaces. What follows an error's stack has a line of its own.
 */
function spaced(args: readonly RemoteValue[], writer: RemoteText, start = ""): string {
  let line = start;
  // A line that grows is not to be looked into itself: that puts its parts together, anew each time.
  let end = start.slice(-MAX_STACK_LINE);
  for (const arg of args) {
    const part = writer.argument(arg);
    const apart = end !== "" && part !== "" && !isSpace(end.at(-1)) && !isSpace(part.at(0));
    const joint = apart ? (STACK_END.test(end) ? "\n" : " ") : "";
    line += joint + part;
    end = (end + joint + part.slice(-MAX_STACK_LINE)).slice(-MAX_STACK_LINE);
  }
  return line;
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\n" || character === "\t";
}

/** The words a browser leaves out of an assertion's and an empty trace's line. */
function completed(method: string, line: string): string {
  if (method === "trace" && line === "") return "console.trace";
  if (method !== "assert" || line.startsWith("Assertion failed")) return line;
  return line === "" || line === "console.assert"
    ? "Assertion failed"
    : `Assertion failed: ${line}`;
}

function finish(
  raw: string,
  mask: Mask,
  writer?: RemoteText,
): { text: string; cut: number } {
  const masked = maskLong(raw, mask, writer?.clipped);
  const { text, cut } = cutText(masked.text, MAX_TEXT);
  return { text, cut: cut + masked.cut + (writer?.omitted ?? 0) };
}

/** The arguments as JSON; most lines are one short string, which is masked already. */
function copyArgs(
  args: readonly RemoteValue[],
  raw: string,
  line: { text: string; cut: number },
  mask: Mask,
): unknown[] {
  const only = args.length === 1 ? args[0] : undefined;
  if (only?.type === "string" && only.value === raw && line.cut === 0) return [line.text];
  return new RemoteJson(mask, MAX_ARGS, line.text === raw ? raw : "").list(args);
}
