/**
 * The navigation of the driven tab that the open window began, until it reached `load` or came to
 * nothing.
 *
 * @module
 */

interface Load {
  readonly call: number;
  readonly context: string;
  readonly navigation: string | null;
}

/** At most one load is under way: a newer one replaces it. */
export class Loading {
  #load: Load | null = null;

  /** A navigation began in this context; `call` is the one whose window is open, if any is. */
  began(call: number | null, context: string, navigation: string | null): void {
    this.#load = call === null ? null : { call, context, navigation };
  }

  /** This navigation reached `load`, failed, or became a download. */
  ended(context: string, navigation: string | null): void {
    const load = this.#load;
    if (load === null || load.context !== context) return;
    if (navigation === null || load.navigation === null || load.navigation === navigation) {
      this.#load = null;
    }
  }

  /** The context is gone, or the whole browser when none is named. */
  gone(context?: string): void {
    if (context === undefined || this.#load?.context === context) this.#load = null;
  }

  /** Whether this call waits for a load. */
  isOpenFor(call: number): boolean {
    return this.#load?.call === call;
  }
}
