/**
 * The end of a session on a Grid.
 *
 * @module
 */
import type { GridClient, Question } from "./client.ts";
import type { Time } from "./time.ts";

/** Milliseconds that each of the two tries may take; with the pause between them under 10 s. */
const TRY_MS = 4_500;

/** Milliseconds between them. */
const PAUSE_MS = 500;

/** Milliseconds of waiting for a node that gives up a dead driver: it takes 12 s, whoever waits. */
const LET_GO_MS = 500;

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
 * Ends a session, trying twice, within 10 s. What the Grid cannot end is ended at its node, where that can
 * be reached: a hub that was started again no longer knows the sessions it still lists, and a session whose
 * driver is dead cannot be told to end but only be let go of. Never throws: what is left is ended by the
 * Grid once its time is up.
 */
export async function endSession(id: string, { client, time, nodeOf }: EndSession): Promise<void> {
  const path = `/session/${id}`;
  let status = await deleted(client, { path });
  if (status === null || status >= 500) {
    await time.sleep(PAUSE_MS);
    status = await deleted(client, { path });
  }
  if (status === null || (status < 500 && status !== 404)) return;
  const node = await nodeOf(id);
  if (node === null) return;
  if (status === 404) await deleted(client, { path, node });
  else await deleted(client, { path: `/se/grid/node${path}`, node, timeoutMs: LET_GO_MS });
}

/** The HTTP status of the answer; null when there was none. */
async function deleted(
  client: GridClient,
  what: Omit<Question, "method">,
): Promise<number | null> {
  try {
    return (await client.ask({ timeoutMs: TRY_MS, ...what, method: "DELETE" })).status;
  } catch {
    return null;
  }
}
