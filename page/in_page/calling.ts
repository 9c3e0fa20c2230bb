/**
 * A script that is a function called, as whoever wrote it means it. Runs in the page's own realm.
 *
 * @module
 */

/** A caller's script: gives what it came to. */
export type Script = (...args: unknown[]) => Promise<unknown>;

/**
 * The script whose value is that of `given`, an expression; or what it gives, when all that is written there is a
 * function. A function that is only the value, as of `window.f = () => 1`, is not called. Self-contained: it is sent
 * to the browser as text.
 *
 * @param around the source of a regular expression: what may be written before and after such a function
 */
export function calling(given: Script, around: string): Script {
  const source = String(given);
  const only = new RegExp(`^${around}$`);
  return async (...args) => {
    const value = await given.apply(globalThis, args);
    if (typeof value !== "function") return value;
    const text = String(value);
    const written = source.slice(source.indexOf("\n"), source.lastIndexOf("\n"));
    const at = written.indexOf(text);
    const whole = at >= 0 && !/^class\b/.test(text) && only.test(written.slice(0, at)) &&
      only.test(written.slice(at + text.length));
    return whole ? await value.apply(globalThis, args) : value;
  };
}
