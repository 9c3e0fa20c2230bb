/** The kinds of selector that every row with one refuses, on a page that has two elements of class `two`. @module */
import type { BadInput } from "./row_case.ts";

/** @param args the row's arguments with a selector in them */
export function badSelectors(args: (selector: unknown) => Record<string, unknown>): BadInput[] {
  const kinds: [what: string, selector: unknown, says: RegExp][] = [
    ["no match", { css: "#none" }, /no element matches \{"css":"#none"\} within/],
    ["several matches", { css: ".two" }, /2 elements match/],
    ["a selector that is none", { css: "##" }, /is not a valid selector/],
    ["an XPath of no element", { xpath: "1 + 1" }, /is not a valid selector: it gives a value/],
    ["a ref that was not handed out", { ref: "e999" }, /it is no ref of the page as it is now/],
    ["two ways to name an element", { css: "a", text: "a" }, /exactly one of \{css\}/],
  ];
  return kinds.map(([what, selector, says]) => ({
    what,
    args: args(selector),
    status: 400,
    says,
  }));
}
