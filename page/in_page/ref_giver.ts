/**
 * Refs handed out for elements. Runs in the page.
 *
 * @module
 */
import type { RefNaming } from "../page.ts";
import type { Dom } from "./dom.ts";

/** What hands out refs in one call. */
export interface RefGiver {
  /**
   * The ref of an element, which it keeps as long as its document lives; null where the element cannot be handed
   * back.
   */
  give(element: Element, naming: RefNaming): string | null;
  /** The refs of this call, in the order of the elements handed back last. */
  readonly given: string[];
}

/** Hands back in `nodes` what refs are given to. Self-contained: it is sent to the browser as text. */
export function refGiver(dom: Dom, nodes: Element[]): RefGiver {
  // A node handed back comes with all its attributes; a picture in one would fill the socket.
  const MAX_ATTRIBUTES = 10_000;
  interface Given {
    readonly refs: WeakMap<Element, string>;
    last: number;
  }
  // Lives as long as the document, in the sandbox: an element keeps its ref from call to call.
  const kept: Given = (globalThis as { outlineRefs?: Given }).outlineRefs ??= {
    refs: new WeakMap(),
    last: 0,
  };
  const given: string[] = [];
  return {
    given,
    give(element, { prefix, last }) {
      let attributes = 0;
      for (const { value } of dom.own(element).attributes) attributes += value.length;
      if (attributes > MAX_ATTRIBUTES) return null;
      kept.last = Math.max(kept.last, last);
      const ref = kept.refs.get(element) ?? `${prefix}e${++kept.last}`;
      kept.refs.set(element, ref);
      given.push(ref);
      nodes.push(element);
      return ref;
    },
  };
}
