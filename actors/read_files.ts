/**
 * What a workspace's files read as.
 *
 * @module
 */
import type { Files, StoredFile } from "./store/files.ts";

/** Bytes of a text that is shown with its file. */
const MAX_TEXT_BYTES = 64 * 1024;
/** Characters a list may have as JSON, before each file gets its link; files beyond it are only counted. */
const MAX_LIST = 24 * 1024;

/** Every file, newest first, as many as a list may show. */
export function listFiles(store: Files): object {
  const { files, ...counts } = store.list();
  const shown: StoredFile[] = [];
  let length = 0;
  for (const file of files) {
    length += JSON.stringify(file).length;
    if (length > MAX_LIST) break;
    shown.push(file);
  }
  return {
    files: shown,
    count: shown.length,
    total: files.length,
    ...counts,
    ...(files.length === 0 && {
      note: "no file is kept: screenshot and print keep one with save, download and upload_file " +
        "always, and PUT /files/{name} brings one",
    }),
  };
}

/**
 * One file, with its text where it is small and has one.
 *
 * @throws {ActionError} 404 there is none
 */
export function describeFile(store: Files, name: string): object {
  const text = store.text(name, MAX_TEXT_BYTES);
  return { ...store.find(name), ...(text !== null && { text }) };
}
