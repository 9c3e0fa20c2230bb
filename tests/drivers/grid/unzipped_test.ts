import { assertEquals } from "@std/assert";
import { decodeBase64 } from "@std/encoding";
import { unzipped } from "../../../drivers/grid/unzipped.ts";

/** As a Grid (Selenium 4.48) sent it: deflated, with the sizes behind the file. */
const OF_A_GRID = decodeBase64(
  "UEsDBBQACAgIAGURgV0AAAAAAAAAAAAAAAAHAAkAYSBiLmJpblVUBQABvywOa6uowAQAUEsHCEdCrScFAAAAFAAAAFBLAQIUABQACAgIAGUR" +
    "gV1HQq0nBQAAABQAAAAHAAkAAAAAAAAAAAAAAAAAAABhIGIuYmluVVQFAAG/LA5rUEsFBgAAAAABAAEAPgAAAEMAAAAAAA==",
);

Deno.test("unzipped() gives the file of an archive that a Grid made", async () => {
  assertEquals(await new Response(unzipped(OF_A_GRID)).text(), "x".repeat(20));
});

Deno.test("unzipped() gives a file that was only stored", async () => {
  const name = new TextEncoder().encode("a");
  const body = new TextEncoder().encode("hello");
  const local = new Uint8Array(30 + name.length + body.length);
  const view = new DataView(local.buffer);
  view.setUint16(26, name.length, true);
  local.set(name, 30);
  local.set(body, 31);
  const directory = new DataView(new ArrayBuffer(47));
  directory.setUint32(20, body.length, true);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint32(16, local.length, true);
  const zip = await new Blob([local, directory, end]).bytes();
  assertEquals(await new Response(unzipped(zip)).text(), "hello");
});

Deno.test("unzipped() gives nothing of what is no archive", () => {
  for (const bytes of [new Uint8Array(), new Uint8Array(100), OF_A_GRID.slice(0, -1)]) {
    assertEquals(unzipped(bytes), null);
  }
  const pointsOutside = OF_A_GRID.slice();
  pointsOutside[pointsOutside.length - 3] = 255;
  assertEquals(unzipped(pointsOutside), null);
});
