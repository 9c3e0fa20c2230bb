/**
 * Whether the keyboard's focus stays in a document while keys are sent there: they go to whatever has it, which a
 * page can give to a frame of somebody else's. Runs in the page.
 *
 * @module
 */
import type { Field, FieldArgs } from "./field.ts";
import type { Kit } from "./kit.ts";
import type { Step } from "./search.ts";

/** A field that has the focus. */
export interface WatchedField extends Field {
  /** Its document has frames, which could take the focus. */
  readonly frames: boolean;
}

/** What {@link watchTyping} keeps in the sandbox. */
interface TypingWatch {
  readonly listening: AbortController;
  /** Looks who has the focus; gives the first that was not this document, in words, or null. */
  taker(): string | null;
}

/**
 * Watches the focus from now on, when it is in a field of this document; gives whether frames could take it.
 * Self-contained: it is sent as text.
 */
export function watchTyping({ dom, finder }: Kit): boolean {
  const kept = globalThis as { pagetapTyping?: TypingWatch | undefined };
  kept.pagetapTyping?.listening.abort();
  const listening = new AbortController();
  // A document in a frame does not see who else has the focus.
  const had = document.hasFocus();
  let taken: string | null = null;
  const taker = (): string | null => {
    const active = dom.focused();
    if (active && dom.framing(active)) taken ??= finder.show(active);
    else if (parent !== self && had && !document.hasFocus()) taken ??= "another document";
    return taken;
  };
  kept.pagetapTyping = { listening, taker };
  addEventListener("blur", taker, { capture: true, signal: listening.signal });
  return dom.roots().some((root) => root.querySelector("iframe, frame, object") !== null);
}

/**
 * Makes a field ready, and watches the focus from then on. Self-contained: it is sent as text.
 *
 * @param prepare gives it the focus
 * @param watch begins to watch
 */
export function prepareWatched(
  kit: Kit,
  element: Element,
  args: FieldArgs,
  prepare: (kit: Kit, element: Element, args: FieldArgs) => Step<Field>,
  watch: (kit: Kit) => boolean,
): Step<WatchedField> {
  const step = prepare(kit, element, args);
  return "value" in step ? { value: { ...step.value, frames: watch(kit) } } : step;
}

/** Who has taken the focus meanwhile, in words; null for nobody. Self-contained: it is sent as text. */
export function focusTaker(): string | null {
  const { pagetapTyping } = globalThis as { pagetapTyping?: TypingWatch | undefined };
  return pagetapTyping?.taker() ?? null;
}
