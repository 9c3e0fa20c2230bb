/**
 * Opens the record store of a data folder. One server at a time has its records: a second one on the same
 * folder would go on with the first one's sessions, and runs without.
 *
 * @module
 */
import type { Clock } from "../core/clock.ts";
import { sleep } from "../core/wait.ts";
import type { Log } from "../log.ts";
import { memoryStore } from "./memory_store.ts";
import type { RecordStore } from "./record.ts";
import { NewerSchemaError, SqliteStore } from "./sqlite_store.ts";

/** Milliseconds that a server which is just stopping gets to let go of its records. */
const LOCK_MS = 2_000;

/** Milliseconds between two tries. */
const LOCK_TRY_MS = 100;

/** What SQLite says of a file that holds something else than our records. */
const DAMAGED = /not a database|malformed|already exists|no such (table|column)|has no column/;

/** What opening a store needs besides its folder. */
export interface StoreOptions {
  /** Told what costs records. */
  readonly log: Log;
  /** Bounds the wait for a server that is just stopping. */
  readonly clock: Clock;
}

/** Records cannot be kept in a folder. Its message is one sentence for whoever starts the server. */
export class StoreError extends Error {
  /** Always `StoreError`. */
  override readonly name = "StoreError";
}

/**
 * Opens `pagetap.db` in `folder`, making both where they are missing, readable by this user alone. A
 * damaged file is moved aside. While another server has the folder's records, those of this one end with
 * it, which is logged.
 *
 * @throws {StoreError} nothing can be kept there
 */
export async function openStore(
  folder: string,
  { log, clock }: StoreOptions,
): Promise<RecordStore> {
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = await lockRecords(`${folder}/pagetap.lock`, clock);
    if (typeof lock === "string") {
      log.warn("another server keeps its records here: those of this one end with it", {
        pid: lock,
        data_dir: folder,
        remedy: "--data-dir",
      });
      return memoryStore();
    }
    try {
      return lockedStore(openFile(folder, log), lock);
    } catch (error) {
      lock.close();
      throw error;
    }
  } catch (error) {
    throw new StoreError(`Cannot keep records in ${folder}: ${reason(error)}`);
  }
}

/** Takes the lock, which the system lets go of however this process ends; else the owner's process id. */
async function lockRecords(path: string, clock: Clock): Promise<Deno.FsFile | string> {
  const file = openPrivate(path);
  try {
    for (let waited = 0; !file.tryLockSync(true); waited += LOCK_TRY_MS) {
      if (waited >= LOCK_MS) {
        file.close();
        return owner(path);
      }
      await sleep(clock, LOCK_TRY_MS);
    }
    file.truncateSync();
    file.writeSync(new TextEncoder().encode(String(Deno.pid)));
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/** The process id in the lock file; where locks forbid reading, as on Windows, none. */
function owner(path: string): string {
  try {
    return Deno.readTextFileSync(path).slice(0, 20);
  } catch {
    return "unknown";
  }
}

/** A file that this user alone can read; SQLite makes its own ones beside it after its mode. */
function openPrivate(path: string): Deno.FsFile {
  const file = Deno.openSync(path, { read: true, write: true, create: true, mode: 0o600 });
  if (Deno.build.os !== "windows") Deno.chmodSync(path, 0o600);
  return file;
}

function openFile(folder: string, log: Log): RecordStore {
  const path = `${folder}/pagetap.db`;
  openPrivate(path).close();
  try {
    return new SqliteStore(path, log);
  } catch (error) {
    if (!(error instanceof Error && DAMAGED.test(error.message))) throw error;
  }
  const aside = moveAside(path);
  log.warn("the database was damaged: it was moved aside, and a new one begun", { moved: aside });
  openPrivate(path).close();
  return new SqliteStore(path, log);
}

/** Moves the database and what SQLite keeps beside it; answers the new name. */
function moveAside(path: string): string {
  let number = 1;
  while (exists(`${path}.damaged-${number}`)) number++;
  const aside = `${path}.damaged-${number}`;
  Deno.renameSync(path, aside);
  for (const suffix of ["-wal", "-shm"]) {
    if (exists(path + suffix)) Deno.renameSync(path + suffix, aside + suffix);
  }
  return aside;
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Lets go of the lock after the file is closed. */
function lockedStore(store: RecordStore, lock: Deno.FsFile): RecordStore {
  let open = true;
  return {
    lasting: true,
    load: (name) => store.load(name),
    held: () => store.held(),
    recent: (most) => store.recent(most),
    save: (name, record) => store.save(name, record),
    close() {
      if (!open) return;
      open = false;
      store.close();
      lock.close();
    },
  };
}

function reason(error: unknown): string {
  if (error instanceof NewerSchemaError) {
    return "a later version of pagetap has written them; run that one, or name another folder with --data-dir";
  }
  const found = error instanceof Deno.errors.NotCapable
    ? error.message
    : error instanceof Deno.errors.PermissionDenied
    ? "permission denied"
    : error instanceof Deno.errors.AlreadyExists || error instanceof Deno.errors.NotADirectory
    ? "it is no folder"
    : error instanceof Error
    ? error.message
    : String(error);
  return `${found}; name a folder that can be written with --data-dir`;
}
