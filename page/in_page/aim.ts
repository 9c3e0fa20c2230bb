/**
 * Where to point at an element: scrolled into view, at rest, and hit by nothing else. Runs in the page.
 *
 * @module
 */
import type { Kit } from "./kit.ts";
import type { PressAim } from "./press_watch.ts";
import type { Step } from "./search.ts";

/** What {@link aim} takes. */
export interface AimArgs {
  /** A press follows, and not only a move. */
  readonly press: boolean;
  /** The one point of the element to aim at, from its top left corner; absent, one that is reached. */
  readonly at?: { readonly x: number; readonly y: number };
  /** What the press hits is watched from now on. */
  readonly watch?: true;
}

/** A point of the viewport, in CSS pixels, and what is there, in words. */
export interface Aimed {
  /** From the left edge of the viewport. */
  readonly x: number;
  /** From the top edge of the viewport. */
  readonly y: number;
  /** The element aimed at. */
  readonly element: string;
  /** It had to be brought into view: what else was in view has moved. */
  readonly scrolled: boolean;
  /** What the press hits is watched: among frames, which take what is pressed there, or in a document without any. */
  readonly watched?: "alone" | "among frames";
}

/**
 * Finds a point of `element` that a pointer reaches. Self-contained: it is sent as text.
 *
 * @param watch begins to watch a press, or with null ends it
 */
export async function aim(
  kit: Kit,
  element: Element,
  args: AimArgs,
  watch: (kit: Kit, aim: PressAim | null) => null,
): Promise<Step<Aimed>> {
  const { dom, finder } = kit;
  const MAX_RECTS = 3;
  // These take what is pressed there, and this document hears nothing of it.
  const FRAMES = "iframe, frame, object, embed, fencedframe";

  /** A checkbox that a stylesheet has replaced is clicked by its label, as a person would. */
  const standIn = (control: Element): Element | null => {
    if (!(control instanceof HTMLInputElement)) return null;
    if (control.type !== "checkbox" && control.type !== "radio") return null;
    return [...control.labels ?? []].find((label) => !unseen(label)) ?? null;
  };

  /** The boxes of `target`; where it has none, of what is in it. */
  const boxes = (target: Element): DOMRect[] => {
    const sized = (element: Element) =>
      [...dom.own(element).getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    const own = sized(target);
    if (own.length > 0) return own.slice(0, MAX_RECTS);
    const inner: DOMRect[] = [];
    dom.walk(target, (element) => {
      if (inner.length >= MAX_RECTS) return false;
      if (!dom.hidden(element)) inner.push(...sized(element));
      return true;
    });
    return inner.slice(0, MAX_RECTS);
  };

  const unseen = (target: Element): string | null => {
    const why = dom.hidden(target);
    if (why) return why;
    if (boxes(target).length > 0) return null;
    if (target instanceof HTMLOptionElement) {
      return "it is an option of a list, which has no place of its own: use write on the list";
    }
    return "its size is zero";
  };

  const disabled = (): string | null => {
    if (dom.own(element).matches(":disabled")) return "it is disabled";
    for (let up: Element | null = element; up; up = dom.parent(up)) {
      const it = dom.own(up);
      if (it.getAttribute("aria-disabled") === "true") return "it is disabled (aria-disabled)";
    }
    return dom.inert(element);
  };

  /** A press at `hit` reaches `target`: it is in it, or in a label of it. */
  const reaches = (hit: Element, target: Element): boolean => {
    if (dom.within(hit, target)) return true;
    for (let up: Element | null = hit; up; up = dom.parent(up)) {
      if (up instanceof HTMLLabelElement) return up.control === target;
    }
    return false;
  };

  /** Points worth a try, whole pixels, those in the middle first. */
  const points = (target: Element): [number, number][] => {
    if (args.at) {
      const { left, top } = dom.own(target).getBoundingClientRect();
      const [x, y] = [left + args.at.x, top + args.at.y];
      return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? [[x, y]] : [];
    }
    const list: [number, number][] = [];
    const inside = boxes(target);
    for (
      const share of [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.2], [0.5, 0.8], [0.1, 0.1]]
    ) {
      const [across = 0, down = 0] = share;
      for (const rect of inside) {
        const left = Math.max(rect.left, 0);
        const top = Math.max(rect.top, 0);
        const right = Math.min(rect.right, innerWidth);
        const bottom = Math.min(rect.bottom, innerHeight);
        if (right <= left || bottom <= top) continue;
        const x = left + (right - left) * across;
        const y = top + (bottom - top) * down;
        const whole: [number, number] = [Math.floor(x), Math.floor(y)];
        list.push(whole[0] >= left && whole[1] >= top ? whole : [x, y]);
      }
    }
    return list;
  };

  /** The first point that reaches `target`, else what covers its middle, else null: out of view. */
  const probe = (target: Element): [number, number] | Element | null => {
    let cover: Element | null = null;
    for (const [x, y] of points(target)) {
      const hit = dom.at(x, y);
      if (hit && reaches(hit, target)) return [x, y];
      cover ??= hit;
    }
    return cover;
  };

  /** What was found at a point of `target`, watched if it is to be. */
  const aimed = (target: Element, [x, y]: [number, number], scrolled: boolean): Step<Aimed> => {
    const hit = args.watch ? dom.at(x, y) : null;
    const deaf = hit === null || dom.own(hit).matches(FRAMES);
    if (!deaf) watch(kit, { target, x, y, reaches: (other) => reaches(other, target) });
    const shown = { x, y, element: finder.show(element), scrolled };
    if (deaf) return { value: shown };
    const among = dom.roots().some((root) => root.querySelector(FRAMES) !== null);
    return { value: { ...shown, watched: among ? "among frames" : "alone" } };
  };

  const inView = (target: Element): boolean => {
    if (args.at) return points(target).length > 0;
    const { top, left, bottom, right } = dom.own(target).getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  };

  watch(kit, null);
  let target = element;
  const why = unseen(target);
  if (why) {
    const label = standIn(target);
    if (!label) return { refused: `${why}; use outline to see what can be used`, wait: true };
    target = label;
  }
  if (args.press) {
    const off = disabled();
    if (off) return { refused: off, wait: true };
  }
  if (args.at) {
    const { width, height } = dom.own(target).getBoundingClientRect();
    if (args.at.x > width || args.at.y > height) {
      return {
        refused: `the point (${args.at.x}, ${args.at.y}) lies outside it: it is ` +
          `${Math.round(width)} by ${Math.round(height)} pixels`,
        wait: false,
      };
    }
  }
  let found: [number, number] | Element | null = null;
  // Where it is first, so that what need not scroll does not; then where a fixed bar hides it least.
  for (const block of [null, "center", "end", "start"] as const) {
    if (block === null && !inView(target)) continue;
    if (block !== null) {
      dom.own(target).scrollIntoView({ block, inline: "center", behavior: "instant" });
    }
    if (!(await dom.rest(target))) {
      return { refused: "it does not stop moving; wait for it with wait_for", wait: false };
    }
    found = probe(target);
    if (Array.isArray(found)) return aimed(target, found, block !== null);
  }
  if (getComputedStyle(target).pointerEvents === "none") {
    return { refused: "it takes no pointer events (pointer-events: none)", wait: true };
  }
  if (found === null) {
    return { refused: "it lies outside what the page can be scrolled to", wait: true };
  }
  const label = standIn(target);
  if (label && target !== label) {
    const point = probe(label);
    if (Array.isArray(point)) return aimed(label, point, true);
  }
  return { refused: `it is covered by ${finder.show(found)}`, wait: true };
}
