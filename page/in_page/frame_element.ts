/**
 * The element of a frame. Runs in the document around it.
 *
 * @module
 */
import type { Kit } from "./kit.ts";
import type { Step } from "./search.ts";

/** Hands the frame back and names it. Self-contained: it is sent as text. */
export function frameElement({ dom, finder, nodes }: Kit, element: Element): Step<string> {
  const MAX_NAMED = 5;
  const ELEMENTS = "iframe, frame, object, embed";

  if (dom.framing(element)) {
    nodes.push(element);
    return { value: finder.show(element) };
  }
  if (dom.own(element).matches(ELEMENTS)) return { refused: "it shows no document", wait: true };
  const frames = dom.roots().flatMap((root) => [...root.querySelectorAll(ELEMENTS)])
    .filter(dom.framing);
  const named = frames.slice(0, MAX_NAMED).map((each) => finder.show(each)).join(", ");
  const more = frames.length > MAX_NAMED ? ` and ${frames.length - MAX_NAMED} more` : "";
  return {
    refused: frames.length === 0
      ? "it is no frame, and there are none in this document"
      : `it is no frame; the frames here are ${named}${more}`,
    wait: false,
  };
}
