/**
 * How what is captured names its tab. @module
 */

/** The member of an entry or a row: most sessions have the one tab, which goes without saying. */
export function shownTab(tab: string | null): { tab?: string } {
  return tab === null || tab === "t1" ? {} : { tab };
}
