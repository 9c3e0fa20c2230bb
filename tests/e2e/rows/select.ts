/** @module */
import { assertEquals } from "@std/assert";
import { badSelectors } from "./bad_selector.ts";
import type { RowCase } from "./row_case.ts";

const selector = { label: "Colour" };

export const select: RowCase = {
  action: "select",
  html: `<label>Colour <select onchange="document.title = this.value">
    <option value=r>Red<option value=g>Green<option disabled>Blue</select></label>
    <ul role=listbox id=own><li role=option>Red</ul><p class=two>a<p class=two>b`,
  args: { selector, label: "Green" },
  check: ({ title, selected }) => assertEquals([title, selected], ["g", ["Green"]]),
  bad: [
    ...badSelectors((selector) => ({ selector, index: 0 })),
    {
      what: "no option",
      args: { selector },
      status: 400,
      says: /exactly one of label, value, index/,
    },
    {
      what: "two ways to name an option",
      args: { selector, label: "Red", index: 0 },
      status: 400,
      says: /found label and index/,
    },
    {
      what: "an option there is none of",
      args: { selector, label: "Pink" },
      status: 400,
      says: /it has "Red", "Green", "Blue"/,
    },
    {
      what: "a disabled option",
      args: { selector, index: 2 },
      status: 400,
      says: /its option 2 \("Blue"\) is disabled/,
    },
    {
      what: "several options of a list that takes one",
      args: { selector, value: ["r", "g"] },
      status: 400,
      says: /it takes exactly one option, and 2 were named/,
    },
    {
      what: "a list of the page's own",
      args: { selector: { css: "#own" }, label: "Red" },
      status: 400,
      says: /click its option with interact/,
    },
    {
      what: "a place before the first",
      args: { selector, index: -1 },
      status: 400,
      says: /from 0 to/,
    },
  ],
};
