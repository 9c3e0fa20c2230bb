/**
 * A caller's own script as a function declaration of the page's realm, and what can be wrong with one before
 * it runs.
 *
 * @module
 */
import type { RemoteValue } from "../bidi/protocol.ts";
import { cut } from "./cut.ts";
import { calling } from "./in_page/calling.ts";
import type { Polled } from "./in_page/poll_script.ts";
import type { ScriptOutcome } from "./in_page/run_script.ts";
import { PageError } from "./page.ts";
import { fromRemoteValue } from "./remote_value.ts";

/** How much of what a script threw is told. */
const MAX_THROWN = 500;

/** Never called: only its parser is used. */
const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

/** What may stand around a function that is all of a script, besides brackets. */
const AROUND = String.raw`(?:[\s;()]|//.*(?=\n|$)|/\*(?:[^*]|\*(?!/))*\*/)*`;

/**
 * The declaration of a function that takes the script's arguments and runs `run(script, args, mark)`: `run` is
 * the text of a function, `script` the caller's as an async function, and `mark` a stack taken in the line
 * before the script's first.
 *
 * A script that is one expression gives its value; if it is a function, written out, what that gives.
 */
export function scriptDeclaration(script: string, run: string): string {
  const expression = script.replace(/[\s;]+$/, "");
  // A comment at the script's end must not hide the bracket.
  if (!isExpression(expression)) {
    return `(...args) => { const mark = new Error().stack, script = async function () {
${script}
}; return (${run})(script, args, mark); }`;
  }
  return `(...args) => { const mark = new Error().stack, given = async function () { return (
${expression}
); }, script = (${calling})(given, ${JSON.stringify(AROUND)});
return (${run})(script, args, mark); }`;
}

/** Whether a script is an expression as a whole, as `{a: 1}` is: between brackets of both kinds, so that it closes none. */
function isExpression(script: string): boolean {
  return [`return (\n${script}\n)`, `return [\n${script}\n]`].every((body) => {
    try {
      new AsyncFunction(body);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * The error of a script that the browser would not run: what is thrown while one runs is caught in the page,
 * so `text`, the browser's own, is of before, or of what catches it, which runs among the page's own globals.
 */
export function unparsed(text: string): PageError {
  const whose = /^(?:Uncaught )?SyntaxError\b/.test(text)
    ? ""
    : "; the script itself threw nothing: the page may have changed the objects that all scripts are made of, " +
      "such as Array.prototype, so read it with outline or extract";
  return new PageError(400, `The script cannot be run: ${cut(text, MAX_THROWN)}${whose}`);
}

/**
 * What `runScript` gave, looked at: it runs among the page's own globals, where a page can put anything in its place.
 *
 * @throws {PageError} 400 it is no outcome
 */
export function outcomeOf(result: RemoteValue): ScriptOutcome {
  const given = fromRemoteValue(result);
  if (!isOutcome(given)) throw changed();
  return given;
}

/**
 * What `pollScript` gave, looked at in the same way.
 *
 * @throws {PageError} 400 it is no such thing
 */
export function polledOf(result: RemoteValue): Polled {
  const given = fromRemoteValue(result);
  if (!isPolled(given)) throw changed();
  return given;
}

function isOutcome(given: unknown): given is ScriptOutcome {
  if (!isObject(given)) return false;
  const { thrown, line, value, truncated, title } = given;
  if (thrown !== undefined) return typeof thrown === "string" && isNumberOrNull(line);
  return value !== undefined && typeof truncated === "boolean" &&
    (title === null || typeof title === "string");
}

function isPolled(given: unknown): given is Polled {
  if (!isObject(given)) return false;
  const { met, last, heldMs, longestMs, page } = given;
  return typeof met === "boolean" && (last === null || isOutcome(last)) &&
    isNumberOrNull(heldMs) && isNumberOrNull(longestMs) && typeof page === "number";
}

function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === "object" && given !== null;
}

function isNumberOrNull(given: unknown): boolean {
  return given === null || typeof given === "number";
}

function changed(): PageError {
  return new PageError(
    400,
    "The page changes what a script gives: it has changed the objects that all scripts are made of, such as " +
      "Object.prototype; read it with outline or extract",
  );
}
