import type { LogEntry } from "../../bidi/protocol.ts";
import type { BrowserKind } from "../../capture/entry_kind.ts";
import type { Mask } from "../../capture/mask.ts";

/** A mask that hides one value and one member. */
export const mask: Mask = {
  text: (text) => text.replaceAll("hunter2-secret", "•••"),
  url: (url) => url,
  member: (name) => name === "password",
};

/** The log entries of a recorded scenario, in order of arrival. */
export function logEntries(browser: BrowserKind, scenario: string): LogEntry[] {
  const folder = browser === "chrome" ? "chromium" : "firefox";
  const url = new URL(`../frames/${folder}/${scenario}.jsonl`, import.meta.url);
  return Deno.readTextFileSync(url).split("\n").flatMap((line): LogEntry[] => {
    if (!line.includes('"log.entryAdded"')) return [];
    const frame = JSON.parse(line);
    return frame.method === "log.entryAdded" ? [frame.params] : [];
  });
}

/** A console event with these arguments. */
export function consoleEvent(args: LogEntry["args"], more: Partial<LogEntry> = {}): LogEntry {
  return {
    type: "console",
    level: "info",
    source: { realm: "r" },
    text: "",
    timestamp: 0,
    method: "log",
    ...(args === undefined ? {} : { args }),
    ...more,
  };
}
