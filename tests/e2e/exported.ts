/**
 * What the admin API exports of a workspace.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { EntryDetail } from "../../capture/shapes.ts";

/** Both exports, read as whoever gets them would. */
export interface Exported {
  /** The network as HAR, of which a test looks at the entries. */
  readonly har: { readonly log: { readonly entries: readonly unknown[] } };
  /** The console, a line an entry. */
  readonly entries: readonly EntryDetail[];
}

/** Fetches both from the server at `address`. */
export async function exported(address: string, workspace: string): Promise<Exported> {
  const text = async (name: string) => {
    const response = await fetch(`${address}/admin/workspaces/${workspace}/${name}`);
    const said = await response.text();
    assertEquals(response.status, 200, said);
    return said;
  };
  const lines = (await text("console.jsonl")).split("\n").filter((line) => line !== "");
  return {
    har: JSON.parse(await text("har")),
    entries: lines.map((line) => JSON.parse(line)),
  };
}
