/**
 * `interact`: the pointer. Input is real: an element is scrolled into view, found at rest and hit by
 * nothing else, and then pressed at a point of the viewport.
 *
 * @module
 */
import type { InputAction } from "../bidi/protocol.ts";
import { aimAt } from "./aim.ts";
import type { InteractArgs } from "./args.ts";
import { callInPage, inPage, type PageFunction } from "./evaluate.ts";
import { finding, onElement } from "./find.ts";
import type { Aimed } from "./in_page/aim.ts";
import { endPress, lookBeforePress, type Pressed } from "./in_page/press_watch.ts";
import { scroll } from "./in_page/scroll.ts";
import { performInput } from "./input.ts";
import { type Page, PageError } from "./page.ts";

/** What `interact` answers. */
export interface InteractResult {
  /** What was acted on, such as `<button id="buy"> "Buy now"`. */
  readonly element: string;
  /** What is not as expected, in words. */
  readonly note?: string;
}

const SCROLL = finding(scroll);
const LOOK = inPage(lookBeforePress);
const END = inPage(endPress);

/** How often an element is aimed at, when something else is there once the pointer is. */
const MAX_ATTEMPTS = 2;

/** Milliseconds one look at the document may take. */
const LOOK_MS = 1_000;

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
 * @throws {PageError} 400 no such element, several, or it is hidden, disabled or covered, also by what the page puts
 * there as the pointer comes, and by what
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
  if (action === "hover") {
    const { x, y, element } = await aimAt(page, selector, { press: false }, { verb });
    await perform(page, [moveTo(x, y)]);
    return { element };
  }
  for (let attempt = 1;; attempt++) {
    const aimed = await aimAt(page, selector, { press: true, watch: true }, { verb });
    const { element } = aimed;
    const pressed = await press(page, aimed, presses(action));
    if (pressed.kind === "aim") return { element };
    if (pressed.kind === "unseen") return { element, note: unseen(pressed.there) };
    if (attempt < MAX_ATTEMPTS) continue;
    throw new PageError(
      400,
      `Cannot ${verb} ${element}: as the pointer comes there, the page puts ${pressed.by} under it; ` +
        "look at the page again",
    );
  }
}

/** Moves there and presses, unless something else is there by then. */
async function press(
  page: Page,
  { x, y, realm, watched }: Aimed & { readonly realm: string },
  actions: InputAction[],
): Promise<Pressed> {
  if (watched === "among frames") {
    // What a frame takes cannot be kept from it, so it is looked at before.
    await perform(page, [moveTo(x, y)]);
    const by = await inWatched(page, LOOK, realm);
    if (by !== null) return { kind: "held", by };
    await perform(page, actions);
  } else {
    await perform(page, [moveTo(x, y), ...actions]);
  }
  if (watched === undefined) return { kind: "aim" };
  // It was pressed, whatever that did to its own document: a frame that is gone ends the call no more.
  return await inWatched(page, END, realm).catch(() => null) ?? { kind: "aim" };
}

/** What is said in the document that was aimed in; null when it is gone, as it is after a click on a link, or busy. */
async function inWatched<R>(page: Page, look: PageFunction<null, R>, realm: string) {
  try {
    return (await callInPage(page, look, null, { realm, graceMs: LOOK_MS })).value;
  } catch (error) {
    if (page.signal.aborted) throw error;
    return null;
  }
}

function unseen(there: string | null): string {
  const now = there === null ? "" : `; ${there} lies there now`;
  return `the document has seen nothing of the press: something else, such as a frame, may have taken it${now}`;
}

function moveTo(x: number, y: number): InputAction {
  return { type: "pointerMove", x, y, origin: "viewport" };
}

function perform(page: Page, actions: InputAction[]): Promise<void> {
  const parameters = { pointerType: "mouse" } as const;
  return performInput(page, [{ type: "pointer", id: "mouse", parameters, actions }]);
}

function presses(action: Exclude<InteractArgs["action"], "scroll_to" | "hover">): InputAction[] {
  const button = action === "right_click" ? 2 : 0;
  const press: InputAction[] = [{ type: "pointerDown", button }, { type: "pointerUp", button }];
  return action === "double_click" ? [...press, ...press] : press;
}
