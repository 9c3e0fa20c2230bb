/**
 * How much the files and the flows of all workspaces take of the disk together, files that are still coming in
 * as well.
 *
 * @module
 */
import { ActionError } from "../action_error.ts";

/** Bytes that the files and the flows of all workspaces may have together. */
export const MAX_DISK_BYTES: number = 4 * 1024 ** 3;
/** Bytes that the files coming in to one workspace may have together. */
export const MAX_COMING_BYTES: number = 200 * 1024 * 1024;
/** The document of flows in a workspace's folder. */
export const FLOWS_DOCUMENT = "flows.json";
/** Bytes that a file counts besides its own: what the disk and the index keep of it. */
export const FILE_COST_BYTES: number = 16 * 1024;

/** What one file that comes in has taken. */
export interface Reserved extends Disposable {
  /**
   * Takes more.
   *
   * @throws {ActionError} 413 there is no more for anybody, 429 no more for this workspace at once
   */
  take(bytes: number): void;
  /** The file has come in: what it takes is given back when it is removed. */
  keep(): void;
  /** Without `keep`, gives everything back. */
  [Symbol.dispose](): void;
}

/** Counts. There is one for a data folder. */
export class DiskUse {
  readonly #most: number;
  /** By the workspace's folder. */
  readonly #coming = new Map<string, number>();
  #bytes = 0;

  /**
   * Counts what is in the data folder `root`, and removes what earlier processes have left half-done there:
   * no other process may have it.
   */
  constructor(root: string, most: number = MAX_DISK_BYTES) {
    this.#most = most;
    for (const workspace of entriesOf(`${root}/workspaces`)) {
      const folder = `${root}/workspaces/${workspace.name}`;
      removeAll(`${folder}/incoming`);
      for (const { name } of entriesOf(`${folder}/files`)) {
        const path = `${folder}/files/${name}`;
        if (name.startsWith(".")) removeAll(path);
        else this.#bytes += costOf(path);
      }
      this.#bytes += costOf(`${folder}/${FLOWS_DOCUMENT}`);
    }
  }

  /** Bytes taken. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * A file begins to come in to a workspace.
   *
   * @throws {ActionError} as {@linkcode Reserved.take}
   */
  reserve(folder: string): Reserved {
    let taken = 0;
    let kept = false;
    const comes = (bytes: number): void => {
      const coming = (this.#coming.get(folder) ?? 0) + bytes;
      if (coming === 0) this.#coming.delete(folder);
      else this.#coming.set(folder, coming);
    };
    const reserved: Reserved = {
      take: (bytes) => {
        this.#check("The file", bytes);
        if ((this.#coming.get(folder) ?? 0) + bytes > MAX_COMING_BYTES) throw tooMuchAtOnce();
        this.#bytes += bytes;
        taken += bytes;
        comes(bytes);
      },
      keep: () => void (kept = true),
      [Symbol.dispose]: () => {
        comes(-taken);
        if (!kept) this.#bytes -= taken;
        taken = 0;
      },
    };
    reserved.take(FILE_COST_BYTES);
    return reserved;
  }

  /** A file of so many bytes was removed. */
  removed(size: number): void {
    this.#bytes -= size + FILE_COST_BYTES;
  }

  /**
   * The flows of a workspace are written at `path`, with so many bytes.
   *
   * @throws {ActionError} 413 there is no more for anybody
   */
  rewritten(path: string, size: number): void {
    const more = size + FILE_COST_BYTES - costOf(path);
    if (more > 0) this.#check("The flow", more);
    this.#bytes += more;
  }

  #check(what: string, bytes: number): void {
    if (this.#bytes + bytes <= this.#most) return;
    throw new ActionError(
      413,
      `${what} was not kept: the files and flows of all workspaces have taken all the room there is ` +
        `(${this.#most / 1024 ** 3} GiB); remove some with DELETE /files/{name} or delete_flow`,
    );
  }
}

function tooMuchAtOnce(): ActionError {
  return new ActionError(
    429,
    `The file was not kept: the files that come in to this workspace have over ${
      MAX_COMING_BYTES / 1024 ** 2
    } MiB together; send one after another`,
  );
}

/** What a file counts; 0 for one that is not there. */
function costOf(path: string): number {
  try {
    return Deno.lstatSync(path).size + FILE_COST_BYTES;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

function entriesOf(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function removeAll(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
