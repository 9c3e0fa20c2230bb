import { assertEquals } from "@std/assert";
import { visible } from "../../../capture/mask/invisible.ts";

Deno.test("visible() leaves out what is not seen, and knows where the rest stands", () => {
  const shown = visible("\ufeffs3\u200b\u00adcr\u202eet\u0001 \ud800x");
  assertEquals(shown?.text, "s3cret x");
  assertEquals([shown?.start(0), shown?.end(6)], [1, 10]);
  assertEquals([shown?.start(2), shown?.end(2)], [5, 3]);
});

Deno.test("visible() is null for a text that shows all of itself", () => {
  for (const text of ["", "a b\n\tc\r", "é€🔑", "日本語"]) assertEquals(visible(text), null);
});
