/**
 * The files of one workspace, in its folder. A file is there whole or not at all, and what the folder holds is
 * what there is: the index beside it only says more of it, so one that is damaged loses words and no file.
 * Nothing is held in memory, so two of these on one folder agree; what they change, they change at once.
 *
 * @module
 */
import type { Masker } from "../../capture/masker.ts";
import { fileUri } from "../../capture/uris.ts";
import { cut } from "../../page/cut.ts";
import {
  type FileKind,
  type Incoming,
  MAX_FILE_BYTES,
  type NewFile,
  type PageFiles,
  type ReadFile,
  type SavedFile,
} from "../../page/files.ts";
import { mimeOf } from "../../page/mime_type.ts";
import { ActionError } from "../action_error.ts";
import type { DiskUse, Reserved } from "./disk_use.ts";
import { type FileIndex, readIndex, writeIndex } from "./file_index.ts";
import { freeName, nameKey, safeName } from "./file_name.ts";
import { incomingFolder } from "./incoming_folder.ts";
import { filesIn, removeIfThere, statIfThere } from "./paths.ts";
import type { WorkspaceFolder } from "./workspace_folder.ts";

export { MAX_FILE_BYTES };

/** Bytes of all files of a workspace at most; the oldest go to make room. */
export const MAX_FILES_BYTES: number = 200 * 1024 * 1024;
/** Files of a workspace at most; the oldest go to make room. */
export const MAX_FILES = 200;
/** Milliseconds a file is kept. */
export const FILE_AGE_MS: number = 7 * 24 * 60 * 60 * 1000;

/** Names of files that had to go which are told. */
const TOLD_NAMES = 5;

/** A file that is kept. */
export interface StoredFile {
  /** Its name; masked where it holds what was bound as a secret since. */
  readonly name: string;
  /** Where it came from; `unknown` when the index was lost. */
  readonly kind: FileKind | "unknown";
  /** Its media type. */
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  /** When it was kept, epoch milliseconds. */
  readonly at: number;
  /** Origin of the URL it was downloaded from, masked; absent when it was not. */
  readonly origin?: string;
  /** Where it is described. */
  readonly uri: string;
}

/** What a workspace's files need to know. */
export interface FilesOptions {
  /** Its folder. */
  readonly folder: WorkspaceFolder;
  /** Counts what all workspaces have. */
  readonly disk: DiskUse;
  /** Masks names and texts. */
  readonly masker: Masker;
  /** Epoch milliseconds. */
  now(): number;
}

/** The files that are kept, and what became of others. */
export interface FileList {
  /** Newest first. */
  readonly files: readonly StoredFile[];
  /** Bytes of all. */
  readonly bytes: number;
  /** How many had to go to make room, ever. */
  readonly evicted: number;
  /** How many were kept for their time, ever. */
  readonly expired: number;
}

/** The files of one workspace. */
export class Files implements PageFiles {
  readonly #folder: WorkspaceFolder;
  readonly #disk: DiskUse;
  readonly #masker: Masker;
  readonly #now: () => number;

  /** Touches nothing yet. */
  constructor({ folder, disk, masker, now }: FilesOptions) {
    this.#folder = folder;
    this.#disk = disk;
    this.#masker = masker;
    this.#now = now;
  }

  /** Every file, newest first. */
  list(): FileList {
    const { index, files } = this.#look();
    return {
      files: files.map(({ shown }) => shown).reverse(),
      bytes: files.reduce((sum, { shown }) => sum + shown.size, 0),
      evicted: index.evicted,
      expired: index.expired,
    };
  }

  /**
   * One file, by its name in any case.
   *
   * @throws {ActionError} 404 there is none
   */
  find(name: string): StoredFile {
    return this.#find(name).shown;
  }

  /**
   * All of a file.
   *
   * @throws {ActionError} 404 there is none, 413 it has more than `maxBytes`
   */
  async read(name: string, maxBytes: number): Promise<ReadFile> {
    const { path, shown } = this.#find(name);
    if (shown.size > maxBytes) {
      throw new ActionError(
        413,
        `The file ${
          JSON.stringify(shown.name)
        } has ${shown.size} bytes, and ${maxBytes} are the most here`,
      );
    }
    const { name: kept, uri, size, mime } = shown;
    return { name: kept, uri, size, mime, bytes: await Deno.readFile(path) };
  }

  /**
   * A small file as text, masked; null when it is no text or has more than `maxBytes`.
   *
   * @throws {ActionError} 404 there is none
   */
  text(name: string, maxBytes: number): string | null {
    const { path, shown } = this.#find(name);
    const { size, mime } = shown;
    if (
      size > maxBytes ||
      !/^text\/|[/+](?:json|xml|javascript|yaml|x-www-form-urlencoded)$/.test(mime)
    ) return null;
    return this.#masker.body(Deno.readTextFileSync(path), mime);
  }

  /**
   * A file, to be sent on piece by piece.
   *
   * @throws {ActionError} 404 there is none
   */
  async open(name: string): Promise<{ file: StoredFile; body: ReadableStream<Uint8Array> }> {
    const { path, shown } = this.#find(name);
    return { file: shown, body: (await Deno.open(path)).readable };
  }

  /**
   * Keeps a file; the oldest ones go to make room for it.
   *
   * @throws {ActionError} 413 it has more than {@linkcode MAX_FILE_BYTES}, or all workspaces have as much as
   * they may; 429 too much comes in at once; 503 it cannot be written
   */
  async save(
    file: NewFile,
    content: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  ): Promise<SavedFile> {
    const name = safeName(this.#masker.text(file.name));
    const body = content instanceof ReadableStream ? content : new Blob([content]).stream();
    const partName = `files/.${crypto.randomUUID()}.part`;
    try {
      using reserved = this.#disk.reserve(this.#folder.path);
      const part = this.#folder.make(partName);
      const size = await this.#write(part, body, name, reserved);
      const saved = this.#keep(part, { ...file, name }, size);
      reserved.keep();
      return saved;
    } catch (error) {
      removeIfThere(`${this.#folder.path}/${partName}`);
      throw notWritten(error) ?? error;
    }
  }

  /** Forgets a file; answers whether it was there. */
  remove(name: string): boolean {
    const { files } = this.#look();
    const found = files.find((file) => file.is(name));
    return found !== undefined && this.#removeFile(found.path, found.shown.size);
  }

  /** An empty folder for one download. */
  incoming(): Promise<Incoming> {
    return incomingFolder(this.#folder, this);
  }

  async #write(
    part: string,
    body: ReadableStream<Uint8Array>,
    name: string,
    reserved: Reserved,
  ): Promise<number> {
    using out = await Deno.open(part, { write: true, createNew: true, mode: 0o600 });
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MAX_FILE_BYTES) throw tooLarge(name);
      reserved.take(chunk.length);
      for (let at = 0; at < chunk.length;) at += await out.write(chunk.subarray(at));
    }
    await out.sync();
    return size;
  }

  /** In one go, so that no other save sees it half-done. */
  #keep(part: string, file: NewFile, size: number): SavedFile {
    const { index, files } = this.#look();
    const gone: string[] = [];
    let bytes = files.reduce((sum, { shown }) => sum + shown.size, size);
    while (bytes > MAX_FILES_BYTES || files.length + 1 > MAX_FILES) {
      const oldest = files.shift();
      if (oldest === undefined) break;
      this.#removeFile(oldest.path, oldest.shown.size);
      bytes -= oldest.shown.size;
      gone.push(oldest.shown.name);
    }
    const taken = new Set(files.map(({ key }) => key));
    const name = freeName(file.name, (each) => taken.has(nameKey(each)));
    const mime = file.mime ?? mimeOf(name);
    const origin = this.#originOf(file.url);
    Deno.renameSync(part, `${this.#folder.path}/files/${name}`);
    const told = { kind: file.kind, mime, at: this.#now(), ...(origin && { origin }) };
    const kept = [...index.files].filter(([key]) => taken.has(key));
    writeIndex(this.#folder, {
      ...index,
      files: new Map(kept).set(nameKey(name), told),
      evicted: index.evicted + gone.length,
    });
    return {
      name,
      uri: fileUri(name),
      size,
      mime,
      ...(gone.length > 0 && { note: wentFor(gone) }),
    };
  }

  #removeFile(path: string, size: number): boolean {
    const removed = removeIfThere(path);
    if (removed) this.#disk.removed(size);
    return removed;
  }

  #originOf(url: string | undefined): string | undefined {
    const origin = url !== undefined && URL.canParse(url) ? new URL(url).origin : "null";
    return origin === "null" ? undefined : this.#masker.url(origin);
  }

  #find(name: string): Found {
    const found = this.#look().files.find((file) => file.is(name));
    if (found !== undefined) return found;
    throw new ActionError(
      404,
      `No file ${JSON.stringify(cut(name, 200))} is kept: ` +
        "it was never there, had to make room, or has expired; read workspace://files for those that are",
    );
  }

  /** What there is now, oldest first; what has expired is gone when this returns. */
  #look(): { index: FileIndex; files: Found[] } {
    const index = readIndex(this.#folder);
    const now = this.#now();
    const files: Found[] = [];
    let expired = 0;
    for (const name of filesIn(`${this.#folder.path}/files`)) {
      // It still comes in.
      if (name.startsWith(".")) continue;
      const path = `${this.#folder.path}/files/${name}`;
      const stat = statIfThere(path);
      if (stat === null) continue;
      const written = stat.mtime?.getTime() ?? now;
      const key = nameKey(name);
      const told = index.files.get(key) ??
        { kind: "unknown", mime: mimeOf(name), at: written } as const;
      if (now - told.at > FILE_AGE_MS) {
        if (this.#removeFile(path, stat.size)) expired++;
        continue;
      }
      const shownName = this.#masker.text(name.normalize("NFC"));
      const is = (asked: string) => nameKey(asked) === key || asked === shownName;
      const shown = { name: shownName, ...told, size: stat.size, uri: fileUri(shownName) };
      files.push({ path, key, is, shown });
    }
    files.sort((a, b) => a.shown.at - b.shown.at || (a.key < b.key ? -1 : 1));
    if (expired === 0) return { index, files };
    const counted = { ...index, expired: index.expired + expired };
    writeIndex(this.#folder, counted);
    return { index: counted, files };
  }
}

interface Found {
  readonly path: string;
  readonly key: string;
  /** Whether it is meant by that name. */
  is(name: string): boolean;
  readonly shown: StoredFile;
}

/** The refusal of a file that is too large. */
export function tooLarge(name: string): ActionError {
  const most = MAX_FILE_BYTES / 1024 / 1024;
  return new ActionError(
    413,
    `The file ${
      JSON.stringify(name)
    } was not kept: it has more than ${most} MiB, the most a file may have`,
  );
}

/** The refusal when the disk takes no more; null for any other error, such as one of what was to be kept. */
function notWritten(error: unknown): ActionError | null {
  const { code } = error as { code?: unknown };
  if (typeof code !== "string" || !/^(?:ENOSPC|EDQUOT|EROFS|EACCES|EPERM|EIO)$/.test(code)) {
    return null;
  }
  return new ActionError(
    503,
    `The file was not kept: DATA_DIR takes no more (${code}); whoever runs the server must look at its disk`,
  );
}

function wentFor(names: readonly string[]): string {
  const more = names.length > TOLD_NAMES ? ` and ${names.length - TOLD_NAMES} more` : "";
  const told = names.slice(0, TOLD_NAMES).map((name) => JSON.stringify(name)).join(", ");
  return `the oldest files went to make room: ${told}${more}`;
}
