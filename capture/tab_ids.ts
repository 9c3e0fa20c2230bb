/**
 * The ids of a session's tabs: `t1`, `t2`, ... in the order they came, none of them ever given to another
 * tab. Whoever drives the browser and whoever captures it count the same tabs in the same order, so both give
 * a tab the same id without asking each other.
 *
 * @module
 */

/** What was given out, for who goes on counting. */
export interface TabCount {
  /** The number of the newest tab. */
  readonly last: number;
  /** The numbers of those that are there, by context. */
  readonly tabs: Readonly<Record<string, number>>;
}

/** Tabs of which it is kept which number they have; a session with more has the others counted anew. */
const MAX_KEPT = 50;

/** The ids of one session. */
export class TabIds {
  readonly #kept = new Map<string, number>();
  #last = 0;

  /** Goes on where an earlier process stopped. */
  restore({ last, tabs }: TabCount): void {
    this.#last = Math.max(this.#last, last);
    for (const [context, number] of Object.entries(tabs)) this.#kept.set(context, number);
  }

  /** The id of a tab that is new, or was there in an earlier process; to be asked once a tab. */
  take(context: string): string {
    const number = this.#kept.get(context) ?? ++this.#last;
    this.#kept.delete(context);
    return `t${number}`;
  }

  /** What is to be kept, of these tabs. */
  count(tabs: readonly { readonly context: string; readonly id: string }[]): TabCount {
    const kept = tabs.slice(-MAX_KEPT).map(({ context, id }) => [context, Number(id.slice(1))]);
    return { last: this.#last, tabs: Object.fromEntries(kept) };
  }
}
