/**
 * The end of a session on a Grid.
 *
 * @module
 */
import type { GridClient } from "./client.ts";
import type { Time } from "./time.ts";

/** Milliseconds that each of the two tries may take; with the pause between them under 10 s. */
const TRY_MS = 4_500;

/** Milliseconds between them. */
const PAUSE_MS = 500;

/** What ending a session needs. */
export interface EndSession {
  /** Speaks to the Grid. */
  readonly client: GridClient;
  /** What it waits by. */
  readonly time: Time;
  /** The URL of the node that is listed with a session; null when none is, or nothing is known. */
  readonly nodeOf: (id: string) => Promise<string | null>;
}

/**
 * Ends a session, trying twice, within 10 s. A hub that was started again no longer knows the sessions it
 * still lists: such a one is ended at its node, where that can be reached. Never throws: what cannot be
 * told to end is ended by the Grid once its time is up.
 */
export async function endSession(id: string, { client, time, nodeOf }: EndSession): Promise<void> {
  let status = await deleted(client, id);
  if (status === null || status >= 500) {
    await time.sleep(PAUSE_MS);
    status = await deleted(client, id);
  }
  if (status !== 404) return;
  const node = await nodeOf(id);
  if (node !== null) await deleted(client, id, node);
}

/** The HTTP status of the answer; null when there was none. */
async function deleted(client: GridClient, id: string, node?: string): Promise<number | null> {
  try {
    const at = { path: `/session/${id}`, ...(node !== undefined && { node }) };
    const { status } = await client.ask({ ...at, method: "DELETE", timeoutMs: TRY_MS });
    return status;
  } catch {
    return null;
  }
}
