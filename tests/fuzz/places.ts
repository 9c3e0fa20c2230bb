/**
 * Where Schemathesis is, which fuzzes the JSON surface.
 *
 * @module
 */

/** Its version; the packages it needs are pinned in `requirements.txt`. */
export const SCHEMATHESIS_VERSION = "4.32.5";

const home = Deno.env.get("HOME") ?? "/";
const cache = `${Deno.env.get("XDG_CACHE_HOME") || `${home}/.cache`}/pagetap`;

/** Its virtual environment. */
export const VENV = `${cache}/schemathesis-${SCHEMATHESIS_VERSION}`;
/** Its program. */
export const SCHEMATHESIS = `${VENV}/bin/schemathesis`;

/** Whether it is installed. */
export function hasSchemathesis(): boolean {
  try {
    return Deno.statSync(SCHEMATHESIS).isFile;
  } catch {
    return false;
  }
}
