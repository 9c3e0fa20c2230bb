/**
 * A caller's own script as a function declaration of the page's realm, and what can be wrong with one before
 * it runs.
 *
 * @module
 */
import { cut } from "./cut.ts";
import { calling } from "./in_page/calling.ts";
import { PageError } from "./page.ts";

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
 * so `text`, the browser's own, is of before.
 */
export function unparsed(text: string): PageError {
  return new PageError(400, `The script cannot be run: ${cut(text, MAX_THROWN)}`);
}
