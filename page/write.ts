/**
 * `write`: text into a field. Keys are real; what keys cannot do in bounded time, or at all, is put in
 * at once, as a paste is, and the result says so.
 *
 * @module
 */
import type { WriteArgs } from "./args.ts";
import { writeSecret } from "./write_secret.ts";
import { callInPage, inPage } from "./evaluate.ts";
import { type FindFunction, finding, onElement } from "./find.ts";
import { type FieldArgs, insertText, prepareField, readField } from "./in_page/field.ts";
import { declaration } from "./in_page/kit.ts";
import { search } from "./in_page/search.ts";
import {
  focusTaker,
  prepareWatched,
  type WatchedField,
  watchTyping,
} from "./in_page/typing_watch.ts";
import { performKeys } from "./input.ts";
import { BACKSPACE, END, ENTER } from "./keys.ts";
import { type Page, PageError } from "./page.ts";

/** Most characters typed key by key: Chrome takes about 3 ms for each. */
export const MAX_TYPED = 500;

/** Characters typed at once where a frame could take the focus: so many it gets at most. */
const SLICE = 20;

/** Most characters of one call. */
export const MAX_TEXT = 1_000_000;

/** What `write` answers. */
export interface WriteResult {
  /** What was written to. */
  readonly element: string;
  /** How the text got there: by keys, put in at once as every secret is, or set as the value of a list or a date. */
  readonly how: "typed" | "inserted" | "set";
  /** Characters the field holds now; absent when the page put it away, and for a password's or a secret's. */
  readonly value_length?: number;
  /** The field's value, at most 200 characters, when it is not what was written; never a password's or a secret's. */
  readonly value?: string;
  /** What is not as expected, in words. */
  readonly note?: string;
}

const STEP =
  `(kit, element, args) => (${prepareWatched})(kit, element, args, ${prepareField}, ${watchTyping})`;
const PREPARE: FindFunction<FieldArgs, WatchedField> = {
  declaration: declaration(`(kit, node, args) => (${search})(kit, node, args, ${STEP})`),
};
const TAKER = inPage(focusTaker);
const READ = finding(readField);
const INSERT = inPage(insertText);

/** One code point that a key can be: no control character but a line break, no WebDriver key. */
const TYPEABLE = /^(?:[^\p{Co}\p{Cc}\p{Cs}]|\n)$/u;

/**
 * Writes into one field, after what is there or (`clear`) instead of it.
 *
 * @throws {PageError} 400 no such field, or it is disabled, read-only or no field, or a secret cannot be
 * typed, or the page gave the focus to another document; 403 it may not be typed there; 413 too long a text
 */
export async function write(page: Page, args: WriteArgs): Promise<WriteResult> {
  const { selector, secret, clear = false, submit = false } = args;
  if (secret !== undefined) return await writeSecret(page, secret, { selector, clear, submit });
  const text = (args.text ?? "").replace(/\r\n?/g, "\n").toWellFormed();
  if (text.length > MAX_TEXT) {
    throw new PageError(413, `Cannot write ${text.length} characters: ${MAX_TEXT} are the most`);
  }
  const { value: field } = await onElement(page, PREPARE, selector, { text, clear }, {
    verb: "write to",
  });
  if (field.kind === "line" && text.includes("\n")) {
    throw new PageError(
      400,
      `Cannot write to ${field.element}: it is a single line and the text has line breaks; ` +
        "leave them out, and use submit to press Enter",
    );
  }
  const how = field.kind === "set" ? "set" : await enter(page, field, text);
  const { holds, ...after } = await readBack(page, args, text);
  // What a password's field holds is not known.
  if (!holds || after.value_length === undefined) {
    await keepFocus(page, field, "and may have got some of the text");
  }
  if (submit) {
    await keepFocus(page, field, "so Enter was not pressed");
    await performKeys(page, [ENTER]);
  }
  return { element: field.element, how, ...after };
}

/**
 * Makes sure that keys go into the field's document.
 *
 * @param so what came of it, in words
 * @throws {PageError} 400 the page has given the focus to another document
 */
async function keepFocus(page: Page, field: WatchedField, so: string): Promise<void> {
  if (!leavable(page, field)) return;
  const { value: taker } = await callInPage(page, TAKER, null);
  if (taker === null) return;
  throw new PageError(
    400,
    `Cannot write to ${field.element}: the page gave the focus to ${taker}, where keys go from then on, ${so}; ` +
      "look at the page again",
  );
}

/** Another document of the tab could take the focus. */
function leavable(page: Page, { frames }: WatchedField): boolean {
  return frames || page.context !== page.top;
}

/** Types the keys: where the focus could leave them the first alone, then a few at a time. */
async function type(page: Page, field: WatchedField, before: string[], keys: string[]) {
  for (let typed = 0, until = 1; typed < Math.max(1, keys.length); typed = until, until += SLICE) {
    if (!leavable(page, field)) until = Math.max(1, keys.length);
    if (typed > 0) await keepFocus(page, field, stopped(typed, keys.length));
    const values = keys.slice(typed, until);
    if (typed === 0) values.unshift(...before);
    if (values.length > 0) await performKeys(page, values);
  }
}

function stopped(typed: number, of: number): string {
  return `and may have got the last of the ${typed} characters (of ${of}) that were typed by then`;
}

/** Enters the text where the focus is. */
async function enter(page: Page, field: WatchedField, text: string): Promise<"typed" | "inserted"> {
  const before = field.selected ? [BACKSPACE] : field.toEnd ? [END] : [];
  const keys = graphemes(text);
  await keepFocus(page, field, "so nothing was written");
  if (keys.length <= MAX_TYPED && keys.every((key) => TYPEABLE.test(key))) {
    await type(page, field, before, keys.map((key) => key === "\n" ? ENTER : key));
    return "typed";
  }
  if (before.length > 0) {
    await performKeys(page, before);
    await keepFocus(page, field, "so nothing was written");
  }
  // The last character is typed, so that a page that listens for keys hears one.
  const last = keys.at(-1) ?? "";
  const tail = TYPEABLE.test(last) && last !== "\n" ? last : "";
  const body = tail === "" ? text : text.slice(0, -tail.length);
  const { value: inserted } = await callInPage(page, INSERT, { text: body });
  if (!inserted) {
    throw new PageError(
      400,
      `Cannot write ${text.length} characters here: the page's editor takes none that are not typed, ` +
        `and ${MAX_TYPED} are the most that are`,
    );
  }
  if (tail !== "") {
    await keepFocus(page, field, "so the last character was not typed");
    await performKeys(page, [tail]);
  }
  return "inserted";
}

type After = Pick<WriteResult, "value_length" | "value" | "note"> & { readonly holds: boolean };

async function readBack(page: Page, args: WriteArgs, text: string): Promise<After> {
  const { selector, clear = false } = args;
  try {
    const input = { text, clear };
    const { value: after } = await onElement(page, READ, selector, input, {
      verb: "read back",
      waitTimeoutMs: 0,
    });
    return {
      holds: after.holds,
      ...after.length !== null && { value_length: after.length },
      ...after.value === null ? {} : { value: after.value },
      ...after.holds ? {} : {
        note:
          "the field does not hold what was written: the page, or the kind of field, changed it",
      },
    };
  } catch (error) {
    // The page may have put the field away, and that is no failure of the writing.
    if (!(error instanceof PageError) || error.status !== 400) throw error;
    return {
      holds: false,
      note: "the field could not be read back: the page changed when it was written to",
    };
  }
}

function graphemes(text: string): string[] {
  if (text.length > MAX_TYPED * 4) return [...text];
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
}
