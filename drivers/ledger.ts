/**
 * What a server has started and must not outlive it, written down before it can be lost: a killed
 * server's successor finds it there. One file a server in `running/` of the data folder, beside a lock
 * that the system lets go of however the process ends; an owner's process id could be another's by then.
 *
 * @module
 */
import { z } from "zod";
import { PROFILE_PATH } from "./profile.ts";

/** One thing that was started. */
export interface Started {
  /** What its command line holds and no other's does: the profile folder, or an argument made for that. */
  readonly mark: string;
  /** The process group it runs in, which is its leader's process id; null before there is one. */
  readonly group: number | null;
}

/** Takes down what was started. No method ever throws. */
export interface Ledger {
  /** Writes it down, in place of what has the same mark. */
  add(started: Started): void;
  /** Strikes out what is gone, folder and all. */
  remove(mark: string): void;
}

/** For tests, and for a server that has no data folder. */
export const NO_LEDGER: Ledger = { add() {}, remove() {} };

/** An argument no program knows, by which the one that was started with it is told from all others. */
export function markArgument(): string {
  return `--pagetap=${crypto.randomUUID()}`;
}

/** Whether a mark is the path of a profile folder, and no argument. */
export function isProfile(mark: string): boolean {
  return PROFILE_PATH.test(mark);
}

const MARK_ARGUMENT = /^--pagetap=[0-9a-f-]{36}$/;

const STARTED = z.array(z.object({
  mark: z.string().refine((mark) => MARK_ARGUMENT.test(mark) || isProfile(mark)),
  group: z.int().min(2).nullable(),
}));

/** What a ledger's text names; null when any of it has another form, and is not ours to end or remove. */
export function parseLedger(text: string): readonly Started[] | null {
  try {
    return STARTED.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The ledger of a running server. */
export class FileLedger implements Ledger {
  readonly #path: string;
  readonly #lock: Deno.FsFile;
  readonly #fault: (error: unknown) => void;
  readonly #started = new Map<string, Started>();
  #failing = false;

  private constructor(path: string, lock: Deno.FsFile, fault: (error: unknown) => void) {
    this.#path = path;
    this.#lock = lock;
    this.#fault = fault;
  }

  /**
   * Begins one in `folder`, which is made when it is missing.
   *
   * @param fault Told of a write that failed, once a streak: what starts meanwhile may be lost.
   * @throws {Error} nothing can be written there
   */
  static open(folder: string, fault: (error: unknown) => void): FileLedger {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = `${folder}/${crypto.randomUUID()}`;
    const lock = Deno.openSync(`${path}.new`, { write: true, createNew: true, mode: 0o600 });
    try {
      // Locked before it has the name by which others look for it.
      lock.lockSync(true);
      Deno.renameSync(`${path}.new`, `${path}.lock`);
    } catch (error) {
      lock.close();
      throw error;
    }
    return new FileLedger(path, lock, fault);
  }

  /** Writes it down, in place of what has the same mark. */
  add(started: Started): void {
    this.#started.set(started.mark, started);
    this.#write();
  }

  /** Strikes out what is gone, folder and all. */
  remove(mark: string): void {
    if (this.#started.delete(mark)) this.#write();
  }

  /** Ends it; what is still in it is left to the next server. Call once. */
  close(): void {
    try {
      if (this.#started.size === 0) removeLedger(this.#path);
    } catch (error) {
      this.#fault(error);
    }
    this.#lock.close();
  }

  #write(): void {
    try {
      const text = JSON.stringify([...this.#started.values()]);
      Deno.writeTextFileSync(`${this.#path}.new`, text, { mode: 0o600 });
      Deno.renameSync(`${this.#path}.new`, `${this.#path}.json`);
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#fault(error);
      this.#failing = true;
    }
  }
}

/** Removes the files of a ledger, the lock last: without it nobody looks for the others. */
export function removeLedger(path: string): void {
  for (const suffix of [".new", ".json", ".lock"]) {
    try {
      Deno.removeSync(path + suffix);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
