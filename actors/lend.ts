/**
 * What a workspace lends the actions that run in its browser, by asking the workspace.
 *
 * @module
 */
import type { PageWorkspace } from "../page/workspace.ts";
import type { WorkspaceRef } from "./workspace_messages.ts";

/** Milliseconds a workspace may take to answer; it does so at once. */
const ASK_MS = 5_000;

/** Makes what one call is lent. */
export function lend(workspace: WorkspaceRef): PageWorkspace {
  return {
    mask: (secret) =>
      workspace.ask<void>((reply) => ({ kind: "mask", secret, reply }), { timeoutMs: ASK_MS }),
  };
}
