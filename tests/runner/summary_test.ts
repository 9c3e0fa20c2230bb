import { assertEquals } from "@std/assert";
import type { Outcome } from "./junit.ts";
import { type Ended, summary, triedAgain } from "./summary.ts";

function ended(file: string, ...outcomes: Outcome[]): Ended {
  const tests = outcomes.map((outcome, at) => ({
    name: `t${at}`,
    outcome,
    said: outcome === "failed" ? "Error: no\n  at 1" : "",
  }));
  return { file, success: !outcomes.includes("failed"), tests };
}

Deno.test("a run in which all passed says how many", () => {
  const first = [ended("a", "passed", "passed"), ended("b", "passed")];
  assertEquals(triedAgain(first), []);
  assertEquals(summary(first, [], true), {
    success: true,
    lines: ["", "3 passed, 0 failed, 0 skipped"],
  });
});

Deno.test("a failure that passes when tried again is told as flaky, with what it said", () => {
  const first = [ended("a", "failed", "passed"), ended("b", "passed")];
  assertEquals(triedAgain(first), ["a"]);
  assertEquals(summary(first, [ended("a", "passed", "passed")], true), {
    success: true,
    lines: ["flaky: a: t0\n    Error: no\n      at 1", "", "3 passed, 0 failed, 0 skipped"],
  });
});

Deno.test("a failure that fails again is a failure, beside one that does not", () => {
  const first = [ended("a", "failed"), ended("b", "failed")];
  const again = [ended("a", "passed"), ended("b", "failed")];
  const { success, lines } = summary(first, again, true);
  assertEquals([success, lines.at(-1)], [false, "1 passed, 1 failed, 0 skipped"]);
  assertEquals(lines.map((line) => line.split(":")[0]), ["flaky", "failed", "", lines.at(-1)]);
});

Deno.test("a file without a test to blame counts as one failure", () => {
  const first = [{ ...ended("a", "passed"), success: false }];
  assertEquals(triedAgain(first), ["a"]);
  assertEquals(summary(first, first, true), {
    success: false,
    lines: ["failed: a, for a reason that stands above", "", "1 passed, 1 failed, 0 skipped"],
  });
});

Deno.test("many failures are not tried again", () => {
  const first = ["a", "b", "c", "d"].map((file) => ended(file, "failed"));
  assertEquals(triedAgain(first), []);
  assertEquals(summary(first, [], true).lines.at(-1), "0 passed, 4 failed, 0 skipped");
});

Deno.test("a skipped test fails only where nothing may be left out, and nothing that ran is no success", () => {
  const skipped = [ended("a", "skipped", "passed")];
  assertEquals([true, false].map((all) => summary(skipped, [], all).success), [false, true]);
  assertEquals(summary([], [], false).success, false);
});

Deno.test("a long failure is cut, and says by how much", () => {
  const { tests: [test], ...file } = ended("a", "failed");
  const first = [{ ...file, tests: test ? [{ ...test, said: "x".repeat(2_100) }] : [] }];
  assertEquals(summary(first, [], true).lines[0]?.endsWith("x [100 characters more]"), true);
});
