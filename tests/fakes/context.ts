/** What a row runs with, for a caller who may do everything. @module */
import { ActionError } from "../../actors/action_error.ts";
import type { CallContext } from "../../http/action.ts";
import { EVERYTHING } from "../../http/door/access.ts";

/** Makes one; `invoke` refuses, unless a test says what it answers. */
export function fakeContext(over: Partial<CallContext> = {}): CallContext {
  return {
    signal: new AbortController().signal,
    access: EVERYTHING,
    invoke: () => Promise.reject(new ActionError(500, "nothing is invoked here")),
    ...over,
  };
}
