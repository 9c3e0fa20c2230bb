/**
 * One element waited for, and one step taken with it, in one go. Runs in the page.
 *
 * @module
 */
import type { Selector } from "../args.ts";
import type { Kit } from "./kit.ts";

/** What a step came to: its value, or why it cannot be taken; `wait` when it may be possible soon. */
export type Step<R> = { value: R } | { refused: string; wait: boolean };

/** What is done with the element found. Self-contained: it is sent to the browser as text. */
export type StepInPage<I, R> = (kit: Kit, element: Element, input: I) => Step<R> | Promise<Step<R>>;

/** What {@link search} takes. */
export interface SearchArgs<I> {
  readonly selector: Selector;
  /** Milliseconds to wait for exactly one match. */
  readonly waitMs: number;
  /** Milliseconds that several matches, or a step that may be possible soon, are waited for. */
  readonly graceMs: number;
  readonly input: I;
}

/** How a search ended. */
export type Outcome<R> =
  | { kind: "done"; value: R }
  | { kind: "refused"; element: string; why: string }
  | { kind: "none"; there: string }
  | { kind: "several"; count: number; there: string }
  | { kind: "invalid"; why: string }
  | { kind: "left" };

/** Looks for exactly one element until there is one, then takes the step. */
export async function search<I, R>(
  kit: Kit,
  node: Element | null,
  args: SearchArgs<I>,
  step: StepInPage<I, R>,
): Promise<Outcome<R>> {
  const { dom, finder } = kit;
  const start = performance.now();
  let left = false;
  let seen: number | null = null;
  // Firefox lets a function run on in a document that was left.
  addEventListener("pagehide", () => left = true, { once: true });
  for (;;) {
    const began = performance.now();
    const found = finder.find(args.selector, node);
    if ("invalid" in found) return { kind: "invalid", why: found.invalid };
    const [element, second] = found.elements;
    let outcome: Outcome<R>;
    if (!element) {
      outcome = { kind: "none", there: "" };
      seen = null;
      if ("ref" in args.selector) return outcome;
    } else {
      seen ??= began;
      if (second) {
        outcome = { kind: "several", count: found.elements.length, there: "" };
      } else {
        const taken = await step(kit, element, args.input);
        if ("value" in taken) return { kind: "done", value: taken.value };
        outcome = { kind: "refused", element: finder.show(element), why: taken.refused };
        if (!taken.wait) return outcome;
      }
    }
    if (left) return { kind: "left" };
    const now = performance.now();
    const end = seen === null ? start + args.waitMs : seen + Math.min(args.graceMs, args.waitMs);
    if (now >= end) {
      if (outcome.kind === "none") outcome.there = finder.instead(args.selector);
      if (outcome.kind === "several") outcome.there = finder.showAll(found.elements);
      return outcome;
    }
    // A big document is not searched all the time.
    await dom.pause(Math.min(500, Math.max(30, 3 * (now - began))));
    if (left) return { kind: "left" };
  }
}
