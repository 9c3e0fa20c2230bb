/** @module */
import { assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";

export const interact: RowCase = {
  action: "interact",
  html: `<button id=b onclick="document.title='clicked'">Buy</button><button class=two>A</button>
    <button class=two>B</button><button disabled id=off>Off</button>
    <div style="position:relative;width:80px;height:30px"><button id=under>Under</button>
    <div id=over style="position:absolute;inset:0;background:#fff"></div></div>`,
  args: { selector: { role: "button", name: "Buy" }, action: "click" },
  check: ({ title, element }) => {
    assertEquals([title, element], ["clicked", '<button id="b"> "Buy"']);
  },
  bad: [
    { what: "no selector", args: { action: "click" }, status: 400, says: /"selector" is required/ },
    {
      what: "an action there is none of",
      args: { selector: { css: "#b" }, action: "poke" },
      status: 400,
      says: /one of click, double_click/,
    },
    {
      what: "two ways to name an element",
      args: { selector: { css: "#b", text: "Buy" }, action: "click" },
      status: 400,
      says: /exactly one of/,
    },
    {
      what: "no match",
      args: { selector: { css: "#none" }, action: "click" },
      status: 400,
      says: /no element matches/,
    },
    {
      what: "several matches",
      args: { selector: { css: ".two" }, action: "click" },
      status: 400,
      says: /2 elements match/,
    },
    {
      what: "a covered element",
      args: { selector: { css: "#under" }, action: "click" },
      status: 400,
      says: /covered by <div id="over">/,
    },
    {
      what: "a disabled element",
      args: { selector: { css: "#off" }, action: "click" },
      status: 400,
      says: /it is disabled/,
    },
  ],
};
