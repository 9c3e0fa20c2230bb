/** @module */
import { assertEquals, assertMatch } from "@std/assert";
import { badSelectors } from "./bad_selector.ts";
import type { RowCase } from "./row_case.ts";

export const outline: RowCase = {
  action: "outline",
  html: `<h1>Shop</h1><button>Buy</button><p class=two>a<p class=two>b`,
  args: { max_nodes: 2 },
  check({ outline, left_out }) {
    assertMatch(
      String(outline),
      /^- heading "Shop" \[ref=e\d+\] level=1\n- button "Buy" \[ref=e\d+\]\n/,
    );
    assertEquals(left_out, 4);
  },
  bad: [
    ...badSelectors((selector) => ({ selector })),
    { what: "no node", args: { max_nodes: 0 }, status: 400, says: /from 1 to 1000/ },
  ],
};
