/**
 * The drivers of this machine's own browsers.
 *
 * @module
 */
import { ChromeDriver } from "./chrome.ts";
import type { BrowserName, Driver } from "./driver.ts";
import { FirefoxDriver } from "./firefox.ts";
import { findChrome, findFirefox, type GivenPaths } from "./find.ts";
import type { Ledger } from "./ledger.ts";
import { type Machine, thisMachine } from "./machine.ts";

/** What local drivers need to know. */
export interface LocalOptions extends GivenPaths {
  /** Shows the browsers' windows; needs a display. */
  readonly headed: boolean;
  /** Where what is started is written down; by default nowhere. */
  readonly ledger?: Ledger;
}

/**
 * Makes the drivers of local browsers. Nothing is looked for or started before a browser is asked
 * for, so that a server comes up without any.
 */
export function localDrivers(
  options: LocalOptions,
  machine: () => Machine = thisMachine,
): Record<BrowserName, Driver> {
  const { headed, ledger } = options;
  const common = { headed, ...(ledger && { ledger }) };
  return {
    chrome: new ChromeDriver({ ...common, find: () => findChrome(options, machine()) }),
    firefox: new FirefoxDriver({ ...common, find: () => findFirefox(options, machine()) }),
  };
}
