/**
 * What is kept of a live session.
 *
 * @module
 */
import type { Live } from "../live.ts";
import type { SessionRecord } from "./record.ts";

/** The record of a session on a Grid; null for one that ends with this process, or none. */
export function sessionRecord(live: Live | null, calledAt: number): SessionRecord | null {
  const lease = live?.session.lease;
  const tab = live?.tabs.driven;
  if (live === null || lease === undefined || !tab) return null;
  const { browser, collector, visited, tabs } = live;
  const { ticket, timeoutMs } = lease;
  const { context: driven, frames } = tab;
  const ids = { driven, tabs: tabs.count, frames };
  return { browser, ticket, timeoutMs, ...ids, collector, calledAt, origins: visited.newestFirst };
}
