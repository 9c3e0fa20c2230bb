/** What kind of entry a log event is, and how bad. @module */
import type { LogEntry } from "../bidi/protocol.ts";
import type { EntryType, Level } from "./shapes.ts";

/** The browser an event came from. */
export type BrowserKind = "chrome" | "firefox";

/**
 * How Firefox's own messages begin. They come as uncaught errors without a stack, and so do some
 * rejections of the page, which is why the beginning has to decide.
 */
const FIREFOX_WORDS = [
  "A ServiceWorker ",
  "Blocked ",
  "Content-Security-Policy",
  "Content Security Policy",
  "Cookie “",
  "Cross-Origin Request ",
  "Failed to load ",
  "Failed to register/update a ServiceWorker",
  "Loading ",
  "Mixed Content",
  "Request to access cookie or storage",
  "Source map error",
  "The connection to ",
  "The resource ",
  "downloadable font:",
];

/** Whether the entry is a console call, an uncaught exception, or the browser's own words. */
export function entryType(entry: LogEntry, browser: BrowserKind): EntryType {
  if (entry.type === "console") return "console";
  if (entry.type !== "javascript") return "browser";
  const text = entry.text ?? "";
  const own = browser === "firefox" && entry.stackTrace === undefined &&
    FIREFOX_WORDS.some((words) => text.startsWith(words));
  return own ? "browser" : "javascript";
}

/** The entry's level; a `debug` entry is counted and not kept. */
export function entryLevel(entry: LogEntry): Level | "debug" {
  if (entry.method === "assert") return "error";
  if (entry.method === "trace" || entry.method === "debug") return "debug";
  return entry.level;
}
