/**
 * What of a frame can be seen in the document around it. Runs in the document around it.
 *
 * @module
 */
import type { Kit } from "./kit.ts";

/** A rectangle of a viewport, in CSS pixels. */
export interface ViewBox {
  /** From the left edge. */
  readonly x: number;
  /** From the top edge. */
  readonly y: number;
  /** Its width; not above 0 when nothing of it can be seen. */
  readonly width: number;
  /** Its height, likewise. */
  readonly height: number;
}

/** The rectangle as seen from around the frame, and how far that document is scrolled. */
export interface FrameView extends ViewBox {
  /** CSS pixels to the right. */
  readonly scrollX: number;
  /** CSS pixels down. */
  readonly scrollY: number;
}

/**
 * Brings `frame` into view and gives a rectangle of it; null for a frame that cannot be seen, or that is
 * turned or skewed. Self-contained: it is sent as text.
 */
export async function frameView(
  { dom }: Kit,
  frame: Element | null,
  inner: ViewBox,
): Promise<FrameView | null> {
  if (frame === null || dom.hidden(frame)) return null;
  frame.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  await dom.frame();
  const inset = dom.inset(frame);
  return inset && {
    x: inset.x + inner.x * inset.scale.x,
    y: inset.y + inner.y * inset.scale.y,
    width: inner.width * inset.scale.x,
    height: inner.height * inset.scale.y,
    scrollX,
    scrollY,
  };
}
