import { assertEquals, assertThrows } from "@std/assert";
import { matchesWorkspace, parseOrigins, SecretRuleError } from "../../../actors/secrets/rules.ts";

Deno.test("parseOrigins() reads exact origins as browsers write them", () => {
  assertEquals(
    parseOrigins("# ours\nhttps://Shop.test\n\nhttp://127.0.0.1:8080/ https://a.test:443\r\n"),
    ["https://shop.test", "http://127.0.0.1:8080", "https://a.test"],
  );
  assertEquals(parseOrigins("http://[::1]:9000 https://bücher.test"), [
    "http://[::1]:9000",
    "https://xn--bcher-kva.test",
  ]);
});

for (
  const wrong of [
    ...["shop.test", "*", "https://*.test", "https://a.test/path", "https://a.test?q", "null"],
    ...["file:///etc", "data:text/html,x", "https://u:p@a.test", "https://", "https://a.test#f"],
    ...["ws://a.test", "blob:https://a.test", "https:/a.test", "https:\\\\a.test"],
  ]
) {
  Deno.test(`parseOrigins() takes nothing of a list that has ${wrong}`, () => {
    assertThrows(() => parseOrigins(`https://good.test\n${wrong}`), SecretRuleError, "as entry 2");
  });
}

Deno.test("parseOrigins() takes no more than a person can look over", () => {
  const many = Array.from({ length: 101 }, (_, i) => `https://a${i}.test`).join("\n");
  assertThrows(() => parseOrigins(many), SecretRuleError, "has 101 entries; 100 are the most");
});

Deno.test("matchesWorkspace() takes a star for any characters, and all else for itself", () => {
  const cases: [string, string, boolean][] = [
    ["ci", "ci", true],
    ["ci", "ci-1", false],
    ["ci-*", "ci-1", true],
    ["ci-*", "ci-", true],
    ["*", "anything", true],
    ["*-prod", "a-prod", true],
    ["*-prod", "prod", false],
    ["a*b*c", "a-b-c", true],
    ["a*b*c", "a-c-b", false],
    ["ab*ba", "aba", false],
    ["a.c", "abc", false],
    ["x\n# none\nci", "ci", true],
    ["", "ci", false],
    ["Ci", "ci", false],
  ];
  for (const [patterns, workspace, matches] of cases) {
    assertEquals(matchesWorkspace(patterns, workspace), matches, `${patterns} and ${workspace}`);
  }
});

Deno.test("matchesWorkspace() takes nothing of a list that has what is no pattern", () => {
  assertThrows(() => matchesWorkspace("ci\n[a-z]", "ci"), SecretRuleError, "as entry 2");
});

Deno.test("matchesWorkspace() is quick whatever the pattern", () => {
  const began = performance.now();
  assertEquals(matchesWorkspace("*a".repeat(32), "a".repeat(31) + "b"), false);
  assertEquals(performance.now() - began < 1_000, true);
});
