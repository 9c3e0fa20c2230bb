/**
 * What a search that failed tells: what there was instead, or what tells several matches apart. Runs in the page.
 *
 * @module
 */
import type { Selector } from "../args.ts";
import type { Dom } from "./dom.ts";
import type { Finder } from "./finder.ts";
import type { Names } from "./names.ts";

/** The words that {@link hints} gives. */
export interface Hints {
  /** What the page has instead of the element looked for. */
  instead(selector: Selector): string;
  /** What each of several elements is in, or comes after; "" where its own words tell it apart or nothing does. */
  apart(elements: readonly Element[]): (element: Element) => string;
}

/** Makes the words of one document. Self-contained: it is sent to the browser as text. */
export function hints(dom: Dom, names: Names, finder: Finder): Hints {
  const MAX_SHOWN = 5;
  const MAX_FRAMES = 3;
  const MAX_WORDS = 60;
  const MAX_AROUND = 40;
  const MAX_DEPTH = 1_000;
  // Of what is around an element; more than is told of it.
  const MAX_READ = 500;
  // How many of one role are named, to find those that are near to what was looked for.
  const MAX_NEAR = 500;
  const FIELDS = ["textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider", "checkbox"]
    .concat("radio", "switch");

  const place = self === parent ? "on the page" : "in the frame";

  const some = (all: readonly string[], most: number): string =>
    all.slice(0, most).join(", ") + (all.length > most ? ", ..." : "");

  /** What matches and cannot be used: it would be looked for in vain in an outline. */
  const unusable = (selector: Selector): string => {
    const found = finder.unexposed(selector);
    const [first] = found;
    if (!first) return "";
    const why = dom.hidden(first) ?? dom.inert(first) ?? "it is hidden by aria-hidden";
    const many = found.length === 1
      ? "1 that cannot be used matches"
      : `${found.length} that cannot be used match`;
    return `${many}: ${finder.show(first)}: ${why}`;
  };

  /** Where the combinators of a selector are that are in no brackets and quotes: from, to. */
  const combinators = (css: string): [number, number][] => {
    const skipped =
      /\\.|"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|\[[^\]]*\]|\([^()]*(?:\([^()]*\)[^()]*)*\)/gs;
    const bare = css.replace(skipped, (text) => "x".repeat(text.length));
    if (bare.includes(",")) return [];
    return [...bare.matchAll(/\s*[\s>]\s*/g)].map((
      { index, 0: text },
    ) => [index, index + text.length]);
  };

  /** The element whose shadow root a selector would have to cross. */
  const crossed = (given: string): string => {
    const css = given.trim();
    const all = combinators(css);
    const last = css.slice(all.at(-1)?.[1]);
    const found = (part: string): Element[] => {
      const each = finder.find({ css: part }, null);
      return "elements" in each ? each.elements : [];
    };
    const hosts = found(last).flatMap((element) => {
      const root = dom.own(element).getRootNode();
      return root instanceof ShadowRoot ? [root.host] : [];
    });
    if (hosts.length === 0) return "";
    for (const [end] of all) {
      for (const host of found(css.slice(0, end))) {
        if (!hosts.some((each) => dom.within(each, host)) || !dom.own(host).shadowRoot) continue;
        return `${dom.describe(host)} has a shadow root, which a CSS combinator does not cross: ` +
          `look for ${JSON.stringify(last)} alone, or by role`;
      }
    }
    return "";
  };

  const controls = (selector: Selector): string => {
    const wanted = "role" in selector
      ? [selector.role.toLowerCase()]
      : "label" in selector
      ? FIELDS
      : ["button", "link", "textbox"];
    const words = Object.values(selector).join(" ").toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
    const all = new Map<string, { near: number; name: string }[]>();
    for (const [element, role] of finder.withRole(wanted)) {
      const list = all.get(role) ?? [];
      all.set(role, list);
      const name = list.length < MAX_NEAR ? dom.cut(names.called(element), MAX_WORDS) : "";
      const text = `${name} ${dom.own(element).id}`.toLowerCase();
      const near = words.filter((word) => text.includes(word)).length;
      list.push({ near, name: name || dom.describe(element) });
    }
    if (all.size === 0) return `no ${"role" in selector ? selector.role : "control"} ${place}`;
    return wanted.flatMap((role) => {
      const list = all.get(role);
      if (!list) return [];
      list.sort((a, b) => b.near - a.near);
      const plural = list.length === 1 ? "" : /(?:x|ch)$/.test(role) ? "es" : "s";
      const shown = some(list.map(({ name }) => JSON.stringify(name)), MAX_SHOWN);
      return `${list.length} ${role}${plural} ${place}: ${shown}`;
    }).join("; ");
  };

  /** The frames, which are searched only once they were entered. */
  const frames = (selector: Selector): string => {
    if ("role" in selector && selector.role.toLowerCase() === "iframe") return "";
    const all = finder.withRole(["iframe"]).map(([frame]) => {
      const name = dom.cut(names.name(frame), MAX_WORDS);
      return name ? JSON.stringify(name) : dom.describe(frame);
    });
    if (all.length === 0) return "";
    const [are, one] = all.length === 1
      ? ["1 iframe is", "it"]
      : [`${all.length} iframes are`, "one"];
    return `${are} not searched (${some(all, MAX_FRAMES)}): enter ${one} with frame`;
  };

  const instead = (selector: Selector): string => {
    const why = unusable(selector) || ("css" in selector ? crossed(selector.css) : "");
    return [why || controls(selector), frames(selector)].filter((part) => part !== "").join("; ");
  };

  const apart = (elements: readonly Element[]) => {
    /** How many of the elements are in each. */
    const within = new Map<Element, number>();
    for (const element of elements) {
      for (let up: Element | null = element; up; up = dom.parent(up)) {
        within.set(up, (within.get(up) ?? 0) + 1);
      }
    }
    /** What a part of the page is called, or says beside the element. */
    const saidIn = (part: Element, element: Element): string => {
      const name = part === element || names.byContent(names.role(part)) ? "" : names.name(part);
      if (name) return name;
      let text = "";
      const read = (of: Element, depth: number): void => {
        if (of === element || text.length > MAX_READ || depth > MAX_DEPTH) return;
        if (
          ["script", "style", "select", "textarea"].includes(dom.own(of).localName) ||
          dom.hidden(of)
        ) return;
        for (const child of dom.children(of)) {
          if (child instanceof Text) text += ` ${child.data}`;
          if (child instanceof Element) read(child, depth + 1);
        }
      };
      read(part, 0);
      return dom.squeeze(text);
    };
    /** The item or row that an element is in, else the widest part of the page that no other is in. */
    const partOf = (element: Element): Element => {
      let part = element;
      while (
        part === element || !dom.own(part).matches(finder.parts) || saidIn(part, element) === ""
      ) {
        const up = dom.parent(part);
        if (!up || within.get(up) !== 1) break;
        part = up;
      }
      return part;
    };
    const before = (part: Element): string => {
      let text = "";
      for (let node = dom.own(part).previousSibling; node; node = dom.own(node).previousSibling) {
        if (node instanceof Element && within.has(node)) break;
        text = `${node.textContent} ${text}`;
        if (text.length > MAX_READ) break;
      }
      return dom.squeeze(text);
    };
    const words = elements.slice(0, MAX_SHOWN).map(finder.words);
    return (element: Element): string => {
      const own = finder.words(element);
      if (words.filter((each) => each === own).length < 2) return "";
      const part = partOf(element);
      const inside = saidIn(part, element);
      const [how, text] = inside === "" ? ["after", before(part)] : ["in", inside];
      return text && ` ${how} ${JSON.stringify(dom.cut(text, MAX_AROUND))}`;
    };
  };

  return { instead, apart };
}
