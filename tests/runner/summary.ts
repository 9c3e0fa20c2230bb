/**
 * Says how a whole run ended, in lines that still tell all when only the end of a log is kept.
 *
 * @module
 */
import type { TestCase } from "./junit.ts";

/** Files that may be tried a second time: more failures than a busy machine makes are failures. */
const MOST_TRIED_AGAIN = 3;

/** Characters of a failure that are repeated; all of it stands above, and in `artifacts/`. */
const MOST_SAID = 2_000;

/** How a test file ended. */
export interface Ended {
  readonly file: string;
  /** False also when no test is to blame: a name that is missing, an error nobody caught. */
  readonly success: boolean;
  readonly tests: readonly TestCase[];
}

/** What to print at the end of a run. */
export interface Summary {
  /** Something passed and nothing failed; nor was anything skipped, where that was asked. */
  readonly success: boolean;
  readonly lines: readonly string[];
}

/** The files to try once more: those that failed, when they are few. */
export function triedAgain(ended: readonly Ended[]): string[] {
  const failed = ended.filter(({ success }) => !success);
  return failed.length <= MOST_TRIED_AGAIN ? failed.map(({ file }) => file) : [];
}

/**
 * Sums up a run. A test that failed `first` and passed `again` is told as flaky, with what it said.
 * `nothingLeftOut` says that a skipped test is a failure.
 */
export function summary(
  first: readonly Ended[],
  again: readonly Ended[],
  nothingLeftOut: boolean,
): Summary {
  const second = new Map(again.map((ended) => [ended.file, ended]));
  const last = first.map((ended) => second.get(ended.file) ?? ended);
  const count = (outcome: TestCase["outcome"]) =>
    last.flatMap(({ tests }) => tests).filter((test) => test.outcome === outcome).length;
  const [passed, skipped] = [count("passed"), count("skipped")];
  const failed = count("failed") + last.filter(isUnblamed).length;
  return {
    success: passed > 0 && failed === 0 && !(nothingLeftOut && skipped > 0),
    lines: [
      ...first.filter(({ success }) => !success)
        .flatMap((ended) => told(ended, second.get(ended.file)?.success ? "flaky" : "failed")),
      "",
      `${passed} passed, ${failed} failed, ${skipped} skipped`,
    ],
  };
}

function isUnblamed({ success, tests }: Ended): boolean {
  return !success && !tests.some(({ outcome }) => outcome === "failed");
}

function told(ended: Ended, what: string): string[] {
  if (isUnblamed(ended)) return [`${what}: ${ended.file}, for a reason that stands above`];
  return ended.tests.filter(({ outcome }) => outcome === "failed").map(({ name, said }) => {
    const over = said.length - MOST_SAID;
    const cut = over > 0 ? `${said.slice(0, MOST_SAID)} [${over} characters more]` : said;
    return `${what}: ${ended.file}: ${name}\n${cut.replaceAll(/^/gm, "    ")}`;
  });
}
