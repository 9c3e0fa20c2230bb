import { assertEquals } from "@std/assert";
import { mimeOf } from "../../page/mime_type.ts";

Deno.test("mimeOf() goes by the extension, in any case", () => {
  const names = ["a.PDF", "b.tar.gz", "c", "csv", ".png", "d.png", "e.unheardof", "f."];
  const none = "application/octet-stream";
  assertEquals(names.map(mimeOf), [
    ...["application/pdf", "application/gzip", none, none, none, "image/png", none, none],
  ]);
});
