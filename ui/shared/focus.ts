/**
 * Keeps the keyboard's place when what had it goes away.
 *
 * @module
 */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";

/** Takes the focus for a heading that has come, when nothing else has it: what had it went with the page before. */
export function useFocusWhenLost(heading: RefObject<HTMLElement>): void {
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) heading.current?.focus();
  }, []);
}

/** Gives the focus that is within an element to another one when it goes away. */
export function useFocusHandedOn(
  within: RefObject<HTMLElement>,
  next: () => HTMLElement | null,
): void {
  useLayoutEffect(() => {
    const element = within.current;
    return () => {
      if (element?.contains(document.activeElement)) next()?.focus();
    };
  }, []);
}
