/**
 * The end of a session on a Grid.
 *
 * @module
 */
import type { GridClient, Question } from "./client.ts";
import type { Time } from "./time.ts";

/**
 * Milliseconds that a try may take. A machine that is busy takes seconds; a request that is given up leaves
 * the slot taken, even when the browser has ended by it (seen in Selenium 4.48).
 */
const TRY_MS = 15_000;

/** Milliseconds before the second try. */
const PAUSE_MS = 500;

/** Milliseconds between tries while the Grid does not answer, and tries at most: half an hour's worth. */
const AGAIN_MS = 5_000;
const MAX_TRIES = 360;

/** Milliseconds that a node may take to give up a dead driver: 20 s each, one after another. */
const LET_GO_MS = 60_000;

/** What ending a session needs. */
export interface EndSession {
  /** Speaks to the Grid. */
  readonly client: GridClient;
  /** What it waits by. */
  readonly time: Time;
  /** The URL of the node that is listed with a session; null when none is, or nothing is known. */
  readonly nodeOf: (id: string) => Promise<string | null>;
  /** Aborts when nobody waits for a Grid that does not answer any more. */
  readonly closing: AbortSignal;
}

/**
 * Ends a session, however long the Grid is out of reach. What the Grid cannot end is ended at its node, where that can
 * be reached: a hub that was started again no longer knows the sessions it still lists, and a session whose
 * driver is dead cannot be told to end but only be let go of. Never throws: what is left is ended by the
 * Grid once its time is up.
 */
export async function endSession(
  id: string,
  { client, time, nodeOf, closing }: EndSession,
): Promise<void> {
  const path = `/session/${id}`;
  let status = await deleted(client, { path });
  if (status === null || status >= 500) {
    await time.sleep(PAUSE_MS);
    status = await deleted(client, { path });
  }
  for (let tries = 2; status === null && tries < MAX_TRIES && !closing.aborted; tries++) {
    await time.sleep(AGAIN_MS, closing).catch(() => {});
    status = await deleted(client, { path });
  }
  if (status === null || (status < 500 && status !== 404)) return;
  const node = await nodeOf(id);
  if (node === null) return;
  if (status === 404) await deleted(client, { path, node });
  else await deleted(client, { path: `/se/grid/node${path}`, node, timeoutMs: LET_GO_MS });
}

/** What a proxy answers when the Grid behind it does not. */
const NO_GRID = [502, 503, 504];

/** The HTTP status of the Grid's answer; null when there was none. */
async function deleted(
  client: GridClient,
  what: Omit<Question, "method">,
): Promise<number | null> {
  try {
    const { status } = await client.ask({ timeoutMs: TRY_MS, ...what, method: "DELETE" });
    return NO_GRID.includes(status) ? null : status;
  } catch {
    return null;
  }
}
