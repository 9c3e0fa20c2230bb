/**
 * `assert`: a caller's own script that must become true, and stay so.
 *
 * @module
 */
import { CommandTimeoutError } from "../bidi/command_errors.ts";
import type { AssertArgs } from "./args.ts";
import { cut } from "./cut.ts";
import { busy, documentLeft, explain, seconds } from "./explain.ts";
import { type PollBounds, type Polled, pollScript } from "./in_page/poll_script.ts";
import { runScript } from "./in_page/run_script.ts";
import { type Page, PageError } from "./page.ts";
import { toLocalValue } from "./remote_value.ts";
import { polledOf, scriptDeclaration, unparsed } from "./script.ts";

/** What `assert` answers when the script became true; else it is an error. */
export interface AssertResult {
  /** Always so. */
  readonly passed: true;
  /** Milliseconds until it had been true for long enough. */
  readonly waited_ms: number;
}

/** Milliseconds one command polls for. */
const SLICE_MS = 1_000;

/** Milliseconds a busy page may keep the script waiting besides. */
const GRACE_MS = 5_000;

/** Milliseconds between two attempts while one document makes room for the next, or a page ends a slice at once. */
const RETRY_MS = 50;

/** How much is told of what the script gave. */
const MAX_SHOWN = 300;

/**
 * Waits until the script is true, as `if` takes it, and stays so for `stable_for` seconds. A script that
 * throws is not true yet. A document that is followed by another is asked anew, and has not held before.
 *
 * @throws {PageError} 400 it does not parse, or the page changes what it gives; 504 it did not become true, or did not stay so, with what it gave
 * the last time
 */
export async function assert(page: Page, args: AssertArgs): Promise<AssertResult> {
  const { wait_timeout, stable_for = 0 } = args;
  const totalMs = wait_timeout === undefined ? page.waitTimeoutMs : wait_timeout * 1_000;
  const stableMs = stable_for * 1_000;
  const began = page.now();
  let last: Polled | null = null;
  for (;;) {
    const asked = page.now();
    const waitMs = Math.max(0, began + totalMs - asked);
    const before: PollBounds["before"] = last && held(last);
    const polled = await poll(page, args, { waitMs, stableMs, sliceMs: SLICE_MS, before });
    if (polled?.met) return { passed: true, waited_ms: Math.round(page.now() - began) };
    last = polled ?? last;
    const now = page.now();
    // A script that holds is given until it has held for long enough, but a page may say so for ever.
    const holds = polled !== null && polled.heldMs !== null;
    if (now - began >= (holds ? totalMs + stableMs + GRACE_MS : totalMs)) {
      throw failed(args, { totalMs, stableMs, last });
    }
    if (polled === null || now - asked < RETRY_MS) await page.sleep(RETRY_MS);
  }
}

/** Without what the script gave, which may be long. */
function held({ heldMs, longestMs, page }: Polled): PollBounds["before"] {
  return { heldMs, longestMs, page };
}

/** One slice; null when its document went away. */
async function poll(
  page: Page,
  { script, args = [] }: AssertArgs,
  bounds: PollBounds,
): Promise<Polled | null> {
  const run = `(script, args, mark) =>
(${pollScript})(script, args, mark, ${JSON.stringify(bounds)}, ${runScript})`;
  const timeoutMs = bounds.waitMs + bounds.stableMs + GRACE_MS;
  try {
    const result = await page.send("script.callFunction", {
      functionDeclaration: scriptDeclaration(script, run),
      awaitPromise: true,
      target: { context: page.context },
      arguments: args.map((arg) => toLocalValue(arg)),
    }, { timeoutMs });
    if (result.type === "exception") throw unparsed(result.exceptionDetails.text);
    return polledOf(result.result);
  } catch (error) {
    if (error instanceof CommandTimeoutError) throw busy(timeoutMs);
    if (documentLeft(error)) return null;
    throw explain(error);
  }
}

function failed(
  { message }: AssertArgs,
  { totalMs, stableMs, last }: { totalMs: number; stableMs: number; last: Polled | null },
): PageError {
  const longestMs = last?.longestMs ?? null;
  const what = longestMs === null
    ? `did not become true within ${seconds(totalMs)}`
    : `did not stay true for ${seconds(stableMs)}, but for ${seconds(longestMs)} at most`;
  const script = message === undefined ? "The script" : `${message}: the script`;
  return new PageError(504, `${script} ${what}; ${lastly(last?.last ?? null)}`);
}

function lastly(last: Polled["last"]): string {
  if (last === null) return "it has not returned";
  if ("thrown" in last) {
    const where = last.line === null ? "" : ` in line ${last.line}`;
    return `the last time it threw${where}: ${cut(last.thrown, MAX_SHOWN)}`;
  }
  return `the last time it gave ${cut(JSON.stringify(last.value), MAX_SHOWN)}`;
}
