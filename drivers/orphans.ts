/**
 * Ends what a killed server has left on this machine: browsers, drivers, profile folders. Only what its
 * ledger names, and only where a process of the group written down still has the mark in its command line.
 *
 * @module
 */
import { delay } from "@std/async";
import { isProfile, NO_LEDGER, parseLedger, removeLedger, type Started } from "./ledger.ts";
import { killGroup, listProcesses, type Process } from "./processes.ts";
import { removeProfile } from "./profile.ts";

/** Milliseconds killed processes may take to go. */
const GONE_MS = 2_000;

/** Milliseconds between two looks. */
const LOOK_MS = 50;

/** Bytes of a ledger: some thousand entries, where a server has a few. */
const MAX_LEDGER_BYTES = 1_048_576;

/** What was found and done. */
export interface OrphansEnded {
  /** Process groups that were killed: a browser's, or a driver's with all its browsers. */
  readonly groups: number;
  /** Profile folders that were removed. */
  readonly folders: number;
  /** Why something had to be left, in words for the log; null when nothing was. */
  readonly left: string | null;
}

const NOTHING: OrphansEnded = { groups: 0, folders: 0, left: null };

/**
 * Ends what the ledgers in `folder` name whose server no longer runs, and removes those that are done
 * with. Does nothing on Windows. Never throws.
 */
export async function endOrphans(folder: string): Promise<OrphansEnded> {
  if (Deno.build.os === "windows") return NOTHING;
  const ended = { ...NOTHING };
  for (const path of ledgers(folder)) {
    let lock: Deno.FsFile | null = null;
    try {
      lock = takeLock(`${path}.lock`);
      if (lock === null) continue;
      await endStarted(readLedger(`${path}.json`), ended);
      removeLedger(path);
    } catch (error) {
      ended.left = reason(error);
    } finally {
      lock?.close();
    }
  }
  return ended;
}

/** The ledgers there are, without their suffix. */
function ledgers(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].flatMap(({ name }) =>
      name.endsWith(".lock") ? [`${folder}/${name.slice(0, -".lock".length)}`] : []
    );
  } catch {
    return [];
  }
}

/**
 * The lock of a ledger that is ours and whose server has ended; else null.
 *
 * @throws {Deno.errors.NotCapable} this process may not look
 */
function takeLock(path: string): Deno.FsFile | null {
  try {
    if (!isOurs(path)) return null;
    const file = Deno.openSync(path, { write: true });
    if (file.tryLockSync(true)) return file;
    file.close();
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    // Another server has just removed it, or it is not ours to open.
  }
  return null;
}

/** What a ledger names; nothing when it was not written, or not by us. */
function readLedger(path: string): readonly Started[] {
  try {
    if (!isOurs(path) || Deno.statSync(path).size > MAX_LEDGER_BYTES) return [];
    return parseLedger(Deno.readTextFileSync(path)) ?? [];
  } catch {
    return [];
  }
}

/** Whether it belongs to this user, and is no link to something else. */
function isOurs(path: string): boolean {
  const { uid, isSymlink } = Deno.lstatSync(path);
  return uid === Deno.uid() && !isSymlink;
}

/** Ends one server's processes, then removes their folders; throws when something had to be left. */
async function endStarted(
  started: readonly Started[],
  ended: { groups: number; folders: number },
): Promise<void> {
  if (started.length === 0) return;
  const before = await listProcesses();
  const written = started.map((one) => ({
    ...one,
    group: one.group ?? launched(one.mark, before),
  }));
  const groups = new Set(
    written.flatMap(({ group, mark }) =>
      before.some((process) => process.group === group && names(process, mark)) ? group ?? [] : []
    ),
  );
  const refused: unknown[] = [];
  for (const group of groups) await killGroup(group).catch((error) => refused.push(error));
  // A browser's crash helpers have groups of their own, and end by themselves when it has.
  const after = groups.size === 0
    ? before
    : await settled((process) =>
      !groups.has(process.group) && !started.some(({ mark }) => names(process, mark))
    );
  ended.groups += [...groups].filter((group) => !after.some((each) => each.group === group)).length;
  let left: string | null = null;
  for (const { group, mark } of written) {
    if (after.some((process) => process.group === group && groups.has(process.group))) {
      left = refused.length > 0 ? reason(refused[0]) : "a killed process has not ended";
    } else if (after.some((process) => names(process, mark))) {
      left = "a process that was not written down uses a profile folder";
    } else if (isProfile(mark) && isOurFolder(mark)) {
      if (await removeProfile(mark, NO_LEDGER)) ended.folders++;
      else left = "a profile folder cannot be removed";
    }
  }
  if (left !== null) throw new Error(left);
}

/**
 * The group that a mark was launched with, and not only mentioned by; null for none. A server that was killed
 * in the midst of a start has written the mark down, and not yet the group.
 */
function launched(mark: string, processes: readonly Process[]): number | null {
  const end = mark.slice(mark.lastIndexOf("/"));
  const launch = processes.find(({ pid, group, command }) =>
    pid === group &&
    (isProfile(mark)
      ? command.includes(" --profile ") && command.includes(`${end} `)
      : ` ${command} `.includes(` ${mark} `))
  );
  return launch?.group ?? null;
}

/** Whether the mark is in its command line; of a path the last part, which is plain ASCII to any `ps`. */
function names({ command }: Process, mark: string): boolean {
  return command.includes(mark.slice(mark.lastIndexOf("/") + 1));
}

/** The processes once all are `fine`, or when that has taken too long. */
async function settled(fine: (process: Process) => boolean): Promise<Process[]> {
  for (let waited = 0;; waited += LOOK_MS) {
    const processes = await listProcesses();
    if (waited >= GONE_MS || processes.every(fine)) return processes;
    await delay(LOOK_MS);
  }
}

function isOurFolder(path: string): boolean {
  try {
    return isOurs(path) && Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}

function reason(error: unknown): string {
  return error instanceof Deno.errors.NotFound
    ? "ps or kill is not installed"
    : error instanceof Error
    ? error.message
    : String(error);
}
