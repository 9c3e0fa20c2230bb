/**
 * `end_browser` as a call: it causes nothing, but what earlier calls caused late is told with it.
 *
 * @module
 */
import { windowOf } from "./call_windows.ts";
import type { CallResult } from "./service.ts";
import type { WorkspaceRef } from "./workspace_messages.ts";

/** Answers once `emptied` resolves: the browser has been given back. */
export async function endedCall(
  workspace: WorkspaceRef,
  emptied: Promise<unknown>,
): Promise<CallResult> {
  const window = windowOf(workspace);
  await emptied;
  const call = await window.open("look");
  const page = await window.close(call, false);
  return { call, ended: true, ...(page && { page }) };
}
