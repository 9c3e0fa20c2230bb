/**
 * The text a person reads: what `innerText` gives, with open shadow roots read too. Runs in the page.
 *
 * @module
 */
import type { Dom } from "./dom.ts";

/** The reader that {@link renderedText} gives. */
export interface RenderedText {
  /** The text of `element` as it is rendered, its line breaks kept. */
  read(element: Element): string;
  /** The same without the options that no list shows, which `innerText` has. */
  seen(element: Element): string;
}

/** Makes the reader of one document. Self-contained: it is sent to the browser as text. */
export function renderedText(dom: Dom): RenderedText {
  const opensShadow = (element: Element): boolean => {
    if (dom.own(element).shadowRoot) return true;
    const below = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
    for (let node = below.nextNode(); node; node = below.nextNode()) {
      if (dom.own(node as Element).shadowRoot) return true;
    }
    return false;
  };

  const flat = (root: Element): string => {
    // What comes before the last break is not touched again: it may be long.
    let text = "";
    let gap = "";
    let last = "";
    let breaks = 0;
    const write = (piece: string) => {
      if (breaks > 0) {
        piece = piece.trimStart();
        if (piece === "") return;
        const ended = last.trimEnd();
        if (ended !== "") text += gap + ended;
        gap = text === "" ? "" : "\n".repeat(breaks);
        last = "";
        breaks = 0;
      }
      const begins = last === "" || last.endsWith(" ") || last.endsWith("\n");
      last += begins ? piece.replace(/^ /, "") : piece;
    };
    const step = (element: Element) => {
      const style = getComputedStyle(element);
      if (style.display === "none" || style.contentVisibility === "hidden") return;
      const { localName } = dom.own(element);
      if (localName === "br") {
        last += "\n";
        return;
      }
      if (["script", "style", "noscript", "template"].includes(localName)) return;
      if (element instanceof HTMLTextAreaElement) return;
      if (element instanceof HTMLSelectElement) {
        for (const option of element.options) {
          if (style.visibility !== "visible" || dom.folded(option)) continue;
          breaks = Math.max(breaks, 1);
          write(option.label);
        }
        breaks = Math.max(breaks, 1);
        return;
      }
      const inline = style.display.startsWith("inline") || style.display === "contents";
      const cell = style.display === "table-cell";
      const gap = localName === "p" ? 2 : inline || cell ? 0 : 1;
      breaks = Math.max(breaks, gap);
      const preserved = style.whiteSpace.startsWith("pre");
      const shut = element instanceof HTMLDetailsElement && !element.open;
      for (const child of dom.children(element)) {
        if (shut && !(child instanceof Element && dom.own(child).localName === "summary")) continue;
        if (child instanceof Element) step(child);
        if (!(child instanceof Text) || style.visibility !== "visible") continue;
        write(preserved ? child.data : child.data.replace(/\s+/g, " "));
      }
      breaks = Math.max(breaks, gap);
      if (cell) write(" ");
    };
    step(root);
    return (text + gap + last).trim();
  };

  const read = (element: Element): string =>
    element instanceof HTMLElement && !opensShadow(element)
      ? dom.own(element).innerText
      : flat(element);

  return { read, seen: flat };
}
