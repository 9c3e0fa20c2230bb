/**
 * A condition waited for. Runs in the page.
 *
 * @module
 */
import type { Selector } from "../args.ts";
import type { Kit } from "./kit.ts";

/** What {@link watch} takes. */
export interface WatchArgs {
  readonly selector: Selector | null;
  /** The source of a regular expression that the URL must match, or null. */
  readonly url: string | null;
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
  const { dom, finder } = kit;
  const until = performance.now() + args.waitMs;
  let left = false;
  // Firefox lets a function run on in a document that was left.
  addEventListener("pagehide", () => left = true, { once: true });

  const unseen = (element: Element) => dom.hidden(element) !== null;

  const instead = (selector: Selector, elements: Element[]): string => {
    if (args.gone) return `still there: ${finder.showAll(elements.filter((one) => !unseen(one)))}`;
    const [element] = elements;
    if (!element) return finder.instead(selector);
    return `${finder.show(element)} matches, but ${dom.hidden(element) ?? "came too late"}`;
  };

  for (;;) {
    const began = performance.now();
    let elements: Element[] = [];
    let holds: boolean;
    if (args.selector === null) holds = new RegExp(args.url ?? "", "s").test(location.href);
    else {
      const found = finder.find(args.selector, node);
      if ("invalid" in found) return { kind: "invalid", why: found.invalid };
      elements = found.elements;
      holds = elements.some((element) => !unseen(element));
    }
    if (left) return { kind: "left" };
    if (holds !== args.gone) return { kind: "met" };
    const now = performance.now();
    if (now >= until) {
      const there = args.selector === null ? "" : instead(args.selector, elements);
      return { kind: "late", there };
    }
    // A big document is not searched all the time.
    await dom.pause(Math.min(500, Math.max(30, 3 * (now - began)), until - now + 1));
  }
}
