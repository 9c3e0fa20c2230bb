/**
 * `execute_script`: a caller's own script, in the page's realm, where the page's globals are.
 *
 * @module
 */
import { CommandTimeoutError } from "../bidi/command_errors.ts";
import type { EvaluateResult } from "../bidi/protocol.ts";
import type { ExecuteScriptArgs } from "./args.ts";
import { cut } from "./cut.ts";
import { documentLeft, explain, nodeLeft, seconds } from "./explain.ts";
import { finding, onElement, quote } from "./find.ts";
import { handOver } from "./in_page/hand_over.ts";
import { runScript } from "./in_page/run_script.ts";
import { type Page, PageError } from "./page.ts";
import { toLocalValue } from "./remote_value.ts";
import { outcomeOf, scriptDeclaration, unparsed } from "./script.ts";

/** Milliseconds a script may take when its call has no shorter time. */
const MAX_MS = 600_000;

/** How much of what a script threw is told. */
const MAX_THROWN = 500;

/** What `execute_script` answers. */
export interface ExecuteScriptResult {
  /** The value returned: JSON; what is no JSON in words, such as `<button id="buy">` or `[cycle]`. */
  readonly value: unknown;
  /** The document's title when the script had returned; absent when it could not be had. */
  readonly title?: string;
  /** Some of the value was left out, marked in it by an ellipsis. */
  readonly truncated?: true;
  /** The page went to another document before the script returned, so its value is lost. */
  readonly navigated?: true;
}

const RUN = String(runScript);
const ELEMENT = finding(handOver);

/**
 * Runs an expression, a function or the body of one, with `args`, before which the element of `ref` comes
 * when there is one.
 *
 * @throws {PageError} 400 it does not parse, it threw, the page changed what it gave, or there is no such element;
 * 504 it did not return in time
 */
export async function executeScript(
  page: Page,
  { script, ref, args = [], timeout }: ExecuteScriptArgs,
): Promise<ExecuteScriptResult> {
  const timeoutMs = timeout === undefined ? MAX_MS : Math.min(timeout * 1_000, MAX_MS);
  const { nodes } = ref === undefined
    ? { nodes: [] }
    : await onElement(page, ELEMENT, { ref }, null, { verb: "run the script with" });
  let result: EvaluateResult;
  try {
    result = await page.send("script.callFunction", {
      functionDeclaration: scriptDeclaration(script, RUN),
      awaitPromise: true,
      target: { context: page.context },
      arguments: [
        ...nodes.map((sharedId) => ({ sharedId })),
        ...args.map((arg) => toLocalValue(arg)),
      ],
    }, { timeoutMs });
  } catch (error) {
    if (error instanceof CommandTimeoutError) throw neverReturned(timeoutMs);
    if (documentLeft(error)) return { value: null, navigated: true };
    if (nodeLeft(error)) {
      throw new PageError(
        400,
        `Cannot run the script with ${quote({ ref })}: the page took it away meanwhile`,
      );
    }
    throw explain(error);
  }
  if (result.type === "exception") {
    throw unparsed(result.exceptionDetails.text);
  }
  const outcome = outcomeOf(result.result);
  if ("thrown" in outcome) throw threw(outcome.thrown, outcome.line);
  const { value, title, truncated } = outcome;
  return { value, ...title !== null && { title }, ...truncated && { truncated } };
}

function threw(text: string, line: number | null): PageError {
  const where = line === null ? "" : ` in line ${line}`;
  return new PageError(
    400,
    `The script threw${where}: ${cut(text, MAX_THROWN)}`,
  );
}

function neverReturned(timeoutMs: number): PageError {
  return new PageError(
    504,
    `The script did not return within ${seconds(timeoutMs)} and may still be running in the page`,
  );
}
