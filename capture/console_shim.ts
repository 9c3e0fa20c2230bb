/**
 * A script for Chrome's pages that keeps console calls its driver would lose or empty: an error
 * (printed as `error`), a format whose arguments are too few or too many, a call without arguments,
 * a string that is not well-formed, an object that is too deep or has a getter that throws.
 *
 * What it does to a call it does on copies: the page's console receives, in place of such
 * arguments, {@linkcode SHIM_MARK} and the line's pieces. All other calls go through untouched.
 *
 * - It never throws into the page; when it cannot help, the call goes on as the page made it.
 * - It runs no getter that the driver would not run, and none more often: objects are looked at
 *   through their descriptors, and only one with a getter is copied by running it, once. A Proxy
 *   among the arguments has its `getPrototypeOf`, `ownKeys` and `getOwnPropertyDescriptor` traps
 *   run, because nothing tells it from an object.
 *   An error's stack is asked of the engine, which may run the error's own `name` and `message`.
 * - `name`, `length`, further properties and property flags of the functions stay. Their source
 *   reads `function () { [native code] }`.
 *
 * Workers are out of its reach.
 *
 * @module
 */
import type { StackFrame } from "../bidi/protocol.ts";
import { installConsoleShim } from "./console_shim_page.ts";
import { SHIM_MARK } from "./shim_mark.ts";

/** What the stack frames of the shim have as their URL. */
export const SHIM_URL = "pagetap:console";

/** The function declaration for `script.addPreloadScript` in the page's own realm. */
export const CONSOLE_SHIM: string = `() => {
(${installConsoleShim.toString()})(${JSON.stringify(SHIM_MARK)});
//# sourceURL=${SHIM_URL}
}`;

/** Whether a stack frame is the shim's own; such frames are left out of an entry's stack. */
export function isShimFrame(frame: StackFrame): boolean {
  return frame.url === SHIM_URL;
}
