/**
 * What a field is filled with. Runs in the page.
 *
 * @module
 */
import type { Kit } from "./kit.ts";
import type { Step } from "./search.ts";

/** A field that was found. */
export interface FieldKind {
  /** The field in words. */
  readonly element: string;
  /** `check` is on or off, `list` has options, `line` is text that Enter submits, `text` all else. */
  readonly kind: "check" | "list" | "line" | "text";
  /** Its role, such as `radio`. */
  readonly role: string;
}

/** Says what kind of field `element` is. Self-contained: it is sent to the browser as text. */
export function fieldKind(kit: Kit, element: Element): Step<FieldKind> {
  const { finder, names } = kit;
  const LINES = ["email", "number", "password", "search", "tel", "text", "url"];
  const field = element instanceof HTMLLabelElement ? element.control ?? element : element;
  const role = names.role(field);
  const kind = ["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"].includes(role)
    ? "check"
    : field instanceof HTMLSelectElement
    ? "list"
    : field instanceof HTMLInputElement && LINES.includes(field.type)
    ? "line"
    : "text";
  return { value: { element: finder.show(field), kind, role } };
}

/** What {@link isChecked} takes. */
export interface CheckedArgs {
  /** What it is to become: it is given a few frames for that; null looks once. */
  readonly wanted: boolean | null;
}

/** Says whether `element` is checked; null for what is neither. Self-contained: it is sent as text. */
export async function isChecked(
  kit: Kit,
  element: Element,
  args: CheckedArgs,
): Promise<Step<boolean | null>> {
  const MAX_FRAMES = 20;
  const field = element instanceof HTMLLabelElement ? element.control ?? element : element;
  const state = () => {
    if (field instanceof HTMLInputElement) return field.indeterminate ? null : field.checked;
    const aria = kit.dom.own(field).getAttribute("aria-checked");
    return aria === "mixed" ? null : aria === "true";
  };
  for (let frame = 0; frame < MAX_FRAMES; frame++) {
    if (args.wanted === null || state() === args.wanted) break;
    await kit.dom.frame();
  }
  return { value: state() };
}
