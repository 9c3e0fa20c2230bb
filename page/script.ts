/**
 * A caller's own script as a function declaration of the page's realm, and what can be wrong with one before
 * it runs.
 *
 * @module
 */
import { cut } from "./cut.ts";
import { PageError } from "./page.ts";

/** How much of what a script threw is told. */
const MAX_THROWN = 500;

/**
 * The declaration of a function that takes the script's arguments and runs `run(script, args, mark)`: `run` is
 * the text of a function, `script` the caller's as an async function, and `mark` a stack taken in the line
 * before the script's first.
 */
export function scriptDeclaration(script: string, run: string): string {
  // A comment at the script's end must not hide the bracket.
  return `(...args) => { const mark = new Error().stack, script = async function () {
${script}
}; return (${run})(script, args, mark); }`;
}

/**
 * The error of a script that the browser would not run: what is thrown while one runs is caught in the page,
 * so `text`, the browser's own, is of before.
 */
export function unparsed(text: string): PageError {
  return new PageError(400, `The script cannot be run: ${cut(text, MAX_THROWN)}`);
}
