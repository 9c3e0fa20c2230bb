/**
 * The console as JSON lines, oldest first.
 *
 * @module
 */
import type { Kept } from "../../capture/shapes.ts";

/** One line an entry, in full. */
export function consoleLines({ entries }: Pick<Kept, "entries">): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}
