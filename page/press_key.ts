/**
 * `press_key`: one key, or a chord of them.
 *
 * @module
 */
import type { PressKeyArgs } from "./args.ts";
import { finding, onElement } from "./find.ts";
import { focus } from "./in_page/focus.ts";
import { performChord } from "./input.ts";
import { chord } from "./keys.ts";
import type { Page } from "./page.ts";

/** What `press_key` answers. */
export interface PressKeyResult {
  /** What was focused first; absent when no selector was given. */
  readonly element?: string;
}

const FOCUS = finding(focus);

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
  if (selector === undefined) {
    await performChord(page, values);
    return {};
  }
  const { value: element } = await onElement(page, FOCUS, selector, null, {
    verb: "press a key on",
  });
  await performChord(page, values);
  return { element };
}
