/**
 * Whether a tab or a frame runs scripts for us.
 *
 * @module
 */
import { send } from "./commands.ts";
import type { Live } from "./live.ts";

/**
 * Asks it, for `timeoutMs` milliseconds at most.
 *
 * @throws The signal's reason, when it aborts first.
 */
export async function answers(
  live: Live,
  context: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  return await send(live.connection, "script.evaluate", {
    expression: "1",
    awaitPromise: false,
    target: { context, sandbox: "pagetap" },
  }, { timeoutMs, ...(signal && { signal }) }).then(() => true, () => {
    signal?.throwIfAborted();
    return false;
  });
}
