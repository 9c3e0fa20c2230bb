/** What is kept in the workspace in place of being answered. @module */
import { assertEquals } from "@std/assert";
import type { Result } from "../harness.ts";
import type { RowAt } from "./row_case.ts";

/** The result tells of a file, and its link gives as much as it says. */
export async function checkSaved(
  { data, mime, file }: Result,
  at: RowAt,
  expected: { name: string; mime: string },
): Promise<void> {
  const { name, uri, link, size, mime: kept } = file as Record<string, unknown>;
  assertEquals([data, mime, name, kept], [undefined, expected.mime, expected.name, expected.mime]);
  const response = await fetch(String(link));
  assertEquals(response.headers.get("content-type"), expected.mime);
  assertEquals((await response.bytes()).length, size);
  assertEquals((await at.call("read", { uri })).size, size);
}
