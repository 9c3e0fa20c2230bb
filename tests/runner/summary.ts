/**
 * Says how a whole run ended, in lines that still tell all when only the end of a log is kept.
 *
 * @module
 */
import type { TestCase } from "./junit.ts";
import type { Job } from "./jobs.ts";

/** Files that may be tried a second time: more failures than a busy machine makes are failures. */
const MOST_TRIED_AGAIN = 3;

/** Characters of a failure that are repeated; all of it stands above, and in `artifacts/`. */
const MOST_SAID = 2_000;

/** What a job's tests were. */
export interface Ended {
  readonly job: Job;
  /** False also when there is no test to blame: a wrong type, an error nobody caught. */
  readonly success: boolean;
  readonly tests: readonly TestCase[];
}

/**
 * The files to try once more, by themselves: those of tests that failed, when they are few. A test that then passes
 * is told as flaky, with what it said at first; a failure without a test is never tried again.
 */
export function triedAgain(ended: readonly Ended[]): string[] {
  const failed = ended.filter(({ success }) => !success);
  if (failed.some(({ tests }) => !tests.some(hasFailed))) return [];
  const files = [
    ...new Set(failed.flatMap(({ tests }) => tests.filter(hasFailed)).map(({ file }) => file)),
  ];
  return files.length <= MOST_TRIED_AGAIN ? files : [];
}

/** What to print at the end of a run. */
export interface Summary {
  /** Something passed and nothing failed; nor was anything skipped, where that was asked. */
  readonly success: boolean;
  readonly lines: readonly string[];
}

/** Sums up a run, and what was tried again in it; `all` says whether a skipped test is a failure. */
export function summary(first: readonly Ended[], again: Ended | undefined, all: boolean): Summary {
  const ran = first.flatMap(({ tests }) => tests);
  const second = new Map(again?.tests.map((test) => [idOf(test), test]));
  const triedFiles = new Set(again?.job.files);
  const last = [...ran.filter(({ file }) => !triedFiles.has(file)), ...second.values()];
  const count = (outcome: TestCase["outcome"]) =>
    last.filter((test) => test.outcome === outcome).length;
  const unblamed = [...first, ...again ? [again] : []]
    .filter(({ success, tests }) => !success && !tests.some(hasFailed));
  const [passed, failed, skipped] = [
    count("passed"),
    count("failed") + unblamed.length,
    count("skipped"),
  ];
  const flaky = (test: TestCase) => second.get(idOf(test))?.outcome === "passed";
  return {
    success: passed > 0 && failed === 0 && !(all && skipped > 0),
    lines: [
      ...ran.filter(hasFailed).map((test) => told(flaky(test) ? "flaky" : "failed", test)),
      ...unblamed.map(({ job }) => `failed: ${job.name}, for a reason that stands above`),
      "",
      `${passed} passed, ${failed} failed, ${skipped} skipped`,
    ],
  };
}

function idOf({ file, name }: TestCase): string {
  return `${file}: ${name}`;
}

function hasFailed({ outcome }: TestCase): boolean {
  return outcome === "failed";
}

function told(what: string, test: TestCase): string {
  const over = test.said.length - MOST_SAID;
  const said = over > 0 ? `${test.said.slice(0, MOST_SAID)} [${over} characters more]` : test.said;
  return `${what}: ${idOf(test)}\n${said.replaceAll(/^/gm, "    ")}`;
}
