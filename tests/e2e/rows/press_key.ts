/** @module */
import { assertEquals } from "@std/assert";
import { badSelectors } from "./bad_selector.ts";
import type { RowCase } from "./row_case.ts";

export const pressKey: RowCase = {
  action: "press_key",
  html: `<input id=field onkeydown="if (event.ctrlKey) document.title = event.key">
    <p id=p>text<p class=two>a<p class=two>b`,
  args: { selector: { css: "#field" }, keys: "control+b" },
  check: ({ title, element }) => assertEquals([title, element], ["b", '<input id="field">']),
  bad: [
    ...badSelectors((selector) => ({ selector, keys: "Enter" })),
    {
      what: "a key there is none of",
      args: { keys: "Entre" },
      status: 400,
      says: /near to it are Enter/,
    },
    { what: "half a chord", args: { keys: "control+" }, status: 400, says: /a key is missing/ },
    {
      what: "what takes no focus",
      args: { selector: { css: "#p" }, keys: "Enter" },
      status: 400,
      says: /it takes no keyboard focus/,
    },
  ],
};
