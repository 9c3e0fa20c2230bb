/**
 * Records in a SQLite file: one row a workspace, written through at once.
 *
 * @module
 */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Log } from "../log.ts";
import { MAX_RECORDS, type RecordStore, type WorkspaceRecord } from "./record.ts";
import { parseRecord } from "./record_schema.ts";

/** Milliseconds a statement waits for whoever else has the file open, a person's shell say. */
const BUSY_MS = 250;

/** Characters of a record. Only the URL can make one longer, and is left out then. */
const MAX_RECORD_CHARS = 65_536;

/**
 * What each version of the schema adds to the one before; the file's `user_version` counts those it has.
 * A replaced row gets a new rowid, so their order is that of the saves, whatever the clock does.
 */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE records (name TEXT PRIMARY KEY, held INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
   CREATE INDEX records_held ON records (held);`,
];

/** A file that a later version of pagetap has written, which this one must not touch. */
export class NewerSchemaError extends Error {
  /** Always `NewerSchemaError`. */
  override readonly name = "NewerSchemaError";
}

/** The store over one open file. */
export class SqliteStore implements RecordStore {
  /** It is a file. */
  readonly lasting = true;
  readonly #log: Log;
  readonly #database: DatabaseSync;
  readonly #load: StatementSync;
  readonly #held: StatementSync;
  readonly #recent: StatementSync;
  readonly #save: StatementSync;
  readonly #evict: StatementSync;
  #open = true;
  #failing = false;

  /**
   * Opens the file, which may be empty, and brings its schema up to date.
   *
   * @throws {NewerSchemaError} a later version of pagetap wrote it
   * @throws {Error} SQLite's own words: it is damaged, locked or cannot be written
   */
  constructor(path: string, log: Log) {
    this.#log = log;
    const database = new DatabaseSync(path, { timeout: BUSY_MS });
    this.#database = database;
    try {
      prepare(database);
      this.#load = database.prepare("SELECT record FROM records WHERE name = ?");
      this.#held = database.prepare("SELECT name FROM records WHERE held = 1 ORDER BY rowid DESC");
      this.#recent = database.prepare("SELECT name FROM records ORDER BY rowid DESC LIMIT ?");
      this.#save = database.prepare(
        "INSERT OR REPLACE INTO records (name, held, record) VALUES (?, ?, ?)",
      );
      this.#evict = database.prepare(
        `DELETE FROM records WHERE rowid IN (SELECT rowid FROM records ORDER BY held, rowid
           LIMIT max(0, (SELECT count(*) FROM records) - ${MAX_RECORDS}))`,
      );
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** The record of a workspace; null when there is none, or none that can be read. */
  load(name: string): WorkspaceRecord | null {
    const text = this.#read(() => this.#load.get(name)?.record);
    if (typeof text !== "string") return null;
    const record = parseRecord(text);
    if (record === null) this.#log.warn("a record could not be read");
    return record;
  }

  /** Names of the workspaces whose session may still run on a Grid, the last saved first. */
  held(): readonly string[] {
    const rows = this.#read(() => this.#held.all()) ?? [];
    return rows.map(({ name }) => String(name));
  }

  /** Names of the workspaces that were saved last, at most so many, the last one first. */
  recent(most: number): readonly string[] {
    const rows = this.#read(() => this.#recent.all(most)) ?? [];
    return rows.map(({ name }) => String(name));
  }

  /** Keeps a record in place of the one before; a fault is logged, once a streak. */
  save(name: string, record: WorkspaceRecord): void {
    if (!this.#open) return;
    const whole = JSON.stringify(record);
    const text = whole.length <= MAX_RECORD_CHARS
      ? whole
      : JSON.stringify({ ...record, url: null });
    try {
      this.#save.run(name, record.session === null ? 0 : 1, text);
      this.#evict.run();
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#log.warn("records are not kept", { why: why(error) });
      this.#failing = true;
    }
  }

  /** Closes the file. Safe twice; what is saved after it is not kept. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#database.close();
  }

  #read<T>(read: () => T): T | undefined {
    if (!this.#open) return undefined;
    try {
      return read();
    } catch (error) {
      this.#log.warn("records could not be read", { why: why(error) });
      return undefined;
    }
  }
}

/** Brings the file to the state the statements need. */
function prepare(database: DatabaseSync): void {
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  const found = database.prepare("PRAGMA quick_check(1)").get()?.quick_check;
  if (found !== "ok") throw new Error("database disk image is malformed");
  const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
  if (version > MIGRATIONS.length) throw new NewerSchemaError();
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue;
    database.exec(`BEGIN; ${migration} PRAGMA user_version = ${index + 1}; COMMIT`);
  }
}

/** SQLite's words, which name neither the file nor what is in it. */
function why(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
