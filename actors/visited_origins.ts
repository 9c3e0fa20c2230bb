/**
 * The origins a session has been on, in any tab or frame.
 *
 * @module
 */

/** Origins remembered at most; the one not seen for longest is forgotten first. */
const MAX_ORIGINS = 100;

/** The origins of one session; they outlive a channel. */
export class VisitedOrigins {
  readonly #origins = new Set<string>();

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

  /** All of them, the last one first. */
  get newestFirst(): readonly string[] {
    return [...this.#origins].reverse();
  }
}
