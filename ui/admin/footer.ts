/**
 * The line under a tab: how much there is, and what is not shown.
 *
 * @module
 */
import { count, counted } from "../shared/format.ts";
import type { TabKind } from "./route.ts";
import type { RowsState } from "./rows.ts";

/** What a footer is of. */
export interface Footed {
  /** Which tab it is under. */
  readonly tab: TabKind;
  /** Whether the tab shows the live tail. */
  readonly live: boolean;
  /** What the tab has. */
  readonly state: RowsState;
  /** Rows that pass the filter. */
  readonly shown: number;
}

/** `5 requests · 19 static not kept`, `Live · 1,204 requests · 12 dropped`. */
export function footerOf({ tab, live, state, shown }: Footed): string {
  const { rows, head, dropped, seen, breaks } = state;
  const things = (n: number) =>
    tab === "console" ? counted(n, "entry", "entries") : counted(n, "request");
  const hidden = shown < rows.length ? [`${count(shown)} shown`] : [];
  if (live) {
    return [
      "Live",
      things(seen),
      ...(seen > rows.length ? [`newest ${count(rows.length)} here`] : []),
      ...hidden,
      ...(dropped > 0 ? [`${count(dropped)} dropped`] : []),
      ...(breaks > 0 ? [counted(breaks, "interruption")] : []),
    ].join(" · ");
  }
  if (head === null || !head.capture) return "";
  const gaps = head.gaps.length;
  return [
    things(rows.length),
    ...hidden,
    ...notKept(head),
    ...(head.dropped > 0 ? [`${count(head.dropped)} dropped`] : []),
    ...(gaps > 0 ? [counted(gaps, "gap")] : []),
  ].join(" · ");
}

function notKept(head: Extract<NonNullable<RowsState["head"]>, { capture: true }>): string[] {
  const list = head as { not_kept?: { debug?: number; static?: number } };
  const { debug = 0, static: fixed = 0 } = list.not_kept ?? {};
  return [
    ...(debug > 0 ? [`${count(debug)} debug not kept`] : []),
    ...(fixed > 0 ? [`${count(fixed)} static not kept`] : []),
  ];
}
