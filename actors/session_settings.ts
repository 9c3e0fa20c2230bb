/**
 * The settings of a session: what `open_session` said, over what the workspace's last session had, over
 * the defaults. `capture` is never inherited.
 *
 * @module
 */
import type { BrowserName } from "../drivers/driver.ts";
import type { OpenArgs } from "./service.ts";

/** The settings of one session. */
export interface SessionSettings {
  /** Which browser it runs in. */
  readonly browser: BrowserName;
  /** Width of the viewport, in CSS pixels. */
  readonly width: number;
  /** Height of the viewport, in CSS pixels. */
  readonly height: number;
  /** Pixels of the screen to one CSS pixel; null for the browser's own. */
  readonly device_pixel_ratio: number | null;
  /** Whether Chrome's pages get the script that saves console calls; Firefox needs none. */
  readonly console_shim: boolean;
  /** Milliseconds that what a call began is waited for, 0 to 5 000. */
  readonly settle_ms: number;
  /** How far the first page is waited for. */
  readonly wait: "none" | "interactive" | "load";
  /** Seconds. */
  readonly timeout: number;
  /** Seconds a selector is waited for. */
  readonly wait_timeout: number;
  /** Seconds a call may take, unless its own argument asks for more. */
  readonly call_timeout: number;
}

/** What a server's settings decide of a session. */
export interface SessionDefaults {
  /** For a workspace whose first session names none. */
  readonly browser: BrowserName;
  /** Seconds a call may take, until a session says otherwise. */
  readonly callTimeoutS: number;
}

/** The settings a workspace begins with. */
export function defaultSettings(defaults: SessionDefaults): SessionSettings {
  return {
    browser: defaults.browser,
    width: 1280,
    height: 720,
    device_pixel_ratio: null,
    console_shim: true,
    settle_ms: 500,
    wait: "load",
    timeout: 30,
    wait_timeout: 10,
    call_timeout: defaults.callTimeoutS,
  };
}

/** The next session's settings. */
export function nextSettings(last: SessionSettings, args: OpenArgs): SessionSettings {
  return {
    browser: args.browser ?? last.browser,
    width: args.width ?? last.width,
    height: args.height ?? last.height,
    device_pixel_ratio: last.device_pixel_ratio,
    console_shim: args.console_shim ?? last.console_shim,
    settle_ms: args.settle_ms ?? last.settle_ms,
    wait: args.wait ?? last.wait,
    timeout: args.timeout ?? last.timeout,
    wait_timeout: args.wait_timeout ?? last.wait_timeout,
    call_timeout: args.call_timeout ?? last.call_timeout,
  };
}
