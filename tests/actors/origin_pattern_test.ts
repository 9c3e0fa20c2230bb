import { assert, assertEquals } from "@std/assert";
import { matchesOrigin, originOf, parseOriginPattern } from "../../actors/origin_pattern.ts";

const rows: [pattern: string, matches: string[], others: string[]][] = [
  ["https://app.test", ["https://app.test/x", "https://APP.test.:443"], [
    "http://app.test",
    "https://app.test:8443",
    "https://a.app.test",
  ]],
  ["http://app.test:8080", ["http://app.test:8080"], ["http://app.test", "https://app.test:8080"]],
  ["https://*.app.test", ["https://a.app.test", "https://a.b.app.test"], [
    "https://app.test",
    "https://xapp.test",
    "https://a.app.test:8443",
  ]],
  ["https://app.test:*", ["https://app.test", "https://app.test:1"], ["http://app.test"]],
  ["app.test", ["http://app.test", "https://app.test:9"], ["http://a.app.test"]],
  ["app.test:08080", ["http://app.test:8080", "https://app.test:8080"], ["http://app.test"]],
  ["*.app.test", ["http://a.app.test:1"], ["http://app.test"]],
  ["*", ["http://a.test", "https://[::1]:9"], []],
  ["HTTP://0x7F.1", ["http://127.0.0.1"], ["http://127.0.0.2"]],
  ["[0:0::1]:80", ["http://[::1]"], ["http://[::2]", "https://[::1]"]],
  ["bücher.test", ["http://xn--bcher-kva.test"], ["http://bucher.test"]],
];
for (const [text, matches, others] of rows) {
  Deno.test(`parseOriginPattern() reads ${text}`, () => {
    const pattern = parseOriginPattern(text);
    assert(pattern !== null);
    for (const url of matches) assert(matchesOrigin(pattern, originOf(new URL(url))), url);
    for (const url of others) assert(!matchesOrigin(pattern, originOf(new URL(url))), url);
  });
}

for (
  const text of [
    "",
    "https://",
    "https://app.test/",
    "https://app.test/path",
    "https://u@app.test",
    "ftp://app.test",
    "app.test:99999",
    "app.test:",
    "a.*.test",
    "*.",
    "*.0.0.1",
    "*.[::1]",
    "[::1",
    "[zz]",
    "a b",
    "1.2.3.4.5",
    "*app.test",
    ".",
  ]
) {
  Deno.test(`parseOriginPattern() refuses ${JSON.stringify(text)}`, () => {
    assertEquals(parseOriginPattern(text), null);
  });
}
