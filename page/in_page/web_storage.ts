/**
 * In-page: the storage of a document's origin.
 *
 * @module
 */
import type { Kit } from "./kit.ts";

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

/** What {@link readStorage} takes. */
export interface ReadStorageArgs {
  /** Which storage. */
  readonly area: StorageArea;
  /** Characters of keys and values at most. */
  readonly max: number;
}

/** What {@link writeStorage} takes. */
export interface WriteStorageArgs {
  /** Keys and values. */
  readonly entries: readonly (readonly [string, string])[];
}

/** Reads a storage. */
export function readStorage(
  _kit: Kit,
  _node: Element | null,
  { area, max }: ReadStorageArgs,
): StorageContent {
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
}

/** Writes into the localStorage; gives how many. */
export function writeStorage(
  _kit: Kit,
  _node: Element | null,
  { entries }: WriteStorageArgs,
): number {
  for (const [key, value] of entries) localStorage.setItem(key, value);
  return entries.length;
}
