/**
 * `outline`: the page as a short tree of text, for a reader that cannot see, with a ref to each element
 * it may want to use.
 *
 * @module
 */
import type { OutlineArgs } from "./args.ts";
import { callInPage, inPage } from "./evaluate.ts";
import { finding, onElement } from "./find.ts";
import { type OutlineInput, pageOutline } from "./in_page/page_outline.ts";
import type { Page } from "./page.ts";

/** Elements told when the caller does not say. */
export const DEFAULT_NODES = 200;

/** Most elements told. */
export const MAX_NODES = 1_000;

/** What `outline` answers. */
export interface OutlineResult {
  /** One line an element, such as `- button "Buy now" [ref=e12] disabled`, indented by depth. */
  readonly outline: string;
  /** How many elements and texts were left out, when any were; 5 000 stands for that many or more. */
  readonly left_out?: number;
}

const OF_DOCUMENT = inPage(pageOutline);
const OF_ELEMENT = finding(pageOutline);

/**
 * Outlines the document, or one element, and hands out new refs. An element keeps its ref as long as
 * its document lives.
 *
 * @throws {PageError} 400 no such element, or several
 */
export async function outline(page: Page, args: OutlineArgs): Promise<OutlineResult> {
  const { selector, max_nodes = DEFAULT_NODES } = args;
  const input = { maxNodes: Math.min(max_nodes, MAX_NODES), naming: page.refs.naming };
  const { value: { lines, refs, left }, nodes } = selector === undefined
    ? await ofDocument(page, input)
    : await onElement(page, OF_ELEMENT, selector, input, { verb: "outline" });
  page.refs.replace(new Map(refs.map((ref, at) => [ref, nodes[at] ?? ""])));
  if (lines.length === 0) return { outline: "(nothing that has a role or a text)" };
  if (left === 0) return { outline: lines.join("\n") };
  const more = `(${left} more left out: outline a part with selector, or ask for more max_nodes)`;
  return { outline: [...lines, more].join("\n"), left_out: left };
}

async function ofDocument(page: Page, input: OutlineInput) {
  const { value: { value }, nodes } = await callInPage(page, OF_DOCUMENT, input);
  return { value, nodes };
}
