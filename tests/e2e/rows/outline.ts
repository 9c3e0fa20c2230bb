/** @module */
import { assertEquals } from "@std/assert";
import { badSelectors } from "./bad_selector.ts";
import type { RowCase } from "./row_case.ts";

export const outline: RowCase = {
  action: "outline",
  html: `<h1>Shop</h1><button>Buy</button><p class=two>a<p class=two>b`,
  args: { max_nodes: 2 },
  check({ outline, left_out }) {
    assertEquals(String(outline).split("\n").slice(0, 2), [
      '- heading "Shop" [ref=e1] level=1',
      '- button "Buy" [ref=e2]',
    ]);
    assertEquals(left_out, 4);
  },
  bad: [
    ...badSelectors((selector) => ({ selector })),
    { what: "no node", args: { max_nodes: 0 }, status: 400, says: /from 1 to 1000/ },
  ],
};
