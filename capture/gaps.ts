/** When something may have been missed, and how much was lost for certain. @module */
import type { Gap } from "./shapes.ts";

/** What is said of a gap behind which a whole replay was new. */
export const REPLAY_CUT =
  "more than 100 lines were logged in it, of which the oldest may be missing";

/** Gaps told of, oldest forgotten first. */
const MAX_GAPS = 50;

/** The gaps of one workspace. */
export class Gaps {
  #gaps: Gap[] = [];
  #lost = 0;

  /** The gaps, oldest first. */
  get list(): Gap[] {
    return this.#gaps;
  }

  /** How many events were lost. */
  get lost(): number {
    return this.#lost;
  }

  /** Something may have been missed. */
  add(gap: Gap): void {
    this.#gaps.push(gap);
    if (this.#gaps.length > MAX_GAPS) this.#gaps.shift();
  }

  /** So many events were lost, somewhere in this gap. */
  lose(count: number, gap: Gap): void {
    this.#lost += count;
    this.add(gap);
  }

  /** More is known of the gap with this number, if it is still told of. */
  explain(seq: number, more: string): void {
    this.#gaps = this.#gaps.map((gap) =>
      gap.seq === seq ? { ...gap, why: `${gap.why}; ${more}` } : gap
    );
  }

  /** Forgets them. */
  clear(): void {
    this.#gaps = [];
    this.#lost = 0;
  }
}
