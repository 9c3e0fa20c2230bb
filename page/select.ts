/**
 * `select`: options of a `<select>`.
 *
 * @module
 */
import type { SelectArgs } from "./args.ts";
import { finding, onElement } from "./find.ts";
import { choose } from "./in_page/choose.ts";
import { type Page, PageError } from "./page.ts";

/** What `select` answers. */
export interface SelectResult {
  /** The list in words. */
  readonly element: string;
  /** What a person reads of the options that are selected now, the first 50. */
  readonly selected: readonly string[];
  /** What is not as expected, in words. */
  readonly note?: string;
}

const CHOOSE = finding(choose);

const BY = ["label", "value", "index"] as const;

/**
 * Selects options, instead of those that are; the page hears `input` and `change`, as of a person's choice.
 *
 * @throws {PageError} 400 no such list, or it is none, or it has no such option
 */
export async function select(page: Page, args: SelectArgs): Promise<SelectResult> {
  const by = BY.filter((each) => args[each] !== undefined);
  const [first] = by;
  if (first === undefined || by.length > 1) {
    throw new PageError(400, `Cannot select: name options by one of ${BY.join(", ")}`);
  }
  const wanted = [args[first] ?? []].flat();
  const { value: { element, selected, already, kept } } = await onElement(
    page,
    CHOOSE,
    args.selector,
    { by: first, wanted },
    { verb: "select in" },
  );
  const note = already
    ? "it was selected already: the page was told nothing"
    : kept
    ? null
    : "the page has changed what was selected";
  return { element, selected, ...note !== null && { note } };
}
