/**
 * What is shown of the rows a tab has: chips with their counts, a text, and what was cleared.
 *
 * @module
 */
import type { Row } from "../../http/admin/shapes.ts";
import type { TabKind } from "./route.ts";
import type { AnyRow } from "./rows.ts";

/** A chip of a toolbar. */
export interface Chip {
  /** Its name in the address of nothing: it is the page's own. */
  readonly id: string;
  /** As it is written. */
  readonly label: string;
  /** Whether it shows a row. */
  shows(row: AnyRow): boolean;
}

const all: Chip = { id: "all", label: "All", shows: () => true };

const CONSOLE: readonly Chip[] = [
  all,
  { id: "errors", label: "Errors", shows: (row) => levelOf(row) === "error" },
  { id: "warnings", label: "Warnings", shows: (row) => levelOf(row) === "warn" },
];

const NETWORK: readonly Chip[] = [
  all,
  { id: "xhr", label: "XHR/fetch", shows: (row) => ["fetch", "xhr"].includes(typeOf(row)) },
  { id: "failed", label: "Failed", shows: (row) => "failed" in row && row.failed },
];

/** The chips of a tab. */
export function chipsOf(tab: TabKind): readonly Chip[] {
  return tab === "console" ? CONSOLE : NETWORK;
}

/** Whether a row has the text, in any case, in what it says or where it went. */
export function hasText(row: AnyRow, text: string): boolean {
  if (text === "") return true;
  const wanted = text.toLowerCase();
  if ("text" in row) {
    return row.text.toLowerCase().includes(wanted) ||
      (row.source?.url.toLowerCase().includes(wanted) ?? false);
  }
  return `${row.method} ${row.url} ${row.status ?? ""}`.toLowerCase().includes(wanted);
}

function levelOf(row: AnyRow): string {
  return "level" in row ? row.level : "";
}

function typeOf(row: AnyRow): string {
  return "method" in row ? (row as Row).type : "";
}
