/**
 * The rows of one tab: what is captured, kept true, or the live tail. Newest first, and never more than the
 * page can hold.
 *
 * @module
 */
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type {
  AdminList,
  CaptureOff,
  Entry,
  Row,
  TailEntry,
  TailRequest,
} from "../../http/admin/shapes.ts";
import { askJson, Refused, workspacePath } from "./api.ts";
import { follow } from "./events.ts";
import type { TabKind } from "./route.ts";

/** Rows in the page at most. */
const MAX_ROWS = 2_000;
/** Requests for what is captured, of some 60 kB each, until all of it is there. */
const MAX_FETCHES = 40;
/** Rows that are looked at again, of those that are here and were not at their end. */
const MAX_OPEN = 10;

/** A row of either tab. */
export type AnyRow = (Entry | TailEntry | Row | TailRequest) & { readonly kept?: boolean };

/** What a tab shows. */
export interface RowsState {
  /** The rows, newest first. */
  readonly rows: readonly AnyRow[];
  /** What the newest answer said of itself; null before the first, and in the tail. */
  readonly head: Omit<AdminList, "tail_url"> | CaptureOff | null;
  /** Rows the tail had dropped. */
  readonly dropped: number;
  /** Rows the tail has shown, those it no longer holds too. */
  readonly seen: number;
  /** Whether the tail is open. */
  readonly open: boolean;
  /** How often the tail was opened again: what came in between is not here. */
  readonly breaks: number;
  /** Why there is nothing new; null while there is nothing wrong. */
  readonly trouble: string | null;
}

const EMPTY: RowsState = {
  rows: [],
  head: null,
  dropped: 0,
  seen: 0,
  open: false,
  breaks: 0,
  trouble: null,
};

/** What is asked for. */
export interface RowsOptions {
  /** The workspace. */
  readonly key: string;
  /** Which of its lists. */
  readonly tab: TabKind;
  /** How many of the newest documents, 1 to 5. */
  readonly pages: number;
}

/** What is captured; `refresh` brings what is new. */
export class CapturedRows {
  readonly #options: RowsOptions;
  readonly #state: Signal<RowsState> = signal(EMPTY);
  readonly #abort = new AbortController();
  #running = false;
  #again = false;

  /** Empty until the first refresh. */
  constructor(options: RowsOptions) {
    this.#options = options;
  }

  /** What there is to show. */
  get state(): ReadonlySignal<RowsState> {
    return this.#state;
  }

  /** Brings what is new; one that is asked for meanwhile follows. */
  async refresh(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = true;
    try {
      do {
        this.#again = false;
        await this.#fetch();
      } while (this.#again && !this.#abort.signal.aborted);
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#fail(error);
    } finally {
      this.#running = false;
    }
  }

  /** Nobody looks any more. */
  close(): void {
    this.#abort.abort();
  }

  /** The newest page of the list; what is older is only asked for where it is not here yet. */
  async #fetch(): Promise<void> {
    const { signal } = this.#abort;
    const fresh: AnyRow[] = [];
    let known: readonly AnyRow[] = [];
    let head: RowsState["head"] = null;
    let more = false;
    for (let fetches = 0; fetches < MAX_FETCHES; fetches++) {
      const before = fresh.at(-1)?.seq;
      const list = await askJson<AdminList | CaptureOff>(this.#path(before), signal);
      if (head === null) {
        head = list;
        known = this.#knownOf(list);
      }
      more = list.capture && list.more;
      if (!list.capture) break;
      fresh.push(...rowsOf(list));
      const oldest = fresh.at(-1)?.seq ?? 0;
      if (!more || (known[0]?.seq ?? 0) >= oldest) break;
    }
    const oldest = fresh.at(-1)?.seq ?? Infinity;
    const kept = more ? known.filter(({ seq }) => seq < oldest) : [];
    const rows = [...fresh, ...await this.#lookAgain(kept)].slice(0, MAX_ROWS);
    this.#state.value = { ...EMPTY, rows, head };
  }

  /** The rows that are here, where they are of the documents that a list is of; with others shown, none are. */
  #knownOf(list: AdminList | CaptureOff): readonly AnyRow[] {
    const { rows, head } = this.#state.value;
    const asked = this.#options.pages;
    return head !== null && documentsOf(head, asked) === documentsOf(list, asked) ? rows : [];
  }

  /** Rows that are not asked for any more; those that were not at their end as they are now, if they still are. */
  async #lookAgain(rows: readonly AnyRow[]): Promise<readonly AnyRow[]> {
    const open = rows.filter((row) => "state" in row && row.state === "pending").slice(0, MAX_OPEN);
    const now = new Map<number, AnyRow | undefined>();
    for (const { seq } of open) {
      const list = await askJson<AdminList | CaptureOff>(
        this.#path(seq + 1, 1),
        this.#abort.signal,
      );
      now.set(seq, list.capture ? rowsOf(list).find((row) => row.seq === seq) : undefined);
    }
    return rows.flatMap((row) => now.has(row.seq) ? now.get(row.seq) ?? [] : row);
  }

  #path(before: number | undefined, limit = 1_000): string {
    const { key, tab, pages } = this.#options;
    const cursor = before === undefined ? "" : `&before=${before}`;
    return `${workspacePath(key)}/${tab}?pages=${pages}&limit=${limit}${cursor}`;
  }

  #fail(error: unknown): void {
    const trouble = error instanceof Refused ? error.message : String(error);
    this.#state.value = { ...this.#state.value, trouble };
  }
}

/** The live tail: everything as it happens, the newest of it held here. */
export class LiveRows {
  readonly #state: Signal<RowsState> = signal(EMPTY);
  readonly #abort = new AbortController();
  readonly #tab: TabKind;
  #opened = 0;

  /** Begins to listen. */
  constructor({ key, tab }: RowsOptions) {
    this.#tab = tab;
    void follow({
      path: async (signal) => {
        const path = `${workspacePath(key)}/${tab}?limit=1`;
        return (await askJson<AdminList>(path, signal)).tail_url;
      },
      heard: (events) => this.#hear(events as (AnyRow | { dropped: number })[]),
      open: (open) => {
        if (open) this.#set({ open, trouble: null, breaks: this.#opened++ });
        else this.#set({ open });
      },
      failed: (error) =>
        this.#set({ trouble: error instanceof Refused ? error.message : "The tail was cut off" }),
    }, this.#abort.signal);
  }

  /** What there is to show. */
  get state(): ReadonlySignal<RowsState> {
    return this.#state;
  }

  /** Nobody looks any more. */
  close(): void {
    this.#abort.abort();
  }

  /** Lets go of the rows; the counts go on. */
  clear(): void {
    this.#set({ rows: [] });
  }

  #hear(events: readonly (AnyRow | { dropped: number })[]): void {
    const { rows, dropped, seen } = this.#state.value;
    const fresh = events.filter((event): event is AnyRow => !("dropped" in event));
    const lost = events.reduce((sum, event) => sum + ("dropped" in event ? event.dropped : 0), 0);
    const next = this.#tab === "console" ? [...fresh.toReversed(), ...rows] : merged(rows, fresh);
    this.#set({
      rows: next.slice(0, MAX_ROWS),
      dropped: dropped + lost,
      seen: seen + (this.#tab === "console" ? fresh.length : next.length - rows.length),
    });
  }

  #set(change: Partial<RowsState>): void {
    this.#state.value = { ...this.#state.value, ...change };
  }
}

/** A request comes again under its id when more is known of it. */
function merged(rows: readonly AnyRow[], fresh: readonly AnyRow[]): AnyRow[] {
  const latest = new Map(fresh.map((row) => [idOf(row), row]));
  const old = rows.map((row) => {
    const newer = latest.get(idOf(row));
    if (newer === undefined) return row;
    latest.delete(idOf(row));
    return newer;
  });
  return [...[...latest.values()].toReversed(), ...old];
}

function idOf(row: AnyRow): string {
  return "id" in row ? row.id : String(row.seq);
}

/** The numbers of the newest documents, as many as there are of `most`, in one string. */
function documentsOf(list: NonNullable<RowsState["head"]>, most: number): string {
  return list.capture ? list.pages.slice(0, most).map(({ nav }) => nav).join() : "";
}

function rowsOf(list: AdminList): AnyRow[] {
  return "entries" in list ? list.entries : list.requests;
}
