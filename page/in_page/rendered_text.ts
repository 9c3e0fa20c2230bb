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
    let text = "";
    let breaks = 0;
    const write = (piece: string) => {
      if (piece === "") return;
      if (breaks > 0) {
        text = text.trimEnd();
        if (text !== "") text += "\n".repeat(breaks);
        piece = piece.trimStart();
        if (piece !== "") breaks = 0;
      } else if (text.endsWith(" ") || text.endsWith("\n") || text === "") {
        piece = piece.replace(/^ /, "");
      }
      text += piece;
    };
    const step = (element: Element) => {
      const style = getComputedStyle(element);
      if (style.display === "none") return;
      const { localName } = dom.own(element);
      if (localName === "br") {
        text += "\n";
        return;
      }
      if (["script", "style", "noscript", "template"].includes(localName)) return;
      if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return;
      const inline = style.display.startsWith("inline") || style.display === "contents";
      const cell = style.display === "table-cell";
      const gap = localName === "p" ? 2 : inline || cell ? 0 : 1;
      breaks = Math.max(breaks, gap);
      const preserved = style.whiteSpace.startsWith("pre");
      for (const child of dom.children(element)) {
        if (child instanceof Element) step(child);
        if (!(child instanceof Text) || style.visibility !== "visible") continue;
        write(preserved ? child.data : child.data.replace(/\s+/g, " "));
      }
      breaks = Math.max(breaks, gap);
      if (cell) write(" ");
    };
    step(root);
    return text.trim();
  };

  const read = (element: Element): string =>
    element instanceof HTMLElement && !opensShadow(element)
      ? dom.own(element).innerText
      : flat(element);

  return { read };
}
