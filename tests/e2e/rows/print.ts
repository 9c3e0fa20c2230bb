/** @module */
import { assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";
import { checkSaved } from "./saved.ts";

export const print: RowCase = {
  action: "print",
  html: `<p style="break-after:page">one<p>two`,
  args: { paper: "a5", orientation: "landscape", background: true, scale: 0.5, pages: "2" },
  async check({ mime, pages, data }, at) {
    assertEquals([mime, pages], ["application/pdf", 1]);
    if (data !== undefined) assertEquals(atob(String(data)).slice(0, 5), "%PDF-");
    const saved = await at.call("print", { save: "two" });
    await checkSaved(saved, at, { name: "two.pdf", mime: "application/pdf" });
    assertEquals(saved.pages, 2);
  },
  bad: [
    { what: "pages that are none", args: { pages: "3-1" }, status: 400, says: /such as 1-3,5/ },
    { what: "paper there is none of", args: { paper: "b4" }, status: 400, says: /one of a3, a4/ },
    { what: "too large a scale", args: { scale: 3 }, status: 400, says: /from 0\.1 to 2/ },
  ],
};
