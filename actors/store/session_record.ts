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
  const driven = live?.tabs.driven?.context;
  if (live === null || lease === undefined || driven === undefined) return null;
  const { browser, collector, visited } = live;
  const { ticket, timeoutMs } = lease;
  return { browser, ticket, timeoutMs, driven, collector, calledAt, origins: visited.newestFirst };
}
