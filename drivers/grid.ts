/**
 * The drivers of a Selenium Grid's browsers.
 *
 * @module
 */
import type { BrowserName, Driver } from "./driver.ts";
import { GridDriver } from "./grid/driver.ts";
import { Grid, type GridOptions } from "./grid/grid.ts";

/**
 * Makes the drivers of one Grid's browsers, which share its client, its listings, and its close. Nothing
 * is asked of it before a browser is wanted, so that a server comes up while the Grid is down.
 *
 * @throws {TypeError} the address is no URL, or the certificates cannot be read
 */
export function gridDrivers(options: GridOptions): Record<BrowserName, Driver> {
  const grid = new Grid(options);
  return { chrome: new GridDriver("chrome", grid), firefox: new GridDriver("firefox", grid) };
}
