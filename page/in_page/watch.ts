/**
 * A condition waited for. Runs in the page.
 *
 * @module
 */
import type { Selector } from "../args.ts";
import type { Kit } from "./kit.ts";

/** What {@link watch} takes. */
export interface WatchArgs {
  /** The element that must be seen, or null. */
  readonly selector: Selector | null;
  /** A part of the URL that must come, or a glob, or null. */
  readonly url: string | null;
  /** Waits until it is no more. */
  readonly gone: boolean;
  /** Milliseconds. */
  readonly waitMs: number;
}

/** How a wait ended: `late` says what there was, in words. */
export type Watched =
  | { kind: "met" }
  | { kind: "late"; there: string }
  | { kind: "invalid"; why: string }
  | { kind: "left" };

/** Waits until the condition holds. Self-contained: it is sent to the browser as text. */
export async function watch(kit: Kit, node: Element | null, args: WatchArgs): Promise<Watched> {
  const { dom, finder, hints, urlLike } = kit;
  const until = performance.now() + args.waitMs;
  const leaving = dom.leaving();

  /** Why `element` is not what is waited for, or null when it is: a text is one that somebody reads. */
  const unseen = (element: Element): string | null =>
    dom.hidden(element) ??
      (args.selector && "text" in args.selector && dom.folded(element)
        ? "it is an option that its list does not show"
        : null);
  const seen = (element: Element) => unseen(element) === null;

  const instead = (selector: Selector, elements: Element[]): string => {
    if (args.gone) return `still there: ${finder.showAll(elements.filter(seen))}`;
    const [element] = elements;
    if (!element) return hints.instead(selector);
    return `${finder.show(element)} matches, but ${unseen(element) ?? "came too late"}`;
  };

  try {
    for (;;) {
      const began = performance.now();
      const found = args.selector === null ? { elements: [] } : finder.find(args.selector, node);
      if ("invalid" in found) return { kind: "invalid", why: found.invalid };
      const holds = args.url === null
        ? found.elements.some(seen)
        : urlLike(args.url, location.href);
      if (leaving.left) return { kind: "left" };
      if (holds !== args.gone) return { kind: "met" };
      const now = performance.now();
      if (now >= until) {
        const there = args.selector === null ? "" : instead(args.selector, found.elements);
        return { kind: "late", there };
      }
      // A big document is not searched all the time.
      await dom.pause(Math.min(500, Math.max(30, 3 * (now - began)), until - now + 1));
    }
  } finally {
    leaving.stop();
  }
}
