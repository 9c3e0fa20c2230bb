import { assert, assertEquals } from "@std/assert";
import { freeName, nameKey, safeName } from "../../../actors/store/file_name.ts";

for (
  const [wished, safe] of [
    ["report.csv", "report.csv"],
    ["../../x", "x"],
    ["..\\..\\etc\\passwd", "passwd"],
    ["/", "file"],
    ["", "file"],
    ["...", "file"],
    [".htaccess", "htaccess"],
    ["a. . .", "a"],
    ["CON", "_CON"],
    ["con.txt", "_con.txt"],
    ["Lpt1.tar.gz", "_Lpt1.tar.gz"],
    ["COM¹", "_COM¹"],
    ["console.txt", "console.txt"],
    ['a<b>:"|?*.txt', "a_b______.txt"],
    ["a\u0000b\nc.txt", "a_b_c.txt"],
    ["invoice\u202Egpj.exe", "invoice_gpj.exe"],
    ["a\u200Bb\u2066c.txt", "a_b_c.txt"],
    ["\uD800.txt", "\uFFFD.txt"],
    ["cafe\u0301.txt", "caf\u00E9.txt"],
    ["  a b .txt ", "a b.txt"],
  ] as const
) {
  Deno.test(`safeName() makes ${JSON.stringify(safe)} of ${JSON.stringify(wished)}`, () => {
    assertEquals(safeName(wished), safe);
    assertEquals(safeName(safe), safe);
  });
}

Deno.test("safeName() cuts a long name between two characters and keeps the extension", () => {
  const long = safeName(`${"😀".repeat(300)}.txt`);
  assertEquals(long, `${"😀".repeat(44)}.txt`);
  assertEquals(safeName("n".repeat(300)).length, 180);
  assertEquals(safeName(`a.${"x".repeat(300)}`).length, 180);
});

Deno.test("freeName() adds the first number that is free, before the extension", () => {
  const taken = (name: string) => ["a.txt", "a (2).txt", "b"].includes(name);
  assertEquals(freeName("a.txt", taken), "a (3).txt");
  assertEquals(freeName("b", taken), "b (2)");
  assertEquals(freeName("c.txt", taken), "c.txt");
});

Deno.test("nameKey() is one for names that are one on some system", () => {
  assertEquals(nameKey("Cafe\u0301.TXT"), nameKey("CAF\u00C9.txt"));
  assert(nameKey("a.txt") !== nameKey("b.txt"));
});
