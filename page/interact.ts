/**
 * `interact`: the pointer. Input is real: an element is scrolled into view, found at rest and hit by
 * nothing else, and then pressed at a point of the viewport.
 *
 * @module
 */
import type { InputAction } from "../bidi/protocol.ts";
import { aimAt } from "./aim.ts";
import type { InteractArgs } from "./args.ts";
import { finding, onElement } from "./find.ts";
import { scroll } from "./in_page/scroll.ts";
import { performInput } from "./input.ts";
import type { Page } from "./page.ts";

/** What `interact` answers. */
export interface InteractResult {
  /** What was acted on, such as `<button id="buy"> "Buy now"`. */
  readonly element: string;
}

const SCROLL = finding(scroll);

const VERBS = {
  click: "click",
  double_click: "double-click",
  right_click: "right-click",
  hover: "hover over",
  scroll_to: "scroll to",
} as const;

/**
 * Points at one element.
 *
 * @throws {PageError} 400 no such element, several, or it is hidden, disabled or covered, and by what
 */
export async function interact(
  page: Page,
  { selector, action }: InteractArgs,
): Promise<InteractResult> {
  const verb = VERBS[action];
  if (action === "scroll_to") {
    const { value } = await onElement(page, SCROLL, selector, null, { verb });
    return { element: value.element };
  }
  const press = action !== "hover";
  const { x, y, element } = await aimAt(page, selector, { press }, { verb });
  await performInput(page, [{
    type: "pointer",
    id: "mouse",
    parameters: { pointerType: "mouse" },
    actions: [{ type: "pointerMove", x, y, origin: "viewport" }, ...presses(action)],
  }]);
  return { element };
}

function presses(action: Exclude<InteractArgs["action"], "scroll_to">): InputAction[] {
  const button = action === "right_click" ? 2 : 0;
  const press: InputAction[] = [{ type: "pointerDown", button }, { type: "pointerUp", button }];
  switch (action) {
    case "hover":
      return [];
    case "double_click":
      return [...press, ...press];
    default:
      return press;
  }
}
