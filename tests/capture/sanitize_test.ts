import { assert, assertEquals } from "@std/assert";
import { cutText, sanitize } from "../../capture/sanitize.ts";

Deno.test("sanitize() leaves a text without control characters as it is", () => {
  for (const text of ["", "plain", "a\nb\tc", "é😀\u2028•••"]) assertEquals(sanitize(text), text);
});

Deno.test("sanitize() removes ANSI sequences whole and other control characters", () => {
  assertEquals(
    sanitize("\u001b[1;31mred\u001b[0m \u001b]0;title\u0007x\u001bMy\u009b2Kz"),
    "red xyz",
  );
  assertEquals(sanitize("a\u0000b\u0008c\u007fd\u0085e\u001b"), "abcde");
  assertEquals(sanitize("one\r\ntwo\rthree"), "one\ntwo\nthree");
});

Deno.test("sanitize() replaces what is no character", () => {
  assertEquals(sanitize("a\ud800b\udc00"), "a\ufffdb\ufffd");
});

Deno.test("cutText() counts what it leaves out and never splits a character", () => {
  assertEquals(cutText("abc", 3), { text: "abc", cut: 0 });
  assertEquals(cutText("abcd", 3), { text: "abc", cut: 1 });
  assertEquals(cutText("ab😀", 3), { text: "ab", cut: 2 });
  assertEquals(cutText("abc", 0), { text: "", cut: 3 });
  assert(cutText("😀".repeat(9), 7).text.isWellFormed());
});
