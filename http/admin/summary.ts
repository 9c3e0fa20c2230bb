/**
 * A workspace as the admin's list shows it.
 *
 * @module
 */
import type { Captured } from "../../capture/shapes.ts";

/** One workspace. */
export interface Summary {
  /** Its name. */
  key: string;
  /** Whether a browser is open, is being opened, or there is none. */
  state: "live" | "opening" | "idle";
  /** Which browser; null before the first. */
  browser: string | null;
  /** Where it is, masked; null when there was no page. */
  page: { url: string; title: string | null } | null;
  /** Why the last browser ended, when none is open. */
  ended?: string;
  /** Seconds, as `open_session` takes them; null before the first. */
  timeouts: { timeout: number; wait_timeout: number; call_timeout: number } | null;
  /** Whether it was opened with capture. */
  capture: boolean;
  /** Whether events are taken now. */
  capturing: boolean;
  /** Why no events are taken although capture is on. */
  paused?: string;
  /** How to turn capture on, while it is off. */
  how?: string;
  /** What was seen since the last navigation; absent while capture is off. */
  captured?: Captured;
  /** Seconds that what is captured outlives the last of it; absent while capture is off. */
  kept_for?: number;
  /** How many calls there were. */
  calls: number;
}

/** What `workspace://current` says, as far as a summary needs it. */
interface Current extends Omit<Summary, "key" | "state" | "timeouts"> {
  live: boolean;
  opening?: boolean;
  settings: (NonNullable<Summary["timeouts"]> & Record<string, unknown>) | null;
  capture_ttl?: number;
}

/** Makes one of what `workspace://current` reads as. */
export function summaryOf(key: string, read: object): Summary {
  const current = read as Current;
  const { browser, page, ended, capture, capturing, paused, how, captured, calls } = current;
  const { settings, capture_ttl } = current;
  return {
    key,
    state: current.live ? "live" : current.opening === true ? "opening" : "idle",
    browser,
    page,
    ...(ended !== undefined && { ended }),
    timeouts: settings && {
      timeout: settings.timeout,
      wait_timeout: settings.wait_timeout,
      call_timeout: settings.call_timeout,
    },
    capture,
    capturing,
    ...(paused !== undefined && { paused }),
    ...(how !== undefined && { how }),
    ...(captured !== undefined && { captured }),
    ...(capture_ttl !== undefined && { kept_for: capture_ttl }),
    calls,
  };
}
