/**
 * Records that end with the process: for a server that has no data folder.
 *
 * @module
 */
import { MAX_RECORDS, type RecordStore, type WorkspaceRecord } from "./record.ts";

/** Makes an empty store, bounded like the one on disk. */
export function memoryStore(): RecordStore {
  // In the order they were last saved.
  const records = new Map<string, WorkspaceRecord>();
  return {
    lasting: false,
    load: (name) => records.get(name) ?? null,
    held: () => [...records].flatMap(([name, { session }]) => session === null ? [] : name),
    recent: (most) => [...records.keys()].reverse().slice(0, most),
    save(name, record) {
      records.delete(name);
      records.set(name, record);
      if (records.size <= MAX_RECORDS) return;
      const names = [...records.keys()];
      const oldest = names.find((each) => records.get(each)?.session === null) ?? names[0];
      records.delete(oldest ?? name);
    },
    close() {},
  };
}
