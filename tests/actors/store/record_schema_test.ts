import { assertEquals } from "@std/assert";
import { parseRecord } from "../../../actors/store/record_schema.ts";
import { record, SESSION } from "./records.ts";

Deno.test("parseRecord() gives back what was written", () => {
  for (const each of [record(), record({ session: null, captureTtlS: null, url: null })]) {
    assertEquals(parseRecord(JSON.stringify(each)), each);
  }
});

Deno.test("parseRecord() takes one of a version that could neither resize nor emulate", () => {
  const { emulated: _, settings: { device_pixel_ratio: __, ...settings }, ...older } = record();
  assertEquals(parseRecord(JSON.stringify({ ...older, settings })), record({ emulated: {} }));
});

Deno.test("parseRecord() takes nothing else for a record", () => {
  const { nav: _, ...older } = record();
  const foreign: unknown[] = [
    null,
    7,
    [],
    {},
    older,
    { ...record(), calls: -1 },
    { ...record(), calls: 1.5 },
    { ...record(), settings: { ...record().settings, browser: "netscape" } },
    { ...record(), session: { ...SESSION, ticket: "" } },
    { ...record(), session: { ...SESSION, timeoutMs: 0 } },
  ];
  for (const each of foreign) assertEquals(parseRecord(JSON.stringify(each)), null);
  for (const text of ["", "{", JSON.stringify(record()).slice(0, -9)]) {
    assertEquals(parseRecord(text), null);
  }
});
