/**
 * The size of what is shown. Runs in the page.
 *
 * @module
 */

/** The viewport's size in CSS pixels. */
export interface ViewportSize {
  /** CSS pixels. */
  readonly width: number;
  /** CSS pixels. */
  readonly height: number;
}

/** Measures the viewport. Self-contained: it is sent to the browser as text. */
export function viewport(): ViewportSize {
  return { width: innerWidth, height: innerHeight };
}
