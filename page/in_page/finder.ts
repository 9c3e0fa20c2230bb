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
  /** The first few of several, in words. */
  showAll(elements: readonly Element[]): string;
  /** What the page has instead of the element looked for, in words. */
  instead(selector: Selector): string;
}

/** Makes the search of one document. Self-contained: it is sent to the browser as text. */
export function finder(dom: Dom, names: Names): Finder {
  const MAX_SHOWN = 5;
  const MAX_WORDS = 60;
  const FIELDS = ["textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider", "checkbox"]
    .concat("radio", "switch");

  const reason = (error: unknown): string => {
    const message = error instanceof Error || error instanceof DOMException
      ? error.message
      : String(error);
    return dom.cut(dom.squeeze(message).replace(/^Failed to execute .+? on '\w+': /, ""), 200);
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

  /** Elements that assistive technology is shown, in order. */
  const exposed = (visit: (element: Element) => void): void => {
    dom.walk(document.documentElement, (element) => {
      if (dom.muted(element)) return false;
      const style = getComputedStyle(element);
      if (style.display === "none") return false;
      if (style.visibility === "visible" && dom.hidden(element) === null) visit(element);
      return true;
    });
  };

  const byRole = (role: string, name: string | undefined): Element[] => {
    const wanted = role.trim().toLowerCase().replace(/^image$/, "img");
    const found = new Map<Element, string[]>();
    exposed((element) => {
      if (names.role(element) !== wanted) return;
      found.set(element, name === undefined ? [] : [names.name(element)]);
    });
    return name === undefined ? [...found.keys()] : best(found, name);
  };

  /** The innermost elements whose own visible text has `wanted`. */
  const byText = (wanted: string): Element[] => {
    const folded = dom.squeeze(wanted).toLowerCase();
    const exact = new Map<Element, string[]>();
    const part = new Map<Element, string[]>();
    if (folded === "") return [];
    interface Read {
      text: string;
      equal: boolean;
      partial: boolean;
    }
    const read = (element: Element, depth: number): Read => {
      const nothing = { text: "", equal: false, partial: false };
      if (["script", "style", "noscript", "head"].includes(element.localName)) return nothing;
      if (depth > 1_000) return nothing;
      const style = getComputedStyle(element);
      if (style.display === "none") return nothing;
      let text = "";
      let equal = false;
      let partial = false;
      const shown = style.visibility === "visible" && dom.hidden(element) === null;
      if (element instanceof HTMLInputElement) {
        if (["button", "submit", "reset"].includes(element.type)) text = element.value;
      } else if (!(element instanceof HTMLTextAreaElement)) {
        for (const child of dom.children(element)) {
          if (child instanceof Text && shown) text += child.data;
          if (!(child instanceof Element)) continue;
          const below = read(child, depth + 1);
          text += getComputedStyle(child).display.startsWith("inline")
            ? below.text
            : ` ${below.text} `;
          equal ||= below.equal;
          partial ||= below.partial;
        }
      }
      const own = dom.squeeze(text);
      if (!equal && own.toLowerCase() === folded) {
        exact.set(element, [own]);
        equal = true;
      }
      if (!partial && own.toLowerCase().includes(folded)) {
        part.set(element, [own]);
        partial = true;
      }
      return { text, equal, partial };
    };
    read(document.documentElement, 0);
    return best(exact.size > 0 ? exact : part, wanted);
  };

  const byLabel = (label: string): Element[] => {
    const found = new Map<Element, string[]>();
    exposed((element) => {
      const control = element instanceof HTMLElement &&
        ("labels" in element || FIELDS.includes(names.role(element)));
      if (control) found.set(element, names.labels(element));
    });
    return best(found, label);
  };

  const find = (selector: Selector, given: Element | null): Found => {
    if ("css" in selector) return byCss(selector.css);
    if ("xpath" in selector) return byXpath(selector.xpath);
    if ("role" in selector) return { elements: byRole(selector.role, selector.name) };
    if ("text" in selector) return { elements: byText(selector.text) };
    if ("label" in selector) return { elements: byLabel(selector.label) };
    const gone = !given?.isConnected || given.ownerDocument !== document;
    return { elements: gone ? [] : [given] };
  };

  const show = (element: Element): string => {
    const name = dom.cut(names.name(element) || dom.squeeze(element.textContent), MAX_WORDS);
    return name ? `${dom.describe(element)} ${JSON.stringify(name)}` : dom.describe(element);
  };

  const showAll = (elements: readonly Element[]): string => {
    const more = elements.length - MAX_SHOWN;
    return elements.slice(0, MAX_SHOWN).map(show).join(", ") + (more > 0 ? `, ${more} more` : "");
  };

  const instead = (selector: Selector): string => {
    const wanted = "role" in selector
      ? [selector.role.toLowerCase()]
      : "label" in selector
      ? FIELDS
      : ["button", "link", "textbox"];
    const words =
      ("text" in selector
        ? selector.text
        : "label" in selector
        ? selector.label
        : "role" in selector
        ? selector.name ?? ""
        : "css" in selector
        ? selector.css
        : "xpath" in selector
        ? selector.xpath
        : "").toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
    const all = new Map<string, { near: number; name: string }[]>();
    exposed((element) => {
      const role = names.role(element);
      if (!wanted.includes(role)) return;
      const name = dom.cut(names.name(element), MAX_WORDS);
      const text = `${name} ${element.id}`.toLowerCase();
      const near = words.filter((word) => text.includes(word)).length;
      all.set(role, [...all.get(role) ?? [], { near, name: name || dom.describe(element) }]);
    });
    if (all.size === 0) {
      return "role" in selector ? `no ${selector.role} on the page` : "no control on the page";
    }
    return wanted.flatMap((role) => {
      const list = all.get(role);
      if (!list) return [];
      list.sort((a, b) => b.near - a.near);
      const shown = list.slice(0, MAX_SHOWN).map(({ name }) => JSON.stringify(name)).join(", ");
      const more = list.length > MAX_SHOWN ? ", ..." : "";
      const plural = list.length === 1 ? "" : /(?:x|ch)$/.test(role) ? "es" : "s";
      return `${list.length} ${role}${plural} on the page: ${shown}${more}`;
    }).join("; ");
  };

  return { find, show, showAll, instead };
}
