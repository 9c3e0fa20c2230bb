/**
 * The page as a tree of roles, names and states, for a reader of text. Runs in the page.
 *
 * @module
 */
import type { RefNaming } from "../page.ts";
import type { Kit } from "./kit.ts";

/** What {@link pageOutline} takes. */
export interface OutlineInput {
  /** Most lines. */
  readonly maxNodes: number;
  /** How refs are called. */
  readonly naming: RefNaming;
}

/** The lines of an outline, and the refs in them, in the order of the elements handed back. */
export interface PageOutline {
  /** One for each element or text told. */
  readonly lines: string[];
  /** The refs in the lines. */
  readonly refs: string[];
  /** Nodes that were left out; at 5 000 the count stops. */
  readonly left: number;
}

/** Outlines `root`, or the document. Self-contained: it is sent to the browser as text. */
export function pageOutline(
  kit: Kit,
  root: Element | null,
  args: OutlineInput,
): { value: PageOutline } {
  const { dom, names } = kit;
  const MAX_NAME = 100;
  const MAX_TEXT = 200;
  const MAX_DEPTH = 1_000;
  // On the average, over all lines.
  const MAX_LINE = 400;
  // What is left out is counted no further than this.
  const MAX_LEFT = 5_000;
  const ACTIVE = new Set(
    ("button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio " +
      "option radio scrollbar searchbox slider spinbutton switch tab textbox treeitem").split(" "),
  );
  // Roles that tell nothing by themselves.
  const SILENT = new Set(["document", "rowgroup", "caption"]);

  const lines: string[] = [];
  let left = 0;
  let chars = 0;
  const focus = dom.focused();
  const dialog = dom.modal();
  const modal = dialog && dom.hidden(dialog) === null ? dialog : null;

  const ref = (element: Element): string => {
    const text = kit.refs.give(element, args.naming);
    return text === null ? "" : ` [ref=${text}]`;
  };

  const quoted = (text: string, max: number) => JSON.stringify(dom.cut(dom.squeeze(text), max));

  const full = () => lines.length >= args.maxNodes || chars > MAX_LINE * args.maxNodes;

  /** A line, unless there are enough. */
  const add = (depth: number, line: () => string): void => {
    if (full()) {
      left++;
      return;
    }
    const text = `${"  ".repeat(Math.min(depth, 20))}- ${line()}`;
    chars += text.length;
    lines.push(text);
  };

  const states = (element: Element, role: string): string => {
    const aria = (name: string) => dom.own(element).getAttribute(`aria-${name}`);
    const it = dom.own(element);
    const words: string[] = [];
    const field = element instanceof HTMLInputElement;
    if (field && (element.type === "checkbox" || element.type === "radio")) {
      if (element.indeterminate) words.push("mixed");
      else if (element.checked) words.push("checked");
    } else if (aria("checked") === "true") words.push("checked");
    else if (aria("checked") === "mixed") words.push("mixed");
    if (aria("pressed") === "true") words.push("pressed");
    if (it.matches(":disabled") || aria("disabled") === "true") words.push("disabled");
    const up = it.parentElement;
    const open = it.localName === "summary" && up instanceof HTMLDetailsElement
      ? String(up.open)
      : aria("expanded");
    if (open === "true") words.push("expanded");
    if (open === "false") words.push("collapsed");
    const option = element instanceof HTMLOptionElement;
    if (option ? element.selected : aria("selected") === "true") words.push("selected");
    if (aria("current") && aria("current") !== "false") words.push("current");
    if (it.matches(":required") || aria("required") === "true") words.push("required");
    if (aria("invalid") === "true") words.push("invalid");
    if ((field || element instanceof HTMLTextAreaElement) && element.readOnly) {
      words.push("readonly");
    }
    if (role === "heading") {
      words.push(`level=${aria("level") ?? /^h([1-6])$/.exec(it.localName)?.[1] ?? 2}`);
    }
    if (field && !/^(text|checkbox|radio|submit|button|reset|image|hidden)$/.test(element.type)) {
      words.push(`type=${element.type}`);
    }
    const value = held(element, role);
    if (value !== null) words.push(`value=${value}`);
    if (element === modal) words.push("modal");
    if (element === focus) words.push("focused");
    return words.length === 0 ? "" : ` ${words.join(" ")}`;
  };

  const held = (element: Element, role: string): string | null => {
    if (element instanceof HTMLSelectElement) {
      return quoted([...element.selectedOptions].map(({ label }) => label).join(", "), MAX_NAME);
    }
    if (element instanceof HTMLTextAreaElement) {
      if (element.value === "") return null;
      return dom.secretive(element) ? '"•••"' : quoted(element.value, MAX_NAME);
    }
    if (element instanceof HTMLInputElement) {
      if (/^(checkbox|radio|submit|button|reset|image|hidden|file)$/.test(element.type)) {
        return null;
      }
      if (element.value === "") return null;
      return dom.secretive(element) ? '"•••"' : quoted(element.value, MAX_NAME);
    }
    if (role === "textbox" || role === "searchbox") {
      return quoted(dom.own(element as HTMLElement).innerText ?? "", MAX_NAME);
    }
    const it = dom.own(element);
    const now = it.getAttribute("aria-valuetext") ?? it.getAttribute("aria-valuenow");
    return now === null ? null : quoted(now, MAX_NAME);
  };

  /** Where what a frame shows comes from. */
  const source = (element: Element): string =>
    element instanceof HTMLObjectElement
      ? `data=${quoted(element.data, MAX_NAME)}`
      : `src=${quoted((element as HTMLIFrameElement).src, MAX_NAME)}`;

  /** Pieces of text in a row, until something else comes. */
  let text = "";
  const flush = (depth: number) => {
    const piece = dom.squeeze(text);
    text = "";
    if (/[\p{L}\p{N}]/u.test(piece)) add(depth, () => `text ${quoted(piece, MAX_TEXT)}`);
  };

  /** `quiet`: the text is in the name of an element above; only what can be used is told. */
  const step = (element: Element, depth: number, deep: number, quiet: boolean) => {
    if (deep > MAX_DEPTH || left >= MAX_LEFT || dom.muted(element)) return;
    const it = dom.own(element);
    const tag = it.localName;
    if (["script", "style", "noscript", "template", "head"].includes(tag)) return;
    const style = getComputedStyle(element);
    if (style.display === "none" && tag !== "option" && tag !== "optgroup") return;
    const role = names.shownRole(element);
    const frame = role === "iframe";
    const active = ACTIVE.has(role) ||
      it.hasAttribute("tabindex") && (it as HTMLElement).tabIndex >= 0;
    const told = (active || !quiet && role !== "" && !SILENT.has(role)) &&
      dom.hidden(element) === null;
    // The text of a label or a caption is told as the name of what it names.
    const spoken = quiet || element instanceof HTMLLabelElement && element.control !== null ||
      ["caption", "legend", "figcaption"].includes(tag);
    if (!told || spoken && !active) {
      const inline = style.display.startsWith("inline") || style.display === "contents";
      if (!inline && !quiet) flush(depth);
      below(element, depth, deep, spoken);
      if (!inline && !quiet) flush(depth);
      return;
    }
    if (!quiet) flush(depth);
    if (full()) {
      // Only counted: names are what takes time.
      left++;
      if (!leaf(element, role)) below(element, depth, deep, quiet || names.byContent(role));
      return;
    }
    const name = dom.cut(names.name(element), MAX_NAME);
    const only = name === "" && !frame && !active ? names.onlyText(element) : null;
    if (only !== null) {
      if (/\S/.test(only)) add(depth, () => `${role} ${quoted(only, MAX_TEXT)}`);
      return;
    }
    const line = () => {
      const label = name === "" ? "" : ` ${JSON.stringify(name)}`;
      const handle = active || name !== "" || frame ? ref(element) : "";
      const url = frame ? ` ${source(element)}` : "";
      return `${role}${label}${handle}${url}${states(element, role)}`;
    };
    add(depth, line);
    if (leaf(element, role)) return;
    below(element, depth + 1, deep, quiet || name !== "" && names.byContent(role));
    if (!quiet) flush(depth + 1);
  };

  /** What is in it is told with it, or cannot be seen. */
  const leaf = (element: Element, role: string): boolean => {
    // A list that shows its options all the time is none.
    if (element instanceof HTMLSelectElement) return !dom.open(element);
    return ["iframe", "img", "textbox"].includes(role) ||
      ["svg", "textarea", "input"].includes(dom.own(element).localName);
  };

  const below = (element: Element, depth: number, deep: number, quiet: boolean) => {
    const shown = getComputedStyle(element).visibility === "visible";
    const closed = element instanceof HTMLDetailsElement && !element.open;
    for (const child of dom.children(element)) {
      if (child instanceof Text && shown && !quiet && !closed) text += child.data;
      if (child instanceof Element) step(child, depth, deep + 1, quiet);
    }
  };

  // A script may have removed even the root.
  const top: Element | null = root ?? modal ?? document.body ?? document.documentElement;
  if (top !== null) step(top, 0, 0, false);
  flush(0);
  return { value: { lines, refs: kit.refs.given, left } };
}
