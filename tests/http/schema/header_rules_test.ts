import { assertEquals } from "@std/assert";
import { wrongHeader } from "../../../http/schema/header_rules.ts";

Deno.test("wrongHeader() lets pass what a request may carry", () => {
  assertEquals(wrongHeader({}), null);
  assertEquals(wrongHeader({ "x-one": "1", Authorization: "Bearer a b\tc", "X!#$": "" }), null);
});

const BAD: [Record<string, string>, string][] = [
  [{ "x one": "1" }, '"x one" is no name of a header'],
  [{ "x:": "1" }, '"x:" is no name of a header'],
  [{ Host: "a.test" }, `the header "Host" is the browser's own: leave it out`],
  [{ "content-length": "1" }, `the header "content-length" is the browser's own: leave it out`],
  [{ "x-a": "1", "X-A": "1" }, 'the header "X-A" is given twice'],
  ...["a\nb", "a\r", " a", "a ", "ü", "\u0000"].map((value): [Record<string, string>, string] => [
    { "x-a": value },
    'the value of the header "x-a" has characters none may have',
  ]),
];
for (const [headers, sentence] of BAD) {
  Deno.test(`wrongHeader() refuses ${JSON.stringify(headers)}`, () => {
    assertEquals(wrongHeader(headers), sentence);
  });
}
