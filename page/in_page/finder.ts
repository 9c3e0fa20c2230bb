/**
 * Elements by selector, open shadow roots included, and what there was instead. Runs in the page.
 *
 * @module
 */
import type { Selector } from "../args.ts";
import type { Dom } from "./dom.ts";
import type { Names } from "./names.ts";

/** What a selector came to: its elements in document order, or why it is none. */
export type Found = { elements: Element[] } | { invalid: string };

/** The search that {@link finder} gives. */
export interface Finder {
  /** All elements that match; `given` is the node of a ref. */
  find(selector: Selector, given: Element | null): Found;
  /** An element in words: `<button id="a"> "Buy now"`. */
  show(element: Element): string;
  /** The first few of several, in words, each with what `more` says of it. */
  showAll(elements: readonly Element[], more?: (element: Element) => string): string;
  /** The item, row or part of the page that an element is in, in words; "" for none. */
  around(element: Element): string;
  /** A CSS selector of the items, rows and parts of a page. */
  readonly parts: string;
  /** What an element is called; where it has no name, how its text begins. */
  words(element: Element): string;
  /** The elements that can be used and have one of some roles, and the role of each. */
  withRole(roles: readonly string[]): [Element, string][];
  /** What a role or a label would find if it could be used; empty for another selector. */
  unexposed(selector: Selector): Element[];
}

/** Makes the search of one document. Self-contained: it is sent to the browser as text. */
export function finder(dom: Dom, names: Names): Finder {
  const MAX_SHOWN = 5;
  const MAX_WORDS = 60;
  const MAX_AROUND = 40;
  const MAX_DEPTH = 1_000;
  const CONTROLS = "input, select, textarea, button, output, meter, progress, [contenteditable], " +
    ["checkbox", "combobox", "listbox", "radio", "searchbox", "slider", "spinbutton", "switch"]
      .concat("textbox").map((role) => `[role~=${role}]`).join();

  const PARTS = "li, tr, article, section, fieldset, form, dialog, " +
    "[role=listitem], [role=row], [role=group], [role=region], [role=dialog]";

  const reason = (error: unknown): string => {
    const message = error instanceof Error || error instanceof DOMException
      ? error.message
      : String(error);
    return dom.cut(dom.squeeze(message).replace(/^Failed to execute .+? on '\w+': |\.$/g, ""), 200);
  };

  const byCss = (css: string): Found => {
    try {
      return { elements: dom.roots().flatMap((root) => [...root.querySelectorAll(css)]) };
    } catch (error) {
      return { invalid: reason(error) };
    }
  };

  /** The elements of an XPath's node set. @throws {Error} it selects something else */
  const evaluate = (xpath: string, context: Node): Element[] => {
    const result = document.evaluate(xpath, context, null, XPathResult.ANY_TYPE, null);
    if (result.resultType !== XPathResult.UNORDERED_NODE_ITERATOR_TYPE) {
      throw new Error("it gives a value, and not elements");
    }
    const nodes: Element[] = [];
    for (let node = result.iterateNext(); node; node = result.iterateNext()) {
      if (!(node instanceof Element)) throw new Error(`it selects ${node.nodeName}, no element`);
      nodes.push(node);
    }
    return nodes;
  };

  const byXpath = (xpath: string): Found => {
    const elements = new Set<Element>();
    try {
      for (const element of evaluate(xpath, document)) elements.add(element);
    } catch (error) {
      return { invalid: reason(error) };
    }
    // A shadow root is no context node: a search of everything (`//x`) is asked of each top element in
    // it, about itself and about what lies below.
    if (!xpath.startsWith("//")) return { elements: [...elements] };
    for (const root of dom.roots().slice(1)) {
      for (const top of root.children) {
        for (const relative of [`self::${xpath.slice(2)}`, `.${xpath}`]) {
          try {
            for (const element of evaluate(relative, top)) elements.add(element);
          } catch {
            // A path whose first step names an axis has no `self::` form.
          }
        }
      }
    }
    return { elements: [...elements] };
  };

  /** Those whose text is `wanted`; else those that differ in case; else those that contain it. */
  const best = (texts: ReadonlyMap<Element, readonly string[]>, wanted: string): Element[] => {
    const exact = dom.squeeze(wanted);
    const folded = exact.toLowerCase();
    const tests: ((text: string) => boolean)[] = [
      (text) => text === exact,
      (text) => text.toLowerCase() === folded,
      (text) => text.includes(exact),
      (text) => text.toLowerCase().includes(folded),
    ];
    for (const test of tests) {
      const hits = [...texts].filter(([, all]) => all.some(test)).map(([element]) => element);
      if (hits.length > 0) return hits;
    }
    return [];
  };

  /** Whether an element is one of those looked for. */
  type Fits = (element: Element) => boolean;

  const withRole = (wanted: readonly string[], fits: Fits = dom.exposed): [Element, string][] =>
    dom.roots().flatMap((root) => [...root.querySelectorAll(names.candidates)])
      .map((element): [Element, string] => [element, names.shownRole(element)])
      .filter(([element, role]) => wanted.includes(role) && fits(element));

  const byRole = (role: string, name: string | undefined, fits?: Fits): Element[] => {
    const wanted = role.trim().toLowerCase().replace(/^image$/, "img");
    const found = withRole([wanted], fits).map(([element]) => element);
    if (name === undefined) return found;
    return best(new Map(found.map((element) => [element, [names.called(element)]])), name);
  };

  /** The innermost elements whose own visible text has `wanted`. */
  const byText = (wanted: string): Element[] => {
    const folded = dom.squeeze(wanted).toLowerCase();
    const exact = new Map<Element, string[]>();
    const part = new Map<Element, string[]>();
    // What nobody sees is taken when nothing that is seen has the text.
    const unseen = new Map<Element, string[]>();
    if (folded === "") return [];
    interface Read {
      text: string;
      equal: boolean;
      partial: boolean;
    }
    const nothing: Read = { text: "", equal: false, partial: false };
    const read = (element: Element, depth: number): Read => {
      const tag = dom.own(element).localName;
      if (["script", "style", "noscript", "head"].includes(tag)) return nothing;
      if (depth > MAX_DEPTH) return nothing;
      const { display, visibility } = getComputedStyle(element);
      if (display === "none") return nothing;
      if (dom.folded(element)) {
        const label = dom.squeeze(element.textContent ?? "");
        if (label.toLowerCase().includes(folded) && !dom.hidden(element)) {
          unseen.set(element, [label]);
        }
        return nothing;
      }
      let text = "";
      let equal = false;
      let partial = false;
      if (element instanceof HTMLInputElement) {
        if (["button", "submit", "reset"].includes(element.type)) text = element.value;
      } else if (tag !== "textarea") {
        for (const child of dom.children(element)) {
          if (child instanceof Text && visibility === "visible") text += child.data;
          if (!(child instanceof Element)) continue;
          const below = read(child, depth + 1);
          text += below.text;
          equal ||= below.equal;
          partial ||= below.partial;
        }
      }
      if (!display.startsWith("inline") && display !== "contents") text = ` ${text} `;
      const own = equal && partial ? "" : dom.squeeze(text);
      if (own.toLowerCase().includes(folded) && dom.hidden(element) === null) {
        if (!equal && own.length === folded.length) {
          exact.set(element, [own]);
          equal = true;
        }
        if (!partial) {
          part.set(element, [own]);
          partial = true;
        }
      }
      return { text, equal, partial };
    };
    // A script may have removed even the root.
    const root: Element | null = document.documentElement;
    if (root !== null) read(root, 0);
    const found = best([exact, part].find(({ size }) => size > 0) ?? unseen, wanted);
    const usable = found.filter((element) => dom.inert(element) === null);
    return usable.length > 0 ? usable : found;
  };

  const byLabel = (label: string, fits: Fits = dom.exposed): Element[] => {
    const controls = dom.roots().flatMap((root) => [...root.querySelectorAll(CONTROLS)])
      .filter(fits);
    const labelled = best(new Map(controls.map((each) => [each, names.labels(each)])), label);
    if (labelled.length > 0) return labelled;
    // Where no label says it, what a reader takes for one is one.
    const hints = (element: Element) =>
      ["placeholder", "aria-placeholder", "title"]
        .map((attribute) => dom.squeeze(dom.own(element).getAttribute(attribute) ?? ""))
        .filter((text) => text !== "");
    return best(new Map(controls.map((each) => [each, hints(each)])), label);
  };

  const find = (selector: Selector, given: Element | null): Found => {
    dom.refresh();
    names.refresh();
    if ("css" in selector) return byCss(selector.css);
    if ("xpath" in selector) return byXpath(selector.xpath);
    if ("role" in selector) return { elements: byRole(selector.role, selector.name) };
    if ("text" in selector) return { elements: byText(selector.text) };
    if ("label" in selector) return { elements: byLabel(selector.label) };
    const it = given && dom.own(given);
    const gone = given === null || !it?.isConnected || it.ownerDocument !== document;
    return { elements: gone ? [] : [given] };
  };

  const unexposed = (selector: Selector): Element[] => {
    const fits = (element: Element) => !dom.exposed(element);
    if ("role" in selector) return byRole(selector.role, selector.name, fits);
    return "label" in selector ? byLabel(selector.label, fits) : [];
  };

  const words = (element: Element): string =>
    names.name(element) || dom.squeeze(dom.cut(dom.own(element).textContent ?? "", 500));

  const show = (element: Element): string => {
    const name = dom.cut(words(element), MAX_WORDS);
    return name ? `${dom.describe(element)} ${JSON.stringify(name)}` : dom.describe(element);
  };

  const showAll = (elements: readonly Element[], more = (_element: Element) => ""): string => {
    const left = elements.length - MAX_SHOWN;
    const shown = elements.slice(0, MAX_SHOWN).map((each) => show(each) + more(each));
    return shown.join(", ") + (left > 0 ? `, ${left} more` : "");
  };

  const around = (element: Element): string => {
    const up = dom.own(element).parentElement;
    const part = up && dom.own(up).closest(PARTS);
    if (!part) return "";
    const text = words(part);
    return text && ` in ${JSON.stringify(dom.cut(text, MAX_AROUND))}`;
  };

  return {
    find,
    show,
    showAll,
    around,
    parts: PARTS,
    words,
    withRole: (roles) => withRole(roles),
    unexposed,
  };
}
