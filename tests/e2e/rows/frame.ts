/** @module */
import { assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";

export const frame: RowCase = {
  action: "frame",
  html: `<iframe id=in src="/row/frame/inner"></iframe><iframe class=two></iframe><p>text</p>
    <iframe class=two></iframe>`,
  pages: { "/row/frame/inner": `<p>inside` },
  args: { selector: { css: "#in" } },
  check: async ({ entered, frame, title }, at) => {
    assertEquals([entered, frame, title], [
      '<iframe id="in">',
      { url: `${at.origin}/row/frame/inner` },
      "frame",
    ]);
    assertEquals((await at.call("extract")).text, "inside");
    assertEquals((await at.call("frame", { leave: "top" })).left, true);
  },
  bad: [
    { what: "nothing to enter or leave", args: {}, status: 400, says: /exactly one of/ },
    {
      what: "a frame to enter and one to leave",
      args: { selector: { css: "#in" }, leave: "top" },
      status: 400,
      says: /exactly one of/,
    },
    {
      what: "a way out there is none of",
      args: { leave: "bottom" },
      status: 400,
      says: /one of parent, top/,
    },
    {
      what: "no frame to leave",
      args: { leave: "parent" },
      status: 400,
      says: /none was entered/,
    },
    {
      what: "no match",
      args: { selector: { css: "#none" } },
      status: 400,
      says: /Cannot enter: no element matches/,
    },
    {
      what: "several matches",
      args: { selector: { css: ".two" } },
      status: 400,
      says: /2 elements match/,
    },
    {
      what: "an element that is no frame",
      args: { selector: { css: "p" } },
      status: 400,
      says: /it is no frame; the frames here are <iframe id="in">, <iframe class="two">/,
    },
  ],
};
