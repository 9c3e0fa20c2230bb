/**
 * The tab that a new session begins with.
 *
 * @module
 */
import type { ContextInfo } from "../bidi/protocol.ts";
import type { Session } from "../drivers/driver.ts";
import { ActionError } from "./action_error.ts";
import { send, type SendOptions } from "./commands.ts";
import type { ConnectionRef } from "./connection.ts";

/**
 * The top-level contexts as a session begins, the tab to be driven first. A Firefox that no geckodriver has
 * started keeps the focus in its address bar, where no key presses a button and no `autofocus` counts: its
 * first tab is left for another, which has it.
 *
 * @throws {ActionError} 503 there is no tab
 * @throws {BidiError} the browser refused it
 */
export async function firstTab(
  { browser, newSession }: Session,
  connection: ConnectionRef,
  bounds: SendOptions,
): Promise<readonly [ContextInfo, ...ContextInfo[]]> {
  const { contexts: [first, ...others] } = await send(
    connection,
    "browsingContext.getTree",
    {},
    bounds,
  );
  if (first === undefined) {
    throw new ActionError(503, `${browser} started without a tab: open the session again`);
  }
  if (browser !== "firefox" || newSession === null) return [first, ...others];
  const { context } = await send(connection, "browsingContext.create", { type: "tab" }, bounds);
  await send(connection, "browsingContext.close", { context: first.context }, bounds);
  return [{ ...first, context }, ...others];
}
