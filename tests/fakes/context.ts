/** What a row runs with, for a caller who may do everything. @module */
import { ActionError } from "../../actors/action_error.ts";
import type { CallContext } from "../../http/action.ts";
import { ACTIONS } from "../../http/actions/table.ts";
import { EVERYTHING } from "../../http/door/access.ts";
import { DiskUse } from "../../actors/store/disk_use.ts";
import { FlowStore } from "../../http/flows/store.ts";
import { SCRATCH } from "./scratch.ts";

/** Makes one; `invoke` refuses, unless a test says what it answers. */
export function fakeContext(over: Partial<CallContext> = {}): CallContext {
  return {
    signal: new AbortController().signal,
    access: EVERYTHING,
    flows: new FlowStore(SCRATCH, new DiskUse(SCRATCH)),
    rows: new Map(ACTIONS.map((row) => [row.name, row])),
    invoke: () => Promise.reject(new ActionError(500, "nothing is invoked here")),
    ...over,
  };
}
