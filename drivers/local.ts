/**
 * The drivers of this machine's own browsers.
 *
 * @module
 */
import { ChromeDriver } from "./chrome.ts";
import type { BrowserName, Driver } from "./driver.ts";
import { FirefoxDriver } from "./firefox.ts";
import { findChrome, findFirefox, type GivenPaths } from "./find.ts";
import { type Machine, thisMachine } from "./machine.ts";

/** What local drivers need to know. */
export interface LocalOptions extends GivenPaths {
  /** Shows the browsers' windows; needs a display. */
  readonly headed: boolean;
}

/**
 * Makes the drivers of local browsers. Nothing is looked for or started before a browser is asked
 * for, so that a server comes up without any.
 */
export function localDrivers(
  options: LocalOptions,
  machine: () => Machine = thisMachine,
): Record<BrowserName, Driver> {
  const { headed } = options;
  return {
    chrome: new ChromeDriver({ headed, find: () => findChrome(options, machine()) }),
    firefox: new FirefoxDriver({ headed, find: () => findFirefox(options, machine()) }),
  };
}
