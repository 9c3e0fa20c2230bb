/**
 * Profile folders: one for each browser, in the system's folder for temporary files, removed when
 * the browser is given back.
 *
 * @module
 */
import { delay } from "@std/async";
import { type BrowserName, DriverError } from "./driver.ts";

/** Tries to remove a folder that a dying browser still writes to, 100 ms apart. */
const REMOVE_TRIES = 20;

/**
 * Makes an empty profile folder.
 *
 * @throws {DriverError} when the folder for temporary files takes none
 */
export async function makeProfile(browser: BrowserName): Promise<string> {
  try {
    return await Deno.makeTempDir({ prefix: `pagetap-${browser}-` });
  } catch {
    throw new DriverError("Cannot make a profile folder: the temporary folder is not writable");
  }
}

/** Removes a profile folder of a browser that has ended; never throws. */
export async function removeProfile(profile: string): Promise<void> {
  await removeSocketFolder(profile);
  for (let tries = 0; tries < REMOVE_TRIES; tries++) {
    try {
      await Deno.remove(profile, { recursive: true });
      return;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return;
      await delay(100);
    }
  }
}

/** A killed Chrome leaves the folder of its singleton socket, which only the profile names. */
async function removeSocketFolder(profile: string): Promise<void> {
  try {
    const socket = await Deno.readLink(`${profile}/SingletonSocket`);
    const folder = socket.slice(0, socket.lastIndexOf("/"));
    if (/\/[^/]*Chrom[^/]*$/.test(folder)) await Deno.remove(folder, { recursive: true });
  } catch {
    // There is none: not a Chrome, or one that ended in order.
  }
}
