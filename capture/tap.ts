/**
 * Where what is captured is told as it happens, to whoever watches. Nothing is put into words while nobody
 * does.
 *
 * @module
 */
import { type Exchange, rowOf } from "./exchange.ts";
import { entryOf, type LogRecord } from "./log_record.ts";
import type { StripOf } from "./older_pages.ts";
import type { Entry, Row } from "./shapes.ts";
import { showEntry, showRow } from "./views.ts";

/** What is told of: a line, or a request each time something of it is known. Masked, and short as in a list. */
export type TailRow =
  | { readonly kind: "console"; readonly row: TailEntry }
  | { readonly kind: "network"; readonly row: TailRequest };

/** A console entry as it comes; its `seq` is 0 when it is not kept. */
export interface TailEntry extends Omit<Entry, "level"> {
  /** How bad it is; a `debug` one is never kept. */
  level: Entry["level"] | "debug";
  /** Whether it can be read later; a `debug` one is only counted. */
  kept: boolean;
}

/** A request as it stands: told again, under the same id, when it has been answered and when it has ended. */
export interface TailRequest extends Row {
  /** Whether it can be read later; a successful static one is only counted. */
  kept: boolean;
}

/** Tells what is captured. */
export class Tap {
  /** Who watches; null for nobody. */
  watcher: ((row: TailRow) => void) | null = null;
  readonly #strip: StripOf;

  /** `strip`: takes queries off URLs of older documents, whose requests may end after they were left. */
  constructor(strip: StripOf) {
    this.#strip = strip;
  }

  /** A line came; of equal ones each is told of. One without a number is not kept. */
  entry(record: LogRecord, level: TailEntry["level"] = record.level): void {
    if (this.watcher === null) return;
    const entry = showEntry(entryOf(record, this.#strip(record.nav)), 1);
    this.watcher({ kind: "console", row: { ...entry, level, kept: record.seq > 0 } });
  }

  /** Something of a request became known. */
  request(exchange: Exchange): void {
    if (this.watcher === null) return;
    const row = {
      ...showRow(rowOf(exchange, this.#strip(exchange.nav))),
      kept: !exchange.countedAsStatic,
    };
    this.watcher({ kind: "network", row });
  }
}
