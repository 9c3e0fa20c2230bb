/**
 * `fill_form`: several fields in one call, each in the way of its kind, in order, until one fails.
 *
 * @module
 */
import type { FillFormArgs, FormField, Selector } from "./args.ts";
import { finding, onElement } from "./find.ts";
import { choose } from "./in_page/choose.ts";
import { type FieldKind, fieldKind, isChecked } from "./in_page/field_kind.ts";
import { interact } from "./interact.ts";
import { type Page, PageError } from "./page.ts";
import { pressKey } from "./press_key.ts";
import { write, type WriteResult } from "./write.ts";

/** What was done to one field. */
export interface FilledField extends Omit<WriteResult, "how"> {
  /** As `write` says it; or its options were selected; or it was clicked, unless it was `already` so. */
  readonly how: WriteResult["how"] | "selected" | "clicked" | "already";
  /** What a person reads of a list's options that are selected now. */
  readonly selected?: readonly string[];
}

/** What `fill_form` answers. */
export interface FillFormResult {
  /** What was done, field by field. */
  readonly fields: readonly FilledField[];
}

const KIND = finding(fieldKind);
const CHOOSE = finding(choose);
const CHECKED = finding(isChecked);

/** Clicks that bring what is neither on nor off to either. */
const MAX_CLICKS = 2;

/** Fields that an error names. */
const MAX_NAMED = 10;

/** A field that was filled, and whether Enter in it submits. */
interface Filled {
  readonly field: FilledField;
  readonly line: boolean;
}

/**
 * Fills the fields, each instead of what is there.
 *
 * @throws {PageError} what the field that stops it is refused with, and which were filled before
 */
export async function fillForm(page: Page, args: FillFormArgs): Promise<FillFormResult> {
  const { submit = false } = args;
  const fields: FilledField[] = [];
  let line: Selector | null = null;
  for (const [index, field] of args.fields.entries()) {
    const which = `field ${index + 1} of ${args.fields.length}`;
    try {
      const filled = await fill(page, field);
      fields.push(filled.field);
      if (filled.line) line = field.selector;
    } catch (error) {
      throw stopped(error, `Stopped at ${which}`, fields);
    }
  }
  if (submit) {
    await enter(page, line).catch((error) => {
      throw stopped(error, "The form was not submitted", fields);
    });
  }
  return { fields };
}

async function fill(page: Page, { selector, value, secret }: FormField): Promise<Filled> {
  const { value: found } = await onElement(page, KIND, selector, null, { verb: "fill" });
  const line = found.kind === "line";
  if (secret !== undefined) {
    return { field: await write(page, { selector, secret, clear: true }), line };
  }
  switch (found.kind) {
    case "check":
      return { field: await check(page, selector, found, wantedState(found, value)), line };
    case "list":
      return { field: await chooseIn(page, selector, found, value), line };
    default:
      return {
        field: await write(page, { selector, text: wantedText(found, value), clear: true }),
        line,
      };
  }
}

async function check(
  page: Page,
  selector: Selector,
  { element, role }: FieldKind,
  wanted: boolean,
): Promise<FilledField> {
  const verb = wanted ? "check" : "uncheck";
  const read = async (wanted: boolean | null) =>
    (await onElement(page, CHECKED, selector, { wanted }, { verb })).value;
  let state = await read(null);
  if (state === wanted) return { element, how: "already" };
  if (!wanted && role.endsWith("radio")) {
    throw new PageError(400, `Cannot uncheck ${element}: check another one of its group`);
  }
  for (let click = 0; state !== wanted && click < MAX_CLICKS; click++) {
    await interact(page, { selector, action: "click" });
    const after = await read(wanted);
    // One that stays as it was is not clicked again.
    if (after === state) break;
    state = after;
  }
  if (state === wanted) return { element, how: "clicked" };
  throw new PageError(
    400,
    `Cannot ${verb} ${element}: it was clicked, and the page left it as it was`,
  );
}

async function chooseIn(
  page: Page,
  selector: Selector,
  found: FieldKind,
  value: FormField["value"],
): Promise<FilledField> {
  if (typeof value === "boolean") throw wrongValue(found, value, "an option, or an array of them");
  const wanted = [value ?? []].flat().map(String);
  const input = { by: "label or value" as const, wanted };
  const { value: { element, selected, already, kept } } = await onElement(
    page,
    CHOOSE,
    selector,
    input,
    { verb: "select in" },
  );
  return {
    element,
    how: already ? "already" : "selected",
    selected,
    ...!kept && { note: "the page has changed what was selected" },
  };
}

function wantedState(found: FieldKind, value: FormField["value"]): boolean {
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw wrongValue(found, value, "true or false");
}

function wantedText(found: FieldKind, value: FormField["value"]): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw wrongValue(found, value, "a text");
}

function wrongValue({ element }: FieldKind, value: FormField["value"], takes: string): PageError {
  const given = Array.isArray(value) ? "an array" : JSON.stringify(value) ?? "none";
  return new PageError(400, `Cannot fill ${element}: it takes ${takes}, and the value is ${given}`);
}

async function enter(page: Page, line: Selector | null): Promise<void> {
  if (line === null) {
    throw new PageError(400, "no field of one line was filled to press Enter in; click its button");
  }
  await pressKey(page, { keys: "Enter", selector: line });
}

/** The same error, saying what was done before it; what is no refusal, such as an abort, stays as it is. */
function stopped(error: unknown, what: string, fields: readonly FilledField[]): unknown {
  // A secret is refused by the workspace, with an error of its own that has a status too.
  if (!(error instanceof Error && "status" in error)) return error;
  const names = fields.slice(0, MAX_NAMED).map(({ element }) => element).join(", ");
  const more = fields.length > MAX_NAMED ? `, ${fields.length - MAX_NAMED} more` : "";
  const filled = fields.length === 0 ? "nothing was filled" : `filled were ${names}${more}`;
  error.message = `${what}: ${error.message}; ${filled}`;
  return error;
}
