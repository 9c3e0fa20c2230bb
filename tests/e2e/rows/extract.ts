/** @module */
import { assertEquals } from "@std/assert";
import { badSelectors } from "./bad_selector.ts";
import type { RowCase } from "./row_case.ts";

export const extract: RowCase = {
  action: "extract",
  html: `<p id=text>Some <b>bold</b> text<p class=two>a<p class=two>b`,
  args: { selector: { css: "#text" }, max_chars: 9 },
  check: ({ text, cut }) => assertEquals([text, cut], ["Some bold", 5]),
  bad: [
    ...badSelectors((selector) => ({ selector })),
    { what: "a format there is none of", args: { format: "pdf" }, status: 400, says: /text, html/ },
    { what: "too much", args: { max_chars: 100_001 }, status: 400, says: /from 1 to 100000/ },
  ],
};
