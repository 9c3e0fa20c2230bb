/**
 * An element brought into view. Runs in the page.
 *
 * @module
 */
import type { Kit } from "./kit.ts";
import type { Step } from "./search.ts";

/** An element in view, and its box in CSS pixels from the top left of the document. */
export interface InView {
  readonly element: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Scrolls `element` into view. Self-contained: it is sent to the browser as text. */
export async function scroll(kit: Kit, element: Element): Promise<Step<InView>> {
  const { dom, finder } = kit;
  const why = dom.hidden(element);
  if (why) return { refused: why, wait: true };
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  await dom.frame();
  const { x, y, width, height } = element.getBoundingClientRect();
  return {
    value: { element: finder.show(element), x: x + scrollX, y: y + scrollY, width, height },
  };
}
