/**
 * A point of a frame as a point of the document around it, where the pointer reaches the frame. Runs in
 * the document around it.
 *
 * @module
 */
import type { Kit } from "./kit.ts";
import type { Step } from "./search.ts";

/** A point of a viewport, in CSS pixels. */
export interface ViewportPoint {
  /** From the left edge. */
  readonly x: number;
  /** From the top edge. */
  readonly y: number;
}

/** The point, seen from around the frame. */
export interface Through extends ViewportPoint {
  /** It had to be brought into view. */
  readonly scrolled: boolean;
}

/** Follows `inner` out of `frame`. Self-contained: it is sent as text. */
export async function through(
  kit: Kit,
  frame: Element,
  inner: ViewportPoint,
): Promise<Step<Through>> {
  const { dom, finder } = kit;
  const name = finder.show(frame);

  const why = dom.hidden(frame);
  if (why) return { refused: `the frame it is in, ${name}, cannot be seen: ${why}`, wait: true };
  if (!(await dom.rest(frame))) {
    return { refused: `the frame it is in, ${name}, does not stop moving`, wait: false };
  }
  if (dom.inset(frame) === null) {
    return { refused: `the frame it is in, ${name}, is turned or skewed`, wait: false };
  }

  const point = (): ViewportPoint => {
    const { x, y, scale } = dom.inset(frame) ?? { x: 0, y: 0, scale: { x: 1, y: 1 } };
    return { x: x + inner.x * scale.x, y: y + inner.y * scale.y };
  };

  /** Brings the point to the middle of whatever can be scrolled around the frame, the inmost first. */
  const scroll = async () => {
    for (let above = dom.parent(frame); above; above = dom.parent(above)) {
      const whole = above === document.scrollingElement;
      const up = dom.own(above);
      if (up.scrollHeight <= up.clientHeight && up.scrollWidth <= up.clientWidth) continue;
      const box = up.getBoundingClientRect();
      const { x, y } = point();
      const left = x - (whole ? 0 : box.left + up.clientLeft) - up.clientWidth / 2;
      const top = y - (whole ? 0 : box.top + up.clientTop) - up.clientHeight / 2;
      up.scrollBy({ left, top, behavior: "instant" });
    }
    await dom.frame();
  };

  let hit: Element | null = null;
  for (const scrolled of [false, true]) {
    if (scrolled) await scroll();
    const { x, y } = point();
    const shown = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    hit = shown ? dom.at(x, y) : null;
    if (hit === frame) return { value: { x, y, scrolled } };
  }
  return {
    refused: hit === null
      ? `the frame it is in, ${name}, cannot be scrolled to where it would be seen`
      : `the frame it is in, ${name}, is covered there by ${finder.show(hit)}`,
    wait: true,
  };
}
