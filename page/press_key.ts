/**
 * `press_key`: one key, or a chord of them.
 *
 * @module
 */
import type { PressKeyArgs } from "./args.ts";
import { finding, onElement } from "./find.ts";
import { giveFocus } from "./give_focus.ts";
import { focus } from "./in_page/focus.ts";
import { performChord } from "./input.ts";
import { chord } from "./keys.ts";
import type { Page } from "./page.ts";

/** What `press_key` answers. */
export interface PressKeyResult {
  /** What was focused first; absent when no selector was given. */
  readonly element?: string;
  /** That the page has lost the keyboard's focus for good, in words. */
  readonly note?: string;
}

const FOCUS = finding(focus);

const UNFOCUSED =
  "the keyboard's focus has left the page for the browser's own buttons and could not " +
  "be given back: keys press nothing in it; use interact";

/**
 * Presses keys where the focus is, or on one element.
 *
 * @throws {PageError} 400 a key that is none, or no such element, or it takes no focus
 */
export async function pressKey(
  page: Page,
  { keys, selector }: PressKeyArgs,
): Promise<PressKeyResult> {
  const values = chord(keys);
  await giveFocus(page);
  const element = selector === undefined
    ? undefined
    : (await onElement(page, FOCUS, selector, null, {
      verb: "press a key on",
    })).value;
  await performChord(page, values);
  // A page whose focus is away is told of no focus, whatever is done to it.
  const focused = await giveFocus(page);
  return { ...element !== undefined && { element }, ...!focused && { note: UNFOCUSED } };
}
