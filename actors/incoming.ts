/**
 * Where a browser puts what it downloads: a folder of the workspace's, or on a Grid its node's.
 *
 * @module
 */
import { DriverError, type NodeDownloads, type Session } from "../drivers/driver.ts";
import { type Incoming, MAX_FILE_BYTES, type PageFiles } from "../page/files.ts";
import { ActionError } from "./action_error.ts";
import { tooLarge } from "./store/files.ts";

/**
 * It, empty.
 *
 * @throws {ActionError} 503 the browser is on a Grid that hands nothing out
 */
export async function incomingOf(
  { downloads }: Session,
  files: PageFiles,
  signal: AbortSignal,
): Promise<Incoming> {
  return downloads === undefined ? await files.incoming() : await onNode(downloads, files, signal);
}

async function onNode(
  downloads: NodeDownloads,
  files: PageFiles,
  signal: AbortSignal,
): Promise<Incoming> {
  await told(() => downloads.clear(signal));
  const sizes = () => told(() => downloads.sizes(signal));
  return {
    path: null,
    bytes: async () => [...(await sizes()).values()].reduce((sum, size) => sum + size, 0),
    keep: async (arrived, file) => {
      if (((await sizes()).get(arrived) ?? 0) > MAX_FILE_BYTES) throw tooLarge(arrived);
      return await files.save(file, await told(() => downloads.read(arrived, signal)));
    },
    // How much of it there is would be asked of a whole Grid, and nothing there could stop it.
    giveUp: () => {},
    // Whoever left waits for nothing; what stays there goes with the session.
    [Symbol.asyncDispose]: async () => await downloads.clear().catch(() => {}),
  };
}

/** What a driver cannot do is for the caller. */
async function told<R>(ask: () => Promise<R>): Promise<R> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof DriverError ? new ActionError(503, error.message) : error;
  }
}
