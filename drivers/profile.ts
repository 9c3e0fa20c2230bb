/**
 * Profile folders: one for each browser, in the system's folder for temporary files, removed when
 * the browser is given back; and folders of that kind for what ends with the server.
 *
 * @module
 */
import { delay } from "@std/async";
import { type BrowserName, DriverError } from "./driver.ts";
import type { Ledger } from "./ledger.ts";

/** The path of a profile folder, which Deno ends with random hexadecimal digits. */
export const PROFILE_PATH = /^\/.*\/pagetap-(chrome|firefox|data)-[0-9a-f]{8,}$/s;

/** Tries to remove a folder that a dying browser still writes to, 100 ms apart. */
const REMOVE_TRIES = 20;

/**
 * Makes an empty profile folder and writes it down.
 *
 * @param group The process group its browser will run in, where it is known before.
 * @throws {DriverError} when the folder for temporary files takes none
 */
export function makeProfile(
  browser: BrowserName | "data",
  ledger: Ledger,
  group: number | null = null,
): string {
  try {
    const profile = Deno.makeTempDirSync({ prefix: `pagetap-${browser}-` });
    ledger.add({ mark: profile, group });
    return profile;
  } catch {
    throw new DriverError("Cannot make a profile folder: the temporary folder is not writable");
  }
}

/**
 * Removes a profile folder of a browser that has ended, and strikes it out; says whether it is gone.
 * Never throws.
 */
export async function removeProfile(profile: string, ledger: Ledger): Promise<boolean> {
  await removeSocketFolder(profile);
  for (let tries = 0; tries < REMOVE_TRIES; tries++) {
    try {
      await Deno.remove(profile, { recursive: true });
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) {
        await delay(100);
        continue;
      }
    }
    ledger.remove(profile);
    return true;
  }
  return false;
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
