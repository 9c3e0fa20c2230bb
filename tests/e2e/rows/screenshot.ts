/** @module */
import { assertEquals } from "@std/assert";
import { badSelectors } from "./bad_selector.ts";
import type { RowCase } from "./row_case.ts";
import { checkSaved } from "./saved.ts";

export const screenshot: RowCase = {
  action: "screenshot",
  html: `<div id=box style="width:60px;height:40px;background:red"></div><div id=flat></div>
    <p class=two>a<p class=two>b`,
  args: { selector: { css: "#box" }, format: "jpeg", quality: 50 },
  async check({ mime, width, height }, at) {
    assertEquals([mime, width, height], ["image/jpeg", 60, 40]);
    const saved = await at.call("screenshot", { save: true });
    await checkSaved(saved, at, { name: "screenshot.png", mime: "image/png" });
    const named = await at.call("screenshot", { save: "a box", format: "jpeg" });
    await checkSaved(named, at, { name: "a box.jpg", mime: "image/jpeg" });
  },
  bad: [
    ...badSelectors((selector) => ({ selector })),
    {
      what: "an element and the full page",
      args: { selector: { css: "#box" }, full_page: true },
      status: 400,
      says: /selector or full_page, not both/,
    },
    {
      what: "a name that is none",
      args: { save: ["a"] },
      status: 400,
      says: /"save" must be true or false or a string of 1 to 1000 characters/,
    },
    {
      what: "a PNG's quality",
      args: { quality: 50 },
      status: 400,
      says: /quality goes with format "jpeg" only/,
    },
    {
      what: "an element without a size",
      args: { selector: { css: "#flat" } },
      status: 400,
      says: /its size is zero/,
    },
    {
      what: "a page too large to draw",
      before: (at) =>
        at.call("execute_script", { script: "document.body.style.height = '20000px'" }),
      args: { full_page: true },
      status: 400,
      says: /16384 a side are the most/,
    },
  ],
};
