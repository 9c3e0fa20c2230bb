/**
 * One console line or uncaught error as it is kept. All its texts are masked.
 *
 * @module
 */
import type { StackFrame } from "../bidi/protocol.ts";
import { isShimFrame } from "./console_shim.ts";
import type { Strip } from "./exchange.ts";
import type { FrameUrls } from "./frame_urls.ts";
import type { Mask } from "./mask.ts";
import { maskStart } from "./mask_start.ts";
import { sanitize } from "./sanitize.ts";
import type { Entry, EntryDetail, EntryType, Level } from "./shapes.ts";
import { shownTab } from "./shown_tab.ts";
import type { Cause } from "./windows.ts";

/** Frames kept of a stack. */
const MAX_FRAMES = 100;

/** Characters kept of the name of a frame's function. */
const MAX_FUNCTION = 200;

/** Bytes a record takes beside its texts, and each of its frames and arguments. */
const FIXED_BYTES = 400;
const FRAME_BYTES = 100;

/** One entry. */
export interface LogRecord {
  /** Its number; of a run of equal lines, the newest one's. */
  seq: number;
  /** When the newest line of its run was logged, in epoch milliseconds. */
  at: number;
  /** The number of the first line of its run. */
  readonly firstSeq: number;
  /** The document that was current when it came. */
  readonly nav: number;
  /** The call it is of; null for nobody's. */
  call: number | null;
  /** How it came about. */
  readonly cause: Cause;
  /** How bad it is. */
  readonly level: Level;
  /** Where it came from. */
  readonly type: EntryType;
  /** At most 4 096 characters, masked. */
  readonly text: string;
  /** How many characters were left out of `text`. */
  readonly cut: number;
  /** Where it was logged; null outside of any page. */
  readonly context: string | null;
  /** The tab that is in; null where that is not known. */
  readonly tab: string | null;
  /** Its frames, innermost first, one-based. */
  readonly stack: EntryDetail["stack"];
  /** Its arguments as plain JSON, masked. */
  readonly args: unknown[];
  /** How many lines its run has. */
  repeat: number;
  /** Whether it is background, and nobody's. */
  background: boolean;
  /** Estimate of what it holds. */
  readonly bytes: number;
}

/** The frames of a stack, one-based as DevTools shows them, without those of our own script. */
export function framesOf(
  frames: readonly StackFrame[] | undefined,
  urls: FrameUrls,
  mask: Mask,
): LogRecord["stack"] {
  const stack: LogRecord["stack"] = [];
  if (!Array.isArray(frames)) return stack;
  for (const frame of frames) {
    if (stack.length === MAX_FRAMES) break;
    if (isShimFrame(frame)) continue;
    const name = frame.functionName;
    stack.push({
      url: urls.masked(frame.url),
      line: frame.lineNumber + 1,
      column: frame.columnNumber + 1,
      function: name === ""
        ? ""
        : maskStart(name, MAX_FUNCTION, (start) => mask.text(sanitize(start))).text,
    });
  }
  return stack;
}

/** Where a record's first frame is, as its signature needs it. */
export function frameSign(stack: LogRecord["stack"]): string {
  const frame = stack[0];
  return frame === undefined ? "" : `${frame.url}:${frame.line}:${frame.column}`;
}

/** The entry of a list. */
export function entryOf(record: LogRecord, strip: Strip): Entry {
  const frame = record.stack[0];
  return {
    seq: record.seq,
    nav: record.nav,
    call: record.background ? null : record.call,
    at: record.at,
    level: record.level,
    type: record.type,
    text: record.text,
    ...(record.cut > 0 ? { cut: record.cut } : {}),
    source: frame === undefined
      ? null
      : { url: strip?.(frame.url) ?? frame.url, line: frame.line, column: frame.column },
    context: record.context,
    ...shownTab(record.tab),
    ...(record.repeat > 1 ? { repeat: record.repeat } : {}),
    ...(record.background ? { background: true as const } : {}),
  };
}

/** The entry in full. */
export function entryDetail(
  record: LogRecord,
  strip: Strip,
): EntryDetail {
  const stack = record.stack.map((frame) => ({ ...frame, url: strip?.(frame.url) ?? frame.url }));
  return { ...entryOf(record, strip), stack, args: record.args };
}

/** Estimates what a record holds, two bytes a character. */
export function recordBytes(text: string, stack: LogRecord["stack"], args: unknown[]): number {
  let bytes = FIXED_BYTES + 2 * text.length + FRAME_BYTES * stack.length;
  let url = "";
  for (const frame of stack) {
    // Equal URLs of frames that follow each other are one string.
    if (frame.url !== url) bytes += 2 * frame.url.length;
    url = frame.url;
  }
  return bytes + weightOf(args);
}

/** Bytes of a plain JSON value, about. */
function weightOf(value: unknown): number {
  if (typeof value === "string") return 16 + 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  let bytes = 32;
  if (Array.isArray(value)) { for (const member of value) bytes += weightOf(member); }
  else {
    for (const [key, member] of Object.entries(value)) {
      bytes += 16 + 2 * key.length + weightOf(member);
    }
  }
  return bytes;
}
