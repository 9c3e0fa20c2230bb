/**
 * A field made ready to be typed into, and read back after. Runs in the page.
 *
 * @module
 */
import type { Kit } from "./kit.ts";
import type { Step } from "./search.ts";

/** What {@link prepareField} takes. */
export interface FieldArgs {
  /** What will be written, or is set at once. */
  readonly text: string;
  /** What is there is selected, for a key to delete. */
  readonly clear: boolean;
}

/** A field that has the focus, or one that was set without keys. */
export interface Field {
  /** The field in words. */
  readonly element: string;
  /** `lines` takes line breaks, `line` does not, `set` holds its value already. */
  readonly kind: "line" | "lines" | "set";
  /** Something is selected that a key must delete. */
  readonly selected: boolean;
  /** The caret could not be put behind the text: a key must. */
  readonly toEnd: boolean;
}

/**
 * Focuses `element` with the caret behind its text, or sets its value where typing depends on the
 * browser's language (dates, colours, ranges, lists). Self-contained: it is sent as text.
 */
export function prepareField(kit: Kit, element: Element, args: FieldArgs): Step<Field> {
  const { dom, finder, names } = kit;
  const SET = ["date", "time", "datetime-local", "month", "week", "color", "range"];
  const FORMATS: Record<string, string> = {
    date: "2026-12-31",
    time: "13:45",
    "datetime-local": "2026-12-31T13:45",
    month: "2026-12",
    week: "2026-W52",
    color: "#1a2b3c",
    range: "42",
  };
  const no = (refused: string, wait = false): Step<Field> => ({ refused, wait });

  const field = element instanceof HTMLLabelElement ? element.control ?? element : element;
  const why = dom.hidden(field);
  if (why) return no(why, true);
  const it = dom.own(field);
  if (it.matches(":disabled")) return no("it is disabled", true);
  if (it.getAttribute("aria-disabled") === "true") {
    return no("it is disabled (aria-disabled)", true);
  }

  const told = () => {
    for (const type of ["input", "change"]) {
      it.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    }
  };
  const done = (kind: Field["kind"], selected: boolean, toEnd: boolean): Step<Field> => ({
    value: { element: finder.show(field), kind, selected, toEnd },
  });

  if (field instanceof HTMLSelectElement) {
    const wanted = dom.squeeze(args.text);
    const options = [...field.options];
    const option = options.find(({ label }) => dom.squeeze(label) === wanted) ??
      options.find(({ value }) => value === args.text) ??
      options.find(({ label }) => dom.squeeze(label).toLowerCase() === wanted.toLowerCase());
    if (!option) {
      const shown = options.slice(0, 10).map(({ label }) => JSON.stringify(dom.cut(label, 60)));
      const more = options.length > 10 ? `, ${options.length - 10} more` : "";
      return no(
        `it has no option ${JSON.stringify(dom.cut(wanted, 60))}; it has ${
          shown.join(", ")
        }${more}`,
      );
    }
    if (option.matches(":disabled")) return no("that option is disabled", true);
    field.focus();
    // In a list that takes several, the option joins those that are chosen.
    if (args.clear && field.multiple) { for (const other of options) other.selected = false; }
    option.selected = true;
    told();
    return done("set", false, false);
  }

  const input = field instanceof HTMLInputElement;
  if (input || field instanceof HTMLTextAreaElement) {
    if (field.readOnly) return no("it is read-only", true);
    if (input && field.type === "file") return no("it takes files: use upload_file");
    if (input && ["checkbox", "radio", "button", "submit", "reset", "image"].includes(field.type)) {
      return no(`it is a ${names.role(field)}: use interact to click it`);
    }
    if (input && SET.includes(field.type)) {
      const before = field.value;
      field.focus();
      field.value = args.text;
      if (field.value !== args.text && (args.text === "" ? field.value : true)) {
        const same = field.type === "color" && field.value === args.text.toLowerCase();
        if (!same) {
          field.value = before;
          const format = FORMATS[field.type] ?? "";
          return no(`it is a ${field.type} field, which takes a value such as ${format}`);
        }
      }
      told();
      return done("set", false, false);
    }
    field.focus();
    if (!dom.within(dom.focused(), field)) {
      return no(dom.inert(field) ?? "it does not take the focus", true);
    }
    if (args.clear) {
      field.select();
      return done(input ? "line" : "lines", field.value !== "", false);
    }
    let toEnd = false;
    try {
      field.setSelectionRange(field.value.length, field.value.length);
    } catch {
      // Fields of type email and number have no selection to set.
      toEnd = field.value !== "";
    }
    return done(input ? "line" : "lines", false, toEnd);
  }

  if (!(it instanceof HTMLElement && it.isContentEditable)) {
    return no(`it is no field that takes text (role ${names.role(field) || "none"})`);
  }
  it.focus();
  if (!dom.within(dom.focused(), field) && !dom.within(field, dom.focused() ?? field)) {
    return no(dom.inert(field) ?? "it does not take the focus", true);
  }
  const selection = getSelection();
  selection?.selectAllChildren(field);
  if (!args.clear) selection?.collapseToEnd();
  return done("lines", args.clear && it.textContent !== "", false);
}

/** What {@link readField} takes. */
export interface TextArgs {
  /** What was written. */
  readonly text: string;
  /** It is all there should be. */
  readonly clear: boolean;
}

/** Puts text where the caret is, at once, as a paste does. Self-contained: it is sent as text. */
export function insertText(
  kit: Kit,
  _node: Element | null,
  args: { readonly text: string },
): boolean {
  const field = kit.dom.focused();
  const lines = field instanceof HTMLTextAreaElement;
  // Chrome takes seconds for a thousand line breaks of one command.
  if (!(lines && args.text.includes("\n"))) {
    if (document.execCommand("insertText", false, args.text)) return true;
  }
  if (!lines && !(field instanceof HTMLInputElement)) return false;
  const { selectionStart, selectionEnd } = field;
  // A person could not write more than this either; a script could.
  const room = field.maxLength < 0
    ? Infinity
    : field.maxLength - field.value.length + (selectionEnd ?? 0) - (selectionStart ?? 0);
  const text = args.text.slice(0, Math.max(0, room));
  if (selectionStart === null || selectionEnd === null) field.value += text;
  else field.setRangeText(text, selectionStart, selectionEnd, "end");
  field.dispatchEvent(
    new InputEvent("input", {
      inputType: "insertText",
      data: text,
      bubbles: true,
      composed: true,
    }),
  );
  return true;
}

/** A field as it is after it was written to. */
export interface FieldAfter {
  /** Characters it holds; null for a password's, or where a secret was put. */
  readonly length: number | null;
  /** It holds the text: all of it, or at its end, which is taken for granted where that is not to be told. */
  readonly holds: boolean;
  /** What it holds instead, bounded; never a password's. */
  readonly value: string | null;
}

/** Reads a field back. Self-contained: it is sent to the browser as text. */
export function readField(kit: Kit, element: Element, args: TextArgs): Step<FieldAfter> {
  const { dom } = kit;
  const field = element instanceof HTMLLabelElement ? element.control ?? element : element;
  const secret = dom.secretive(field);
  let value: string;
  if (field instanceof HTMLSelectElement) value = field.selectedOptions[0]?.label ?? "";
  else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    value = field.value;
  } else value = dom.own(field as HTMLElement).innerText;
  // An editor shows its spaces and breaks as it likes.
  const text = args.text.replace(/\r\n?/g, "\n");
  const plain = (from: string) => dom.squeeze(from.replaceAll("\u00a0", " "));
  const free = !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement);
  const folded = field instanceof HTMLInputElement && field.type === "color";
  const fit = (from: string) => free ? plain(from) : folded ? from.toLowerCase() : from;
  const has = fit(value);
  const wanted = fit(text);
  const holds = field instanceof HTMLSelectElement
    ? has.toLowerCase() === wanted.toLowerCase() || field.value === args.text
    : args.clear
    ? has === wanted
    // What a full field ends with was there before, and would be found out by trying.
    : secret || has.endsWith(wanted);
  return {
    value: {
      length: secret ? null : value.length,
      holds,
      value: holds || secret ? null : dom.cut(value, 200),
    },
  };
}
