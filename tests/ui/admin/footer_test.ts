import { assertEquals } from "@std/assert";
import { footerOf } from "../../../ui/admin/footer.ts";
import type { AnyRow, RowsState } from "../../../ui/admin/rows.ts";

const STATE: RowsState = {
  rows: [],
  head: null,
  dropped: 0,
  seen: 0,
  open: true,
  breaks: 0,
  trouble: null,
};
const rows = (count: number) => Array.from({ length: count }, () => ({}) as AnyRow);
const head = (more: object) =>
  ({ capture: true, dropped: 0, gaps: [], ...more }) as unknown as RowsState["head"];

for (
  const [what, tab, live, state, shown, says] of [
    ["nothing yet", "console", false, {}, 0, ""],
    ["capture off", "console", false, { head: { capture: false, how: "x" } }, 0, ""],
    [
      "requests",
      "network",
      false,
      { rows: rows(5), head: head({ not_kept: { static: 19 } }) },
      5,
      "5 requests · 19 static not kept",
    ],
    [
      "one line",
      "console",
      false,
      { rows: rows(1), head: head({ not_kept: { debug: 0 } }) },
      1,
      "1 entry",
    ],
    [
      "lines not kept",
      "console",
      false,
      { rows: rows(2), head: head({ not_kept: { debug: 3 } }) },
      2,
      "2 entries · 3 debug not kept",
    ],
    [
      "a filter",
      "console",
      false,
      { rows: rows(2_000), head: head({}) },
      7,
      "2,000 entries · 7 shown",
    ],
    [
      "losses",
      "network",
      false,
      { rows: rows(2), head: head({ dropped: 12, gaps: [{}] }) },
      2,
      "2 requests · 12 dropped · 1 gap",
    ],
    ["a quiet tail", "console", true, {}, 0, "Live · 0 entries"],
    [
      "a tail",
      "network",
      true,
      { rows: rows(1_204), seen: 1_204, dropped: 12 },
      1_204,
      "Live · 1,204 requests · 12 dropped",
    ],
    [
      "a long tail",
      "console",
      true,
      { rows: rows(2_000), seen: 9_000 },
      3,
      "Live · 9,000 entries · newest 2,000 here · 3 shown",
    ],
    [
      "an interrupted tail",
      "console",
      true,
      { rows: rows(1), seen: 1, breaks: 2 },
      1,
      "Live · 1 entry · 2 interruptions",
    ],
  ] as const
) {
  Deno.test(`footerOf() says of ${what}: ${says}`, () => {
    assertEquals(footerOf({ tab, live, state: { ...STATE, ...state }, shown }), says);
  });
}
