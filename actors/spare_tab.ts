/**
 * Tabs of our own in a live browser: they are hidden before the browser can tell of them.
 *
 * @module
 */
import { CommandTimeoutError } from "../bidi/command_errors.ts";
import type { SpareTab } from "../page/spare_tab.ts";
import { send } from "./commands.ts";
import type { ConnectionRef } from "./connection.ts";
import { withTimeout } from "./core/wait.ts";
import { listen, type ListenWith } from "./listen.ts";

/** Milliseconds a tab is waited for. */
const OPEN_MS = 5_000;
/** Milliseconds in which one that came too late is still known for ours, and closed. */
const LATE_MS = 30_000;

/**
 * Opens one in the back.
 *
 * @throws {BidiError} the browser would not
 * @throws {CommandTimeoutError} it has not in time
 * @throws The signal's reason, when it aborts first.
 */
export async function openSpareTab(
  connection: ConnectionRef,
  ears: ListenWith,
  signal: AbortSignal,
): Promise<SpareTab> {
  const method = "browsingContext.create";
  const params = { type: "tab", background: true } as const;
  const made = send(connection, method, params, { timeoutMs: LATE_MS, hidden: true });
  const late = () => new CommandTimeoutError(method, OPEN_MS);
  const { clock } = ears.system;
  const { context } = await withTimeout(clock, made, OPEN_MS, late, signal).catch((error) => {
    void made.then((tab) => close(connection, tab.context), () => {});
    throw error;
  });
  let open = true;
  return {
    context,
    listen: (events, heard) =>
      listen(connection, { events, contexts: [context], heard, hidden: true }, ears, { signal }),
    async [Symbol.asyncDispose]() {
      if (open) await close(connection, context);
      open = false;
    },
  };
}

/** One that cannot be closed stays hidden. */
async function close(connection: ConnectionRef, context: string): Promise<void> {
  await send(connection, "browsingContext.close", { context }).catch(() => {});
}
