/**
 * An element brought into view. Runs in the page.
 *
 * @module
 */
import type { Kit } from "./kit.ts";
import type { Step } from "./search.ts";

/** An element in view, and its box in CSS pixels from the top left of the document. */
export interface InView {
  /** The element in words. */
  readonly element: string;
  /** From the left edge of the document. */
  readonly x: number;
  /** From the top edge of the document. */
  readonly y: number;
  /** Its width. */
  readonly width: number;
  /** Its height. */
  readonly height: number;
}

/** Scrolls `element` into view. Self-contained: it is sent to the browser as text. */
export async function scroll(kit: Kit, element: Element): Promise<Step<InView>> {
  const { dom, finder } = kit;
  const why = dom.hidden(element);
  if (why) return { refused: why, wait: true };
  const it = dom.own(element);
  it.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  await dom.frame();
  const { x, y, width, height } = it.getBoundingClientRect();
  return {
    value: { element: finder.show(element), x: x + scrollX, y: y + scrollY, width, height },
  };
}
