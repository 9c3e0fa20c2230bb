/**
 * The origins a session has been on, in any tab or frame.
 *
 * @module
 */

import type { ContextInfo } from "../bidi/protocol.ts";

/** Origins remembered at most; the one not seen for longest is forgotten first. */
const MAX_ORIGINS = 100;

/** The origins of one session; they outlive a channel. */
export class VisitedOrigins {
  readonly #origins: Set<string>;

  /** Goes on from those that an earlier process has seen, the last one first. */
  constructor(newestFirst: readonly string[] = []) {
    this.#origins = new Set(newestFirst.toReversed());
  }

  /** Takes the URL of a document that was shown; what is no HTTP one has no origin to remember. */
  add(url: string): void {
    if (!/^https?:/.test(url) || !URL.canParse(url)) return;
    const { origin } = new URL(url);
    this.#origins.delete(origin);
    this.#origins.add(origin);
    if (this.#origins.size <= MAX_ORIGINS) return;
    const [oldest] = this.#origins;
    if (oldest !== undefined) this.#origins.delete(oldest);
  }

  /** Takes what all tabs and frames show, as the browser has just listed them. */
  sync(contexts: readonly ContextInfo[]): void {
    for (const { url, children } of contexts) {
      this.sync(children ?? []);
      this.add(url);
    }
  }

  /** All of them, the last one first. */
  get newestFirst(): readonly string[] {
    return [...this.#origins].reverse();
  }
}
