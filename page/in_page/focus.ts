/**
 * The keyboard's focus put on an element. Runs in the page.
 *
 * @module
 */
import type { Kit } from "./kit.ts";
import type { Step } from "./search.ts";

/** Focuses `element`. Self-contained: it is sent to the browser as text. */
export function focus(kit: Kit, element: Element): Step<string> {
  const { dom, finder } = kit;
  const why = dom.hidden(element);
  if (why) return { refused: why, wait: true };
  const it = dom.own(element) as HTMLElement;
  if (it.matches(":disabled")) return { refused: "it is disabled", wait: true };
  if (!dom.within(dom.focused(), element)) it.focus();
  if (!dom.within(dom.focused(), element)) {
    return { refused: "it takes no keyboard focus; name the control in it", wait: true };
  }
  return { value: finder.show(element) };
}
