/**
 * `drag`: pressed at one place, moved step by step, let go at another. Input is real, so that the
 * browser's own drag and drop works as well as what a page makes of pointer events.
 *
 * @module
 */
import type { InputAction } from "../bidi/protocol.ts";
import { aimAt } from "./aim.ts";
import type { DragArgs, DragEnd, Point } from "./args.ts";
import { reach } from "./around.ts";
import { callInPage, inPage } from "./evaluate.ts";
import type { Aimed } from "./in_page/aim.ts";
import { endDrag, watchDrag } from "./in_page/drag_watch.ts";
import { viewport } from "./in_page/viewport.ts";
import { performInput } from "./input.ts";
import { type Page, PageError } from "./page.ts";

/** What `drag` answers. */
export interface DragResult {
  /** Where it began: the element in words, or the point. */
  readonly from: string;
  /** Where it ended. */
  readonly to: string;
  /** What did not go as asked, or not by input alone, in words. */
  readonly note?: string;
}

/** Moves on the way: what is dragged follows the pointer, and a page looks at every place it comes by. */
const STEPS = 10;

/** Milliseconds of each: about a frame, so that a page that draws on frames keeps up. */
const STEP_MS = 16;

/** Milliseconds before it is let go: what a page does on a frame after the last move. */
const REST_MS = 50;

/** Milliseconds the button's release may take where a drag failed: a dialog would hold it for good. */
const RELEASE_MS = 1_000;

/** CSS pixels that are moved at once, so that the drag has begun before the page is scrolled. */
const NUDGE = 8;

const WATCH = inPage(watchDrag);
const END = inPage(endDrag);
const VIEWPORT = inPage(viewport);

/**
 * Drags from one place to another.
 *
 * @throws {PageError} 400 no such element, several, or it is hidden, disabled or covered; a point that is
 * out of view, or that would be about something else once the other end is in view
 */
export async function drag(page: Page, args: DragArgs): Promise<DragResult> {
  let to = await locate(page, args, "to");
  let from = await locate(page, args, "from");
  refuseMoved(args, from, to);
  let apart = false;
  if (from.scrolled) {
    to = await locate(page, args, "to");
    // One of the two is in view at a time: the page is scrolled with the button held down.
    apart = to.scrolled;
    if (apart) from = await locate(page, args, "from");
  }
  await callInPage(page, WATCH, null);
  let steps = [...press(from), ...release(from, to)];
  if (apart) ({ to, steps } = await pressAndScroll(page, args, from));
  await perform(page, steps).catch(async (error) => {
    // What was sent before an abort goes on to its end, where the button comes up.
    if (!page.signal.aborted) await letGo(page);
    throw error;
  });
  const { value: ended } = await callInPage(page, END, null);
  const note = !ended.native
    ? null
    : !ended.taken
    ? "nothing there took what was dropped"
    : ended.scripted
    ? "Firefox's driver drops nothing: drop and dragend were dispatched by a script (isTrusted false)"
    : null;
  return { from: from.element, to: to.element, ...(note !== null && { note }) };
}

/**
 * Presses where it begins and brings the other end into view; gives that end, and what is left to do. The
 * button is down after it, unless it throws.
 */
async function pressAndScroll(
  page: Page,
  args: DragArgs,
  from: Aimed,
): Promise<{ to: Aimed; steps: InputAction[] }> {
  const { value: { width, height } } = await callInPage(page, VIEWPORT, null);
  const nudged = {
    x: from.x + (from.x < width / 2 ? NUDGE : -NUDGE),
    y: from.y + (from.y < height / 2 ? NUDGE : -NUDGE),
  };
  try {
    await perform(page, [...press(from), move(nudged), move(nudged)]);
    const to = await locate(page, args, "to");
    return { to, steps: release(nudged, to) };
  } catch (error) {
    await letGo(page);
    throw error;
  }
}

/** A button left down would spoil every click after; what went wrong before is what is told. */
async function letGo(page: Page): Promise<void> {
  await page.send("input.releaseActions", { context: page.top }, {
    evenAborted: true,
    timeoutMs: RELEASE_MS,
  }).catch(() => {});
}

/** One end of the drag, in view; a point of the viewport is as it is. */
async function locate(page: Page, args: DragArgs, which: "from" | "to"): Promise<Aimed> {
  const end: DragEnd = args[which];
  const { selector, x, y } = end;
  if (selector === undefined) return await locatePoint(page, { x: x ?? 0, y: y ?? 0 });
  const at = x === undefined || y === undefined ? {} : { at: { x, y } };
  const press = which === "from";
  const verb = press ? "drag" : "drag to";
  return await aimAt(page, selector, { press, ...at }, { verb });
}

async function locatePoint(page: Page, { x, y }: Point): Promise<Aimed> {
  const { value: { width, height } } = await callInPage(page, VIEWPORT, null);
  const element = `(${x}, ${y})`;
  if (x >= width || y >= height) {
    throw new PageError(
      400,
      `Cannot drag: ${element} lies outside the viewport, which is ${width} by ${height} pixels; ` +
        "name the element by a selector",
    );
  }
  const { scrolled } = await reach(page, { x, y }, `Cannot drag ${element}`);
  return { x, y, element, scrolled };
}

/** A point that the caller chose by what was in view is about something else after a scroll. */
function refuseMoved(args: DragArgs, from: Aimed, to: Aimed): void {
  const moved = args.from.selector ? from : to;
  if (!args.from.selector === !args.to.selector || !moved.scrolled) return;
  throw new PageError(
    400,
    `Cannot drag ${from.element} to ${to.element}: ${moved.element} was out of view, and bringing it ` +
      "into view has moved what was at the point; look again with screenshot and give the point anew",
  );
}

function press(from: Point): InputAction[] {
  return [move(from), { type: "pointerDown", button: 0 }];
}

/** Along a line, then once more at its end: a browser tells of a place only when the pointer moves on it. */
function release(from: Point, to: Point): InputAction[] {
  const moves = Array.from({ length: STEPS }, (_, i) => {
    const share = (i + 1) / STEPS;
    return move({ x: between(from.x, to.x, share), y: between(from.y, to.y, share) });
  });
  return [
    ...moves,
    move(to),
    { type: "pause", duration: REST_MS },
    { type: "pointerUp", button: 0 },
  ];
}

function between(from: number, to: number, share: number): number {
  return share === 1 ? to : Math.round(from + (to - from) * share);
}

function move({ x, y }: Point): InputAction {
  return { type: "pointerMove", x, y, origin: "viewport" };
}

/** The steps, each with the time of a frame. */
function perform(page: Page, actions: InputAction[]): Promise<void> {
  const pauses = actions.map((): InputAction => ({ type: "pause", duration: STEP_MS }));
  return performInput(
    page,
    [
      { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions },
      { type: "none", id: "frames", actions: pauses },
    ],
    { drag: true },
  );
}
