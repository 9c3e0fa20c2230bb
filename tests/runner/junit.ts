/**
 * Reads the results that `deno test --junit-path` writes.
 *
 * @module
 */

/** How a test ended; one that an uncaught error cancelled has failed. */
export type Outcome = "passed" | "failed" | "skipped";

/** One test, or one step of a test. */
export interface TestCase {
  readonly name: string;
  readonly outcome: Outcome;
  /** What it said when it failed: the error and where it was thrown. */
  readonly said: string;
}

/** Each test in a results file, in its order. */
export function readJunit(xml: string): TestCase[] {
  return xml.matchAll(/<testcase\b([^>]*)>([^]*?)<\/testcase>/g)
    .map(([, head = "", body = ""]) => {
      const failure = /<(?:failure|error)\b([^>]*?)(?:\/>|>([^<]*)<)/.exec(body);
      return {
        name: attribute(head, "name"),
        outcome: failure ? "failed" as const : body.includes("<skipped") ? "skipped" : "passed",
        said: failure ? unescaped(failure[2] ?? attribute(failure[1] ?? "", "message")) : "",
      } satisfies TestCase;
    })
    .toArray();
}

function attribute(head: string, name: string): string {
  return unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(head)?.[1] ?? "");
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function unescaped(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
