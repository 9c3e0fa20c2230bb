/**
 * Processes that are not our own children, known by their process id alone.
 *
 * @module
 */
import { delay } from "@std/async";

/** Milliseconds between two looks at a process. */
const LOOK_MS = 50;

/**
 * Whether the process runs; one that has ended and waits to be reaped does not. Null when this
 * process may not look: under least permissions Deno shows neither `/proc` nor another's signals.
 */
export function isAlive(pid: number): boolean | null {
  if (Deno.build.os === "linux") {
    try {
      const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
      // The name stands in parentheses and may hold anything; the state follows the last one.
      return !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(")")));
    } catch (error) {
      if (!(error instanceof Deno.errors.NotCapable)) return false;
    }
  }
  try {
    Deno.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Deno.errors.NotCapable ? null : false;
  }
}

/**
 * Waits until the process is gone, `timeoutMs` milliseconds at most; says whether it is, as far as
 * this process may know.
 */
export async function isGone(pid: number, timeoutMs: number): Promise<boolean> {
  for (let waited = 0; isAlive(pid) === true; waited += LOOK_MS) {
    if (waited >= timeoutMs) return false;
    await delay(LOOK_MS);
  }
  return true;
}

/** Kills the process; does nothing when it is gone. */
export function kill(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // It is gone, or not ours to kill.
  }
}
