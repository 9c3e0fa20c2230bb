/**
 * The files of a workspace, as an action sees them: pictures and prints kept on request, downloads, and what
 * is to be uploaded.
 *
 * @module
 */

import { cut } from "./cut.ts";

/** Where a file came from. */
export type FileKind = "screenshot" | "print" | "download" | "upload";

/** A file that is to be kept. */
export interface NewFile {
  /** The name that is wished; what is not safe in it is replaced, and a number added when it is taken. */
  readonly name: string;
  /** Where it comes from. */
  readonly kind: FileKind;
  /** Its media type; absent: what its name says. */
  readonly mime?: string | undefined;
  /** The URL it was downloaded from, of which the origin is kept. */
  readonly url?: string | undefined;
}

/** A file that was kept. */
export interface SavedFile {
  /** The name it has now. */
  readonly name: string;
  /** Where it is read, `workspace://files/<name>`. */
  readonly uri: string;
  /** Bytes. */
  readonly size: number;
  /** Its media type. */
  readonly mime: string;
  /** Which older files had to go for it, in words; absent when none had. */
  readonly note?: string;
}

/** A file that was read. */
export interface ReadFile extends SavedFile {
  /** All of it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The files of a workspace, as an action sees them. */
export interface PageFiles {
  /**
   * Keeps a file, whole or not at all; the oldest ones go to make room for it.
   *
   * @throws {Error} 413 it is too large, 503 it cannot be written
   */
  save(
    file: NewFile,
    content: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  ): Promise<SavedFile>;
  /**
   * Reads all of a file.
   *
   * @throws {Error} 404 there is none of that name, 413 it has more than `maxBytes`
   */
  read(name: string, maxBytes: number): Promise<ReadFile>;
  /** An empty folder for what a browser on this machine downloads; what is in it goes with it. */
  incoming(): Promise<Incoming>;
}

/** Where a browser puts what it downloads; emptied when it is disposed of. */
export interface Incoming extends AsyncDisposable {
  /** The whole path of the folder; null for the browser's own on another machine. */
  readonly path: string | null;
  /** Bytes that are in it now. */
  bytes(): Promise<number>;
  /**
   * Keeps a file that has arrived in it.
   *
   * @param arrived the file's name in the folder
   * @throws {Error} 413 it is too large, 503 it is not there or cannot be kept
   */
  keep(arrived: string, file: NewFile): Promise<SavedFile>;
  /** Says that the browser goes on with a download into it that nobody waits for any more. */
  giveUp(): void;
}

/** Why a caller may not call a file so, in words, or null: a page's own names are made safe instead. */
export function wrongName(name: string): string | null {
  return /[/\\]/.test(name)
    ? `${JSON.stringify(cut(name, 100))}: a name has no folder; give the last part`
    : null;
}

/** Bytes of one file at most. */
export const MAX_FILE_BYTES: number = 50 * 1024 * 1024;
