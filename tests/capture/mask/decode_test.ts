import { assert, assertEquals } from "@std/assert";
import { decode } from "../../../capture/mask/decode.ts";

Deno.test("decode() takes one layer of every encoding off", () => {
  const table: [string, string][] = [
    ["%41%62", "Ab"],
    ["%C3%A9|%c3%a9|%E9|%F0%9F%94%91", "é|é|é|🔑"],
    ["%u20AC%2541", "€%41"],
    ["\\u0041\\u00e9\\x41\\u{1F511}\\n\\/\\\\", "Aé" + "A🔑\n/\\"],
    ["&amp;&lt;&#65;&#x41;&#X41&quot;", '&<AAA"'],
    ["%zz%4 \\q \\u12 &x; &# &#xZ; %C3x", "%zz%4 \\q \\u12 &x; &# &#xZ; Ãx"],
  ];
  for (const [given, wanted] of table) assertEquals(decode(given)?.text, wanted, given);
});

Deno.test("decode() is null when nothing is encoded", () => {
  for (const text of ["", "plain", "100%", "a & b", "C:\\quit", "&&&"]) {
    assertEquals(decode(text), null);
  }
});

Deno.test("Decoded.start() and .end() give the stretch of the source that was decoded", () => {
  const source = "ab%41c\\u00e9%F0%9F%94%91&amp;d";
  const decoded = decode(source);
  assert(decoded !== null);
  assertEquals(decoded.text, "abAcé🔑&d");
  const pieces = [..."abAcé"].map((_, at) => source.slice(decoded.start(at), decoded.end(at + 1)));
  assertEquals(pieces, ["a", "b", "%41", "c", "\\u00e9"]);
  assertEquals(source.slice(decoded.start(5), decoded.end(7)), "%F0%9F%94%91");
  assertEquals(source.slice(decoded.start(7), decoded.end(9)), "&amp;d");
  assertEquals(source.slice(decoded.start(0), decoded.end(9)), source);
});
