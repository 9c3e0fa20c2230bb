/**
 * The live tail of one listener: what a workspace captures, as it happens, never stored. It holds a few
 * rows until its listener takes them; one that is slow loses its own oldest, counted.
 *
 * @module
 */
import type { TailRow } from "../capture/tap.ts";
import { Mailbox } from "./core/mailbox.ts";

/** Rows held for a listener at most. */
export const TAIL_CAPACITY = 500;
/** Characters of rows held for a listener at most, about. */
const TAIL_CHARACTERS = 2 * 1024 * 1024;
/** Characters of a row beside its URL or text. */
const ROW_CHARACTERS = 600;

/** What a tail may be of. */
export type TailKind = TailRow["kind"];

/** What a listener takes at once. */
export interface TailBatch {
  /** The rows, oldest first. */
  readonly rows: readonly TailRow["row"][];
  /** Rows that came before these and were dropped. */
  readonly dropped: number;
  /** Whether the tail has ended; there is nothing more. */
  readonly ended: boolean;
}

/** The tail of one listener. */
export class Tail {
  /** What it is of. */
  readonly kind: TailKind;
  readonly #rows: Mailbox<TailRow["row"]>;
  #dropped = 0;
  #ended = false;
  #awaited = Promise.withResolvers<void>();

  /** Empty. */
  constructor(kind: TailKind) {
    this.kind = kind;
    this.#rows = new Mailbox({
      capacity: TAIL_CAPACITY,
      maxBytes: TAIL_CHARACTERS,
      sizeOf: sizeOf,
      overflow: "displace-oldest",
    }, () => void this.#dropped++);
  }

  /** A row came; those of another kind are not this listener's. Never waits. */
  push({ kind, row }: TailRow): void {
    if (kind !== this.kind || this.#ended) return;
    this.#rows.offer(row);
    this.#awaited.resolve();
  }

  /** There will be nothing more. Safe twice. */
  end(): void {
    this.#ended = true;
    this.#awaited.resolve();
  }

  /** Resolves as soon as there is something to take, which may be the end. */
  get ready(): Promise<void> {
    return this.#awaited.promise;
  }

  /** Takes all there is. */
  take(): TailBatch {
    const rows: TailRow["row"][] = [];
    while (this.#rows.length > 0) {
      const row = this.#rows.take();
      if (row !== undefined) rows.push(row);
    }
    const dropped = this.#dropped;
    this.#dropped = 0;
    if (!this.#ended) this.#awaited = Promise.withResolvers();
    return { rows, dropped, ended: this.#ended };
  }
}

function sizeOf(row: TailRow["row"]): number {
  return ROW_CHARACTERS + ("text" in row ? row.text.length : row.url.length);
}
