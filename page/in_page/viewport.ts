/**
 * The size of what is shown, and how far it is scrolled. Runs in the page.
 *
 * @module
 */

/** The viewport, in CSS pixels. */
export interface ViewportSize {
  /** CSS pixels. */
  readonly width: number;
  /** CSS pixels. */
  readonly height: number;
  /** CSS pixels to the right. */
  readonly scrollX: number;
  /** CSS pixels down. */
  readonly scrollY: number;
}

/** Measures the viewport. Self-contained: it is sent to the browser as text. */
export function viewport(): ViewportSize {
  return { width: innerWidth, height: innerHeight, scrollX, scrollY };
}
