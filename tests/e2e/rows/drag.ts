/** @module */
import { assertEquals } from "@std/assert";
import { badSelectors } from "./bad_selector.ts";
import type { RowCase } from "./row_case.ts";

const to = { selector: { css: "#bin" } };
const from = { selector: { text: "card" } };

export const drag: RowCase = {
  action: "drag",
  html:
    `<div id=card draggable=true ondragstart="event.dataTransfer.setData('text/plain', 'dropped')">card</div>
    <div id=bin ondragover="event.preventDefault()" style="height:40px"
      ondrop="event.preventDefault(); document.title = event.dataTransfer.getData('text/plain')">bin</div>
    <p class=two>a<p class=two>b<button id=off disabled>Off</button><div style="height:3000px"></div><p id=far>far`,
  args: { from, to },
  check({ title, from, to }) {
    assertEquals([title, from, to], ["dropped", '<div id="card"> "card"', '<div id="bin"> "bin"']);
  },
  bad: [
    ...badSelectors((selector) => ({ from, to: { selector } })),
    { what: "nothing dragged", args: { to }, status: 400, says: /"from" is required/ },
    {
      what: "neither an element nor a point",
      args: { from, to: {} },
      status: 400,
      says: /"to" needs a selector, or x and y/,
    },
    {
      what: "half a point",
      args: { from: { ...from, x: 1 }, to },
      status: 400,
      says: /"from" needs both x and y/,
    },
    {
      what: "a point outside the element",
      args: { from, to: { ...to, x: 1, y: 50 } },
      status: 400,
      says: /the point \(1, 50\) lies outside it/,
    },
    {
      what: "a point outside the viewport",
      args: { from, to: { x: 9_000, y: 1 } },
      status: 400,
      says: /\(9000, 1\) lies outside the viewport/,
    },
    {
      what: "a point that has moved when the element is in view",
      args: { from: { x: 10, y: 10 }, to: { selector: { css: "#far" } } },
      status: 400,
      says: /has moved what was at the point/,
    },
    {
      what: "a disabled element",
      args: { from: { selector: { css: "#off" } }, to },
      status: 400,
      says: /it is disabled/,
    },
  ],
};
