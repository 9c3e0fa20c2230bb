/**
 * An element handed back as it is, for a function that runs elsewhere. Runs in the page.
 *
 * @module
 */
import type { Kit } from "./kit.ts";
import type { Step } from "./search.ts";

/** Hands the element back. Self-contained: it is sent to the browser as text. */
export function handOver(kit: Kit, element: Element): Step<null> {
  kit.nodes.push(element);
  return { value: null };
}
