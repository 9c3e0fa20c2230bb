/**
 * The size of the whole document. Runs in the page.
 *
 * @module
 */
/** The document's size in CSS pixels, and how many of the screen's each is. */
export interface Measured {
  /** CSS pixels. */
  readonly width: number;
  /** CSS pixels. */
  readonly height: number;
  /** Pixels of the screen for each. */
  readonly ratio: number;
}

/**
 * Measures the document; null when a script has removed even its root. Self-contained: it is sent to the
 * browser as text.
 */
export function measure(): Measured | null {
  const root: Element | null = document.documentElement;
  if (root === null) return null;
  return { width: root.scrollWidth, height: root.scrollHeight, ratio: devicePixelRatio };
}
