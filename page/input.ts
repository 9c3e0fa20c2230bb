/**
 * Real input, as commands.
 *
 * @module
 */
import type { InputAction, SourceActions } from "../bidi/protocol.ts";
import { inputRoute } from "./around.ts";
import { explain } from "./explain.ts";
import type { Page } from "./page.ts";

/** Milliseconds an input may take, whatever it is. */
const BASE_MS = 10_000;

/** Milliseconds each of its steps may take besides. */
const STEP_MS = 20;

/**
 * Carries out input and waits until the page has handled it.
 *
 * @param drag what is under the pointer may be dragged by the browser itself
 * @throws {PageError} 504 the page did not handle it in time; 400 it changed meanwhile
 */
export async function performInput(
  page: Page,
  actions: SourceActions[],
  { drag = false }: { drag?: boolean } = {},
): Promise<void> {
  const steps = Math.max(...actions.map((source) => source.actions.length));
  try {
    await page.send("input.performActions", await routed(page, actions, drag), {
      timeoutMs: BASE_MS + steps * STEP_MS,
    });
  } catch (error) {
    throw explain(error);
  }
}

/** Keys go where the focus is, a pointer where it is sent. */
async function routed(page: Page, actions: SourceActions[], drag: boolean) {
  const { context } = page;
  if (context === page.top || !actions.some(({ type }) => type === "pointer")) {
    return { context, actions };
  }
  const route = await inputRoute(page, drag);
  const moved = (action: InputAction): InputAction =>
    action.type === "pointerMove" && action.origin === "viewport"
      ? { ...action, ...route.to(action) }
      : action;
  return {
    context: route.context,
    actions: actions.map((source) => ({ ...source, actions: source.actions.map(moved) })),
  };
}

/** Types keys one after the other. */
export function performKeys(page: Page, values: readonly string[]): Promise<void> {
  const actions = values.flatMap((value): InputAction[] => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return performInput(page, [{ type: "key", id: "keyboard", actions }]);
}

/** Holds all keys down, in order, and lets them go, the last first. */
export function performChord(page: Page, values: readonly string[]): Promise<void> {
  const down = values.map((value): InputAction => ({ type: "keyDown", value }));
  const up = values.map((value): InputAction => ({ type: "keyUp", value })).reverse();
  return performInput(page, [{ type: "key", id: "keyboard", actions: [...down, ...up] }]);
}
