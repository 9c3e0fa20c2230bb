/**
 * What a session on a Grid is found by again, in this process or a later one.
 *
 * @module
 */

/** What a ticket says. */
export interface Ticket {
  /** The Grid's address, without user and password. */
  readonly grid: string;
  /** The session's id. */
  readonly session: string;
}

/** The text of a ticket. */
export function writeTicket({ grid, session }: Ticket): string {
  return JSON.stringify({ grid, session });
}

/** What the text of a ticket says; null when it is none. */
export function readTicket(text: string): Ticket | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const { grid, session } = (parsed ?? {}) as { grid?: unknown; session?: unknown };
  return typeof grid === "string" && isSessionId(session) ? { grid, session } : null;
}

/** Whether it can be a session's id, and so a part of a path. */
export function isSessionId(id: unknown): id is string {
  return typeof id === "string" && /^[\w-]{1,128}$/.test(id);
}
