/**
 * What a page shows, to be searched elsewhere. Runs in the page.
 *
 * @module
 */
import type { Kit } from "./kit.ts";

/** What {@link shown} takes. */
export interface ShownArgs {
  /** Most characters of the text; 0 for none. */
  readonly maxText: number;
}

/** A page as it is now. */
export interface Shown {
  /** Its URL. */
  readonly url: string;
  /** The text a person reads, that of buttons included. */
  readonly text: string;
}

/** Reads the page. Self-contained: it is sent to the browser as text. */
export function shown(kit: Kit, _node: Element | null, { maxText }: ShownArgs): Shown {
  const { dom, text } = kit;
  const root: Element | null = document.body ?? document.documentElement;
  if (maxText === 0 || root === null) return { url: location.href, text: "" };
  const buttons = dom.roots()
    .flatMap((each) => [...each.querySelectorAll("input")])
    .filter((input) =>
      ["button", "submit", "reset"].includes(input.type) && dom.hidden(input) === null
    )
    .map(({ value }) => value);
  return { url: location.href, text: dom.cut([text.seen(root), ...buttons].join("\n"), maxText) };
}
