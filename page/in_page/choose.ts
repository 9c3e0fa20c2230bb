/**
 * Options of a list chosen. Runs in the page.
 *
 * @module
 */
import type { Kit } from "./kit.ts";
import type { Step } from "./search.ts";

/** What {@link choose} takes. */
export interface ChooseArgs {
  /** What the options are named by: what a person reads, their value, their place from 0, or either of the first two. */
  readonly by: "label" | "value" | "index" | "label or value";
  /** The options; none of a list that takes several. */
  readonly wanted: readonly (string | number)[];
}

/** A list as it is now. */
export interface Chosen {
  /** The list in words. */
  readonly element: string;
  /** What a person reads of the options that are selected. */
  readonly selected: readonly string[];
  /** They were selected before, and the page was told nothing. */
  readonly already: boolean;
  /** They are still selected after the page heard of it. */
  readonly kept: boolean;
}

/** Selects these options and no others, and tells the page. Self-contained: it is sent as text. */
export function choose(kit: Kit, element: Element, args: ChooseArgs): Step<Chosen> {
  const { dom, finder, names } = kit;
  const MAX_SHOWN = 10;
  const MAX_TOLD = 50;
  const no = (refused: string, wait = false): Step<Chosen> => ({ refused, wait });

  const list = element instanceof HTMLLabelElement ? element.control ?? element : element;
  if (!(list instanceof HTMLSelectElement)) {
    const role = names.role(list) || "none";
    return no(
      ["combobox", "listbox", "option"].includes(role)
        ? `it is a ${role} of the page's own, no <select>: open it and click its option with interact`
        : `it is no <select> (role ${role})`,
    );
  }
  const why = dom.hidden(list);
  if (why) return no(why, true);
  if (list.matches(":disabled")) return no("it is disabled", true);
  if (args.wanted.length !== 1 && !list.multiple) {
    return no(`it takes exactly one option, and ${args.wanted.length} were named`);
  }

  const options = [...list.options];
  const words = ({ label }: HTMLOptionElement) => dom.squeeze(label);
  const find = (wanted: string | number): HTMLOptionElement | undefined => {
    if (args.by === "index") return options[Number(wanted)];
    const text = dom.squeeze(String(wanted));
    const read = args.by !== "value";
    return (read ? options.find((option) => words(option) === text) : undefined) ??
      (args.by !== "label" ? options.find(({ value }) => value === wanted) : undefined) ??
      (read
        ? options.find((option) => words(option).toLowerCase() === text.toLowerCase())
        : undefined);
  };
  const show = (option: HTMLOptionElement, index: number) => {
    const label = JSON.stringify(dom.cut(words(option), 60));
    if (args.by === "index") return `${index} (${label})`;
    return args.by === "value" ? `${JSON.stringify(dom.cut(option.value, 60))} (${label})` : label;
  };

  const found = new Set<HTMLOptionElement>();
  for (const wanted of args.wanted) {
    const option = find(wanted);
    if (!option) {
      const near = options.slice(0, MAX_SHOWN).map(show).join(", ") || "none";
      const more = options.length > MAX_SHOWN ? `, ${options.length - MAX_SHOWN} more` : "";
      const named = typeof wanted === "string" ? JSON.stringify(dom.cut(wanted, 60)) : wanted;
      // It may be about to be filled.
      const kind = args.by === "label or value" ? "" : `of ${args.by} `;
      return no(`it has no option ${kind}${named}; it has ${near}${more}`, true);
    }
    if (option.matches(":disabled")) {
      return no(`its option ${show(option, option.index)} is disabled`, true);
    }
    found.add(option);
  }

  const holds = () => options.every((option) => option.selected === found.has(option));
  const already = holds();
  if (!already) {
    list.focus();
    for (const option of options) option.selected = found.has(option);
    for (const type of ["input", "change"]) {
      list.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    }
  }
  const selected = [...list.selectedOptions].slice(0, MAX_TOLD)
    .map((option) => dom.cut(words(option), 200));
  return { value: { element: finder.show(list), selected, already, kept: holds() } };
}
