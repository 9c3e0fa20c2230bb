/**
 * The data folder: the records of workspaces, and the ledger by which the next server ends what this one
 * would leave if it were killed.
 *
 * @module
 */
import { FileLedger, NO_LEDGER } from "../../drivers/ledger.ts";
import { platformDataDir } from "../../drivers/machine.ts";
import { endOrphans } from "../../drivers/orphans.ts";
import { makeProfile } from "../../drivers/profile.ts";
import type { Log } from "../log.ts";
import { DiskUse } from "./disk_use.ts";
import { memoryStore } from "./memory_store.ts";
import { openStore, StoreError, type StoreOptions } from "./open_store.ts";
import type { RecordStore } from "./record.ts";

/** What a server has in its data folder. */
export interface DataDir {
  /** The records of its workspaces. */
  readonly store: RecordStore;
  /** The folder that its workspaces keep files in; one that ends with the server where nothing can be kept. */
  readonly folder: string;
  /** Counts what they keep there. */
  readonly disk: DiskUse;
  /** Where its drivers write down what they start; null where nothing can be kept, and on Windows. */
  readonly ledger: FileLedger | null;
  /** Closes both. Call it once, after the last browser has ended. */
  close(): void;
}

/**
 * Opens the data folder, and ends what a server that was killed has left.
 *
 * @param asked The folder that was asked for; null: the platform's. Where that one will not do, the server
 * keeps nothing and its log says so, for it was fine without.
 * @throws {StoreError} the folder that was asked for will not do
 */
export async function openDataDir(asked: string | null, options: StoreOptions): Promise<DataDir> {
  const folder = asked ?? platformDataDir();
  try {
    if (folder === null) throw new StoreError("there is no home; name a folder with --data-dir");
    const store = await openStore(folder, options);
    try {
      const ledger = await openLedger(`${folder}/running`, options.log);
      return dataDir(store, store.lasting ? folder : null, ledger);
    } catch (error) {
      store.close();
      throw error;
    }
  } catch (error) {
    if (asked !== null) throw error;
    const why = error instanceof Error ? error.message : String(error);
    options.log.warn("nothing of this server outlives it", { why });
    return dataDir(memoryStore(), null, null);
  }
}

/** `lasting` is the folder that outlives the server; null where another server, or nobody, has it. */
function dataDir(store: RecordStore, lasting: string | null, ledger: FileLedger | null): DataDir {
  // Written down, so that the next server removes it if this one is killed.
  const folder = lasting ?? makeProfile("data", ledger ?? NO_LEDGER);
  return {
    store,
    folder,
    disk: new DiskUse(folder),
    ledger,
    close() {
      store.close();
      if (lasting === null) {
        Deno.removeSync(folder, { recursive: true });
        ledger?.remove(folder);
      }
      ledger?.close();
    },
  };
}

/** @throws {StoreError} nothing can be written there */
async function openLedger(folder: string, log: Log): Promise<FileLedger | null> {
  if (Deno.build.os === "windows") return null;
  const { groups, folders, left } = await endOrphans(folder);
  if (groups + folders > 0) {
    log.info("ended what a killed server had left", { process_groups: groups, profiles: folders });
  }
  if (left !== null) log.warn("what a killed server has left may still be there", { why: left });
  try {
    return FileLedger.open(folder, (error) => {
      log.warn("a browser would outlive this server if it were killed", { error: nameOf(error) });
    });
  } catch (error) {
    throw new StoreError(
      `Cannot write in ${folder} (${
        nameOf(error)
      }): name a folder that can be written with --data-dir`,
    );
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
