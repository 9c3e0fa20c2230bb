/**
 * Keeps a workspace's record, ahead of the numbers it uses: those of entries and requests are never used
 * twice, also by a process that comes after this one was killed.
 *
 * @module
 */
import type { RecordStore, WorkspaceRecord } from "./store/record.ts";

/** How far the kept numbers are ahead of the used ones: they are kept in steps. */
const SEQ_STEP = 1_000;

/** The numbers a capture has used. */
export interface UsedNumbers {
  /** Of the last entry or request. */
  readonly seq: number;
  /** Of the last navigation. */
  readonly nav: number;
}

/** Keeps the record of one workspace. */
export class RecordKeeper {
  readonly #name: string;
  readonly #store: RecordStore;
  /** Numbers below this may have been used. */
  #seqKept = 0;
  #navKept = 0;

  /** Nothing is kept before the first `save`. */
  constructor(name: string, store: RecordStore) {
    this.#name = name;
    this.#store = store;
  }

  /** Whether the record must be kept again before more numbers are used. */
  due({ seq, nav }: UsedNumbers): boolean {
    return seq >= this.#seqKept || nav > this.#navKept;
  }

  /** Keeps a record in place of the one before. */
  save(record: Omit<WorkspaceRecord, "seq" | "nav">, { seq, nav }: UsedNumbers): void {
    this.#seqKept = seq + SEQ_STEP;
    this.#navKept = nav;
    this.#store.save(this.#name, { ...record, seq: this.#seqKept, nav });
  }
}
