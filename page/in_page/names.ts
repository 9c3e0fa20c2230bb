/**
 * What an element is and is called: ARIA roles, implicit ones included, and accessible names, after
 * "HTML Accessibility API Mappings" and "Accessible Name and Description Computation". Runs in the
 * page.
 *
 * @module
 */
import type { Dom } from "./dom.ts";

/** The answers that {@link names} gives. */
export interface Names {
  /** The role of `element`; "" when it has none worth a word. */
  role(element: Element): string;
  /** As `role`, and `generic` for what has none and can have the focus. */
  shownRole(element: Element): string;
  /** The accessible name of `element`, white space squeezed; "" when it has none. */
  name(element: Element): string;
  /** All text of an element that holds nothing else; null when it does. */
  onlyText(element: Element): string | null;
  /** What a reader takes for the name: the name, else the text that stands in its place. */
  called(element: Element): string;
  /** The texts that label a form control; empty when `element` is none or has no label. */
  labels(element: Element): string[];
  /** Forgets which labels there are; to be called when the page may have changed. */
  refresh(): void;
  /** A CSS selector that all elements with a role match, and few others. */
  readonly candidates: string;
  /** An element of this role is named by what it contains. */
  byContent(role: string): boolean;
}

/**
 * Makes the answers for one document. Self-contained: it is sent to the browser as text.
 *
 * @param known the roles that a `role` may say
 */
export function names(dom: Dom, known: readonly string[]): Names {
  const MAX_NAME = 1_000;

  const ROLES = new Set(known);

  const NAMED_BY_CONTENT = new Set(
    ("button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox " +
      "menuitemradio option radio row rowheader switch tab tooltip treeitem").split(" "),
  );

  // Roles whose name says all their text; what can be used in them is still told.
  const PLAIN = new Set(["paragraph", "blockquote", "code", "strong", "emphasis", "time", "note"]);

  const BY_TAG: Record<string, string> = {
    article: "article",
    aside: "complementary",
    blockquote: "blockquote",
    button: "button",
    caption: "caption",
    datalist: "listbox",
    dd: "definition",
    details: "group",
    dfn: "term",
    dialog: "dialog",
    dt: "term",
    fieldset: "group",
    figure: "figure",
    h1: "heading",
    h2: "heading",
    h3: "heading",
    h4: "heading",
    h5: "heading",
    h6: "heading",
    hr: "separator",
    iframe: "iframe",
    li: "listitem",
    main: "main",
    math: "math",
    menu: "list",
    meter: "meter",
    nav: "navigation",
    ol: "list",
    optgroup: "group",
    option: "option",
    output: "status",
    p: "paragraph",
    progress: "progressbar",
    search: "search",
    summary: "button",
    table: "table",
    tbody: "rowgroup",
    textarea: "textbox",
    tfoot: "rowgroup",
    thead: "rowgroup",
    tr: "row",
    ul: "list",
  };

  const BY_INPUT_TYPE: Record<string, string> = {
    button: "button",
    checkbox: "checkbox",
    file: "button",
    hidden: "",
    image: "button",
    number: "spinbutton",
    radio: "radio",
    range: "slider",
    reset: "button",
    search: "searchbox",
    submit: "button",
  };

  const attribute = (element: Element, name: string): string | null =>
    dom.own(element).getAttribute(name);

  const focusable = (element: Element): boolean => (dom.own(element) as HTMLElement).tabIndex >= 0;

  const implicit = (element: Element): string => {
    const it = dom.own(element);
    const tag = it.localName;
    if (element instanceof HTMLInputElement) {
      const role = BY_INPUT_TYPE[element.type] ?? "textbox";
      return element.list && (role === "textbox" || role === "searchbox") ? "combobox" : role;
    }
    switch (tag) {
      case "a":
      case "area":
        return it.hasAttribute("href") ? "link" : "";
      case "footer":
      case "header":
        if (it.closest("article, aside, main, nav, section")) return "";
        return tag === "footer" ? "contentinfo" : "banner";
      case "form":
      case "section":
        if (!titled(element)) return "";
        return tag === "form" ? "form" : "region";
      case "img":
        return it.getAttribute("alt") === "" && !titled(element) ? "" : "img";
      case "select":
        return dom.open(element as HTMLSelectElement) ? "listbox" : "combobox";
      case "svg":
        return titled(element) || it.querySelector(":scope > title") ? "img" : "";
      case "td":
        return it.closest("[role=grid], [role=treegrid]") ? "gridcell" : "cell";
      case "th":
        return it.getAttribute("scope") === "row" ? "rowheader" : "columnheader";
    }
    const role = BY_TAG[tag];
    if (role) return role;
    const editable = it.getAttribute("contenteditable");
    return editable !== null && editable !== "false" ? "textbox" : "";
  };

  const titled = (element: Element): boolean =>
    ["aria-label", "aria-labelledby", "title"].some((name) => attribute(element, name)?.trim());

  const role = (element: Element): string => {
    // Whatever it claims to be, what is in it is another document.
    if (dom.framing(element)) return "iframe";
    for (const token of (attribute(element, "role") ?? "").toLowerCase().split(/\s+/)) {
      if (!ROLES.has(token)) continue;
      if (token === "none" || token === "presentation" || token === "generic") {
        // What can have the focus keeps its role, whatever it claims.
        return element instanceof HTMLElement && focusable(element) ? implicit(element) : "";
      }
      return token === "image" ? "img" : token;
    }
    return implicit(element);
  };

  const shownRole = (element: Element): string =>
    role(element) ||
    (attribute(element, "tabindex") !== null && focusable(element) ? "generic" : "");

  const onlyText = (element: Element): string | null => {
    let all = "";
    for (const child of dom.children(element)) {
      if (child instanceof Text) all += child.data;
      else if (child instanceof Element) {
        if (role(child) && !PLAIN.has(role(child))) return null;
        if (child instanceof HTMLBRElement) return null;
        if (getComputedStyle(child).display === "none") continue;
        if (!getComputedStyle(child).display.startsWith("inline")) return null;
        const below = onlyText(child);
        if (below === null) return null;
        all += below;
      }
    }
    return all;
  };

  const byIds = (element: Element, ids: string): Element[] => {
    const root = dom.own(element).getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
    return ids.split(/\s+/).map((id) => root.getElementById(id)).filter((found) => found !== null);
  };

  const join = (elements: Iterable<Element>, seen: Set<Element>, control: Element): string =>
    dom.squeeze(
      [...elements].map((element) => content(element, seen, control)).join(" "),
    );

  // The `labels` of a control searches the whole document, for each control again.
  let labelled: Map<Element, Element[]> | null = null;
  const labelsOf = (control: Element): Element[] => {
    if (labelled === null) {
      labelled = new Map();
      for (const root of dom.roots()) {
        for (const label of root.querySelectorAll("label")) {
          if (!label.control) continue;
          const others = labelled.get(label.control);
          if (others) others.push(label);
          else labelled.set(label.control, [label]);
        }
      }
    }
    return labelled.get(control) ?? [];
  };

  /** What the host language calls it: labels, alternative texts, captions. */
  const native = (element: Element, seen: Set<Element>): string => {
    if (element instanceof HTMLInputElement) {
      const { type, value } = element;
      if (type === "submit" || type === "reset" || type === "button") {
        if (value) return value;
        if (type === "submit") return "Submit";
        if (type === "reset") return "Reset";
      }
      if (type === "image") return element.alt || element.title || "Submit";
    }
    const name = join(labelsOf(element), seen, element);
    if (name) return name;
    const it = dom.own(element);
    switch (it.localName) {
      case "img":
      case "area":
        return it.getAttribute("alt") ?? "";
      case "fieldset":
        return join(it.querySelectorAll(":scope > legend"), seen, element);
      case "figure":
        return join(it.querySelectorAll(":scope > figcaption"), seen, element);
      case "table":
        return join(it.querySelectorAll(":scope > caption"), seen, element);
      case "details":
        return join(it.querySelectorAll(":scope > summary"), seen, element);
      case "svg":
        return it.querySelector(":scope > title")?.textContent ?? "";
      case "optgroup":
      case "option":
        return it.getAttribute("label") ?? "";
    }
    return "";
  };

  /** What a control inside a label adds to the name of another one: its value. */
  const embedded = (element: Element): string | null => {
    if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.text ?? "";
    if (dom.secretive(element)) return "";
    if (element instanceof HTMLTextAreaElement) return element.value;
    if (!(element instanceof HTMLInputElement)) return null;
    return BY_INPUT_TYPE[element.type] === undefined || element.type === "number"
      ? element.value
      : "";
  };

  /** The text that `element` gives as a part of a name, its own name first. */
  const content = (element: Element, seen: Set<Element>, control: Element | null): string => {
    if (seen.has(element) || element === control) return "";
    seen.add(element);
    const label = attribute(element, "aria-label")?.trim();
    if (label) return label;
    const value = control === null ? null : embedded(element);
    if (value !== null) return value;
    const own = native(element, seen);
    if (own) return own;
    let text = "";
    for (const child of dom.children(element)) {
      if (text.length > MAX_NAME) break;
      if (child instanceof Text) text += child.data;
      if (!(child instanceof Element) || dom.muted(child)) continue;
      if (["script", "style"].includes(dom.own(child).localName)) continue;
      const { display, visibility } = getComputedStyle(child);
      if (display === "none" || visibility === "hidden") continue;
      const part = content(child, seen, control);
      text += display.startsWith("inline") || display === "contents" ? part : ` ${part} `;
    }
    return text || attribute(element, "title") || "";
  };

  const name = (element: Element): string => {
    const seen = new Set<Element>();
    const ids = attribute(element, "aria-labelledby")?.trim();
    let text = ids ? join(byIds(element, ids), seen, element) : "";
    text ||= attribute(element, "aria-label")?.trim() ?? "";
    text ||= native(element, new Set([element]));
    if (!text && (NAMED_BY_CONTENT.has(role(element)))) text = content(element, new Set(), null);
    text ||= attribute(element, "title") ?? "";
    text ||= attribute(element, "placeholder") ?? attribute(element, "aria-placeholder") ?? "";
    return dom.cut(dom.squeeze(text), MAX_NAME);
  };

  const called = (element: Element): string => {
    const text = name(element) || onlyText(element);
    // An outline tells what an item holds below it.
    const whole = text ?? (role(element) === "listitem" ? content(element, new Set(), null) : "");
    return dom.cut(dom.squeeze(whole), MAX_NAME);
  };

  const labels = (element: Element): string[] => {
    const texts = [attribute(element, "aria-label") ?? ""];
    for (const label of labelsOf(element)) {
      texts.push(content(label, new Set(), element));
    }
    for (const label of byIds(element, attribute(element, "aria-labelledby") ?? "")) {
      texts.push(content(label, new Set(), element));
    }
    return texts.map(dom.squeeze).filter((text) => text !== "");
  };

  return {
    role,
    shownRole,
    name,
    onlyText,
    called,
    labels,
    refresh: () => labelled = null,
    candidates: [
      ...Object.keys(BY_TAG),
      "a, area, footer, form, header, img, input, section, select, svg, td, th",
      "frame, object",
      "[role], [contenteditable], [tabindex]",
    ].join(),
    byContent: (role) => NAMED_BY_CONTENT.has(role),
  };
}
