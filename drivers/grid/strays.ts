/**
 * Sessions that nobody waits for any more: asked for, given up, and made all the same. Each would hold a
 * place on the Grid until its time is up.
 *
 * @module
 */
import { deadline } from "@std/async";
import type { GridNode } from "./status.ts";
import { findSession } from "./status.ts";
import type { Time } from "./time.ts";

/** Milliseconds after a request was given up at which its session is looked for. */
const LOOKS_MS = [500, 2_000, 6_000];

/** What {@link Strays} needs to know. */
export interface StraysOptions {
  /** What the nodes hold now; null when that cannot be told. Bounded, and never throws. */
  readonly nodes: () => Promise<readonly GridNode[] | null>;
  /** Ends a session. Bounded, and never throws. */
  readonly end: (id: string) => Promise<void>;
  /** What it waits by. */
  readonly time: Time;
}

/** Finds them and ends them, in the background. */
export class Strays {
  readonly #options: StraysOptions;
  readonly #work = new Set<Promise<void>>();

  /** Makes one with nothing to do. */
  constructor(options: StraysOptions) {
    this.#options = options;
  }

  /** Ends the session `id`. */
  end(id: string): void {
    this.keep(this.#options.end(id));
  }

  /** Looks for a session by its tag a few times, and ends it when it is there. */
  find(tag: string): void {
    this.keep(this.#find(tag));
  }

  /** Counts work that goes on when nobody waits for it; it is bounded, and never throws. */
  keep(work: Promise<void>): void {
    this.#work.add(work);
    work.finally(() => this.#work.delete(work));
  }

  /** Resolves when nothing is left to do, or after `timeoutMs` milliseconds. Never throws. */
  async settled(timeoutMs: number): Promise<void> {
    await deadline(Promise.all(this.#work), timeoutMs).catch(() => {});
  }

  async #find(tag: string): Promise<void> {
    let waited = 0;
    for (const at of LOOKS_MS) {
      await this.#options.time.sleep(at - waited);
      waited = at;
      const nodes = await this.#options.nodes();
      const found = findSession(nodes ?? [], (session) => session.tag === tag);
      if (found !== null) return await this.#options.end(found.session.id);
    }
  }
}
