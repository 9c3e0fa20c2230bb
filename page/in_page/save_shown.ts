/**
 * What the browser shows in place of a download. Runs in the page.
 *
 * @module
 */
import type { Kit } from "./kit.ts";

/** A document, told apart from every other one: Firefox gives two of one window the same beginning. */
export interface Shown {
  /** Its address. */
  readonly url: string;
  /** When it began, by the browser's clock. */
  readonly origin: number;
}

/** The document that is shown. Self-contained: it is sent as text. */
export function shown(): Shown {
  return { url: location.href, origin: performance.timeOrigin };
}

/**
 * Has the browser save what it shows, such as a picture, a PDF or JSON; never a page, which may begin a
 * download of its own. Gives the status when the server answered with an error, else null. Self-contained: it
 * is sent as text.
 *
 * @param before the document before, which is not saved
 */
export function saveShown(_kit: Kit, _node: Element | null, before: Shown): number | null {
  if (performance.timeOrigin === before.origin && location.href === before.url) return null;
  if (/html/.test(document.contentType)) return null;
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const status = entry?.responseStatus ?? 0;
  if (status >= 400) return status;
  const link = document.createElementNS("http://www.w3.org/1999/xhtml", "a") as HTMLAnchorElement;
  link.href = location.href;
  link.download = "";
  link.click();
  return null;
}
