/**
 * The size of the tabs of a session.
 *
 * @module
 */

/** A viewport in CSS pixels. */
export interface Viewport {
  /** 100 to 8 000. */
  readonly width: number;
  /** 100 to 8 000. */
  readonly height: number;
  /** Pixels of the screen to one CSS pixel; null for the browser's own. */
  readonly device_pixel_ratio: number | null;
}

/** The tabs that are there and those to come, popups included. */
export const EVERY_TAB: { userContexts: string[] } = { userContexts: ["default"] };

/** What `browsingContext.setViewport` takes of one. */
export function viewportParams({ width, height, device_pixel_ratio }: Viewport): {
  viewport: { width: number; height: number };
  devicePixelRatio: number | null;
} {
  return { viewport: { width, height }, devicePixelRatio: device_pixel_ratio };
}
