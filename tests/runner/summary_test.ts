import { assertEquals } from "@std/assert";
import type { Outcome } from "./junit.ts";
import { type Ended, summary, triedAgain } from "./summary.ts";

/** A job of one test in each file; the job fails when one of them did. */
function ended(outcomes: Record<string, Outcome>, success?: boolean): Ended {
  const tests = Object.entries(outcomes)
    .map(([file, outcome]) => ({
      name: "t",
      file,
      outcome,
      said: outcome === "failed" ? "Error: no\n  at 1" : "",
    }));
  return {
    job: { name: Object.keys(outcomes).join("+"), files: Object.keys(outcomes) },
    success: success ?? !Object.values(outcomes).includes("failed"),
    tests,
  };
}

Deno.test("a run in which all passed says how many", () => {
  const first = [ended({ a: "passed", b: "passed" }), ended({ c: "passed" })];
  assertEquals(triedAgain(first), []);
  assertEquals(summary(first, undefined, true), {
    success: true,
    lines: ["", "3 passed, 0 failed, 0 skipped"],
  });
});

Deno.test("a failure that passes when tried again is told as flaky, with what it said", () => {
  const first = [ended({ a: "failed", b: "passed" })];
  assertEquals(triedAgain(first), ["a"]);
  assertEquals(summary(first, ended({ a: "passed" }), true), {
    success: true,
    lines: ["flaky: a: t\n    Error: no\n      at 1", "", "2 passed, 0 failed, 0 skipped"],
  });
});

Deno.test("a failure that fails again is a failure", () => {
  const first = [ended({ a: "failed", b: "failed" })];
  const { success, lines } = summary(first, ended({ a: "passed", b: "failed" }), true);
  assertEquals([success, lines.at(-1)], [false, "1 passed, 1 failed, 0 skipped"]);
  assertEquals(lines.map((line) => line.split(":")[0]), ["flaky", "failed", "", lines.at(-1)]);
});

Deno.test("many failures, and a failure without a test, are not tried again", () => {
  const many = [ended({ a: "failed", b: "failed" }), ended({ c: "failed", d: "failed" })];
  assertEquals(triedAgain(many), []);
  assertEquals(summary(many, undefined, true).lines.at(-1), "0 passed, 4 failed, 0 skipped");

  const unblamed = [ended({ a: "failed" }), ended({ b: "passed" }, false)];
  assertEquals(triedAgain(unblamed), []);
  const { success, lines } = summary(unblamed, undefined, true);
  assertEquals([success, lines.slice(1)], [false, [
    "failed: b, for a reason that stands above",
    "",
    "1 passed, 2 failed, 0 skipped",
  ]]);
});

Deno.test("a second attempt that fails without a test to blame is a failure", () => {
  const { success } = summary([ended({ a: "failed" })], ended({ a: "passed" }, false), true);
  assertEquals(success, false);
});

Deno.test("a skipped test fails only a run of all, and nothing that ran is no success", () => {
  const skipped = [ended({ a: "skipped", b: "passed" })];
  assertEquals([true, false].map((all) => summary(skipped, undefined, all).success), [false, true]);
  assertEquals(summary([], undefined, false).success, false);
});

Deno.test("a long failure is cut, and says by how much", () => {
  const long = ended({ a: "failed" });
  const first = [{
    ...long,
    tests: long.tests.map((test) => ({ ...test, said: "x".repeat(2_100) })),
  }];
  const [line] = summary(first, undefined, true).lines;
  assertEquals(line?.endsWith("x [100 characters more]"), true);
});
