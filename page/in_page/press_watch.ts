/**
 * What a press really hits: between the moment an element is aimed at and the press, a page can put something
 * else under the pointer. Runs in the page.
 *
 * @module
 */
import type { Kit } from "./kit.ts";

/** What {@link watchPress} is to watch. */
export interface PressAim {
  /** What is to be pressed. */
  readonly target: Element;
  /** CSS pixels from the left edge of the viewport. */
  readonly x: number;
  /** CSS pixels from the top edge of the viewport. */
  readonly y: number;
  /** A press of `hit` is one of `target`. */
  reaches(hit: Element): boolean;
}

/** What {@link watchPress} keeps in the sandbox until {@link endPress}. */
interface Watch {
  readonly listening: AbortController;
  /** What lies at the point instead of the element, in words; null for the element. */
  instead(): string | null;
  /** `held` when the press was kept from what it hit. */
  hit: "nothing" | "aim" | "held";
  /** What it was kept from, in words. */
  held: string;
}

/** What became of a press. */
export type Pressed =
  | { kind: "aim" }
  | { kind: "held"; by: string }
  | { kind: "unseen"; there: string | null };

/**
 * Watches one press from now on, and no earlier one; none when `aim` is null. A press that hits something else of
 * this document is kept from it: nothing happens there. Self-contained: it is sent to the browser as text.
 */
export function watchPress({ dom, finder }: Kit, aim: PressAim | null): null {
  const kept = globalThis as { pagetapPress?: Watch | undefined };
  kept.pagetapPress?.listening.abort();
  kept.pagetapPress = undefined;
  if (aim === null) return null;
  const { target, x, y, reaches } = aim;
  const TYPES = [
    "pointerdown",
    "mousedown",
    "pointerup",
    "mouseup",
    "click",
    "auxclick",
    "dblclick",
  ]
    .concat("contextmenu");
  /** Milliseconds after which a press that never came is no longer waited for. */
  const MOST_MS = 5_000;

  const told = (each: Element): string => finder.show(each) + finder.around(each);
  const before = told(target);

  /** A page that draws a control anew as the pointer comes has it there still. */
  const drawnAnew = (hit: Element): boolean => {
    if (dom.own(target).isConnected) return false;
    for (let up: Element | null = hit; up; up = dom.parent(up)) {
      if (told(up) === before) return true;
    }
    return false;
  };
  const aimed = (hit: Element): boolean => reaches(hit) || drawnAnew(hit);
  const instead = (): string | null => {
    const hit = dom.at(x, y);
    return hit === null ? "nothing" : aimed(hit) ? null : finder.show(hit);
  };

  const listening = new AbortController();
  const watch: Watch = { listening, instead, hit: "nothing", held: "" };
  kept.pagetapPress = watch;
  setTimeout(() => listening.abort(), MOST_MS);

  const heard = (event: Event): void => {
    if (!event.isTrusted || watch.hit === "aim") return;
    if (watch.hit === "nothing") {
      const [target] = event.composedPath();
      const hit = target instanceof Element ? target : document.documentElement;
      // The two differ where a browser does not hit what it shows, such as an area of an image.
      const other = aimed(hit) ? null : instead();
      if (other === null) {
        watch.hit = "aim";
        return;
      }
      watch.hit = "held";
      watch.held = finder.show(hit);
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of TYPES) {
    addEventListener(type, heard, { capture: true, signal: listening.signal });
  }
  return null;
}

/** What lies where the press is to go, in words; null for what was aimed at, or where nothing is watched. Sent as text. */
export function lookBeforePress(): string | null {
  const { pagetapPress } = globalThis as { pagetapPress?: Watch | undefined };
  return pagetapPress?.instead() ?? null;
}

/** Ends the watch and says what was hit. Self-contained: it is sent to the browser as text. */
export function endPress(): Pressed {
  const kept = globalThis as { pagetapPress?: Watch | undefined };
  const watch = kept.pagetapPress;
  kept.pagetapPress = undefined;
  if (!watch) return { kind: "aim" };
  watch.listening.abort();
  if (watch.hit === "held") return { kind: "held", by: watch.held };
  return watch.hit === "aim" ? { kind: "aim" } : { kind: "unseen", there: watch.instead() };
}
