/**
 * One element waited for, and one step taken with it, in one go. Runs in the page.
 *
 * @module
 */
import type { Selector } from "../args.ts";
import type { RefNaming } from "../page.ts";
import type { Kit } from "./kit.ts";

/** What a step came to: its value, or why it cannot be taken; `wait` when it may be possible soon. */
export type Step<R> = { value: R } | { refused: string; wait: boolean };

/** What is done with the element found. Self-contained: it is sent to the browser as text. */
export type StepInPage<I, R> = (kit: Kit, element: Element, input: I) => Step<R> | Promise<Step<R>>;

/** What {@link search} takes. */
export interface SearchArgs<I> {
  /** What to look for. */
  readonly selector: Selector;
  /** Milliseconds to wait for exactly one match. */
  readonly waitMs: number;
  /** Milliseconds that several matches, or a step that may be possible soon, are waited for. */
  readonly graceMs: number;
  /** How refs are called. */
  readonly naming: RefNaming;
  /** What the step takes. */
  readonly input: I;
}

/** How a search ended. */
export type Outcome<R> =
  | { kind: "done"; value: R }
  | { kind: "refused"; element: string; why: string }
  | { kind: "none"; there: string }
  | { kind: "several"; count: number; there: string; refs: readonly string[] }
  | { kind: "invalid"; why: string }
  | { kind: "left" };

/** Looks for exactly one element until there is one, then takes the step. */
export async function search<I, R>(
  kit: Kit,
  node: Element | null,
  args: SearchArgs<I>,
  step: StepInPage<I, R>,
): Promise<Outcome<R>> {
  const { dom, finder, hints } = kit;
  const start = performance.now();
  const leaving = dom.leaving();
  let seen: number | null = null;

  const told = (elements: readonly Element[]): string => {
    const apart = hints.apart(elements);
    return finder.showAll(elements, (element) => {
      const ref = kit.refs.give(element, args.naming);
      return `${ref === null ? "" : ` [ref=${ref}]`}${apart(element)}`;
    });
  };

  const attempt = async (): Promise<
    { outcome: Outcome<R>; elements: Element[]; final: boolean }
  > => {
    const found = finder.find(args.selector, node);
    if ("invalid" in found) {
      return { outcome: { kind: "invalid", why: found.invalid }, elements: [], final: true };
    }
    const { elements } = found;
    const [element, second] = elements;
    if (!element) {
      return { outcome: { kind: "none", there: "" }, elements, final: "ref" in args.selector };
    }
    if (second) {
      const count = elements.length;
      return { outcome: { kind: "several", count, there: "", refs: [] }, elements, final: false };
    }
    const taken = await step(kit, element, args.input);
    if ("value" in taken) {
      return { outcome: { kind: "done", value: taken.value }, elements, final: true };
    }
    const outcome: Outcome<R> = {
      kind: "refused",
      element: finder.show(element),
      why: taken.refused,
    };
    return { outcome, elements, final: !taken.wait };
  };

  try {
    for (;;) {
      const began = performance.now();
      const { outcome, elements, final } = await attempt();
      if (leaving.left) return { kind: "left" };
      seen = outcome.kind === "none" ? null : seen ?? began;
      const now = performance.now();
      const end = seen === null ? start + args.waitMs : seen + Math.min(args.graceMs, args.waitMs);
      if (final || now >= end) {
        if (outcome.kind === "none") outcome.there = hints.instead(args.selector);
        if (outcome.kind === "several") {
          outcome.there = told(elements);
          outcome.refs = kit.refs.given;
        }
        return outcome;
      }
      // A big document is not searched all the time, and a page is not scrolled to and fro.
      const least = outcome.kind === "refused" ? 100 : 30;
      await dom.pause(Math.min(500, Math.max(least, 3 * (now - began))));
      if (leaving.left) return { kind: "left" };
    }
  } finally {
    leaving.stop();
  }
}
