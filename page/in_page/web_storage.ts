/**
 * In-page: the storage of a document's origin.
 *
 * @module
 */
import type { InPage } from "./kit.ts";

/** Which storage. */
export type StorageArea = "local" | "session";

/** What is in a storage. */
export interface StorageContent {
  /** The document's origin; `null` for one that has none. */
  readonly origin: string;
  /** Characters of all keys and values. */
  readonly size: number;
  /** Keys and values in its order; null for more characters than asked for. */
  readonly entries: [string, string][] | null;
}

/** What to read: `max` is in characters. */
interface ReadArgs {
  readonly area: StorageArea;
  readonly max: number;
}

/** What to write. */
interface WriteArgs {
  readonly entries: readonly (readonly [string, string])[];
}

/** Reads a storage. */
export const readStorage: InPage<ReadArgs, StorageContent> = (_kit, _node, { area, max }) => {
  if (!/^https?:/.test(origin)) return { origin, size: 0, entries: [] };
  const storage = area === "local" ? localStorage : sessionStorage;
  let size = 0;
  const entries: [string, string][] = [];
  for (let at = 0; at < storage.length; at++) {
    const key = storage.key(at) ?? "";
    const value = storage.getItem(key) ?? "";
    size += key.length + value.length;
    if (size <= max) entries.push([key, value]);
  }
  return { origin, size, entries: size <= max ? entries : null };
};

/** Writes into the localStorage; gives how many. */
export const writeStorage: InPage<WriteArgs, number> = (_kit, _node, { entries }) => {
  for (const [key, value] of entries) localStorage.setItem(key, value);
  return entries.length;
};
