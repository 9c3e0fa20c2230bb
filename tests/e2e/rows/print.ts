/** @module */
import { assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";

export const print: RowCase = {
  action: "print",
  html: `<p style="break-after:page">one<p>two`,
  args: { paper: "a5", orientation: "landscape", background: true, scale: 0.5, pages: "2" },
  check({ mime, pages, data }) {
    assertEquals([mime, pages], ["application/pdf", 1]);
    if (data !== undefined) assertEquals(atob(String(data)).slice(0, 5), "%PDF-");
  },
  bad: [
    { what: "pages that are none", args: { pages: "3-1" }, status: 400, says: /such as 1-3,5/ },
    { what: "paper there is none of", args: { paper: "b4" }, status: 400, says: /one of a3, a4/ },
    { what: "too large a scale", args: { scale: 3 }, status: 400, says: /from 0\.1 to 2/ },
  ],
};
