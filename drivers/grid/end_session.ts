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

/**
 * Ends a session, trying twice, within 10 s. Never throws: what cannot be told to end is ended by the
 * Grid once its time is up.
 */
export async function endSession(client: GridClient, id: string, time: Time): Promise<void> {
  if (await deleted(client, id)) return;
  await time.sleep(PAUSE_MS);
  await deleted(client, id);
}

/** Whether the Grid has taken it, or no longer knows the session. */
async function deleted(client: GridClient, id: string): Promise<boolean> {
  try {
    const path = `/session/${id}`;
    const { status } = await client.ask({ method: "DELETE", path, timeoutMs: TRY_MS });
    return status < 500;
  } catch {
    return false;
  }
}
