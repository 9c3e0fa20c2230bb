/**
 * Calls that a 2025 client may cancel. Such a client says so in a POST of its own, which another instance
 * serves than the call's; what ties the two together is the session id the client was given when it
 * connected. Nothing else hangs on that id: no request is refused for having none, or one of before a
 * restart.
 *
 * @module
 */

/** What a call is known by. */
export interface CallKey {
  /** The workspace it runs in. */
  readonly workspace: string;
  /** The client that sent it. */
  readonly session: string;
  /** The JSON-RPC id, unique in its session. */
  readonly id: string | number;
}

/** The calls that run now. */
export class RunningCalls {
  readonly #running = new Map<string, AbortController>();

  /**
   * Runs `task` with a signal that aborts with `signal`, and when the call is cancelled.
   *
   * @param key what the call is known by; null when nobody can name it
   */
  async run<R>(
    key: CallKey | null,
    signal: AbortSignal,
    task: (signal: AbortSignal) => Promise<R>,
  ): Promise<R> {
    if (key === null) return await task(signal);
    const cancelled = new AbortController();
    const name = nameOf(key);
    this.#running.set(name, cancelled);
    try {
      return await task(AbortSignal.any([signal, cancelled.signal]));
    } finally {
      // A client that uses an id twice has replaced the entry; the later call keeps it.
      if (this.#running.get(name) === cancelled) this.#running.delete(name);
    }
  }

  /** Cancels a call; one that does not run is none. */
  cancel(key: CallKey): void {
    this.#running.get(nameOf(key))?.abort(new DOMException("The caller cancelled", "AbortError"));
  }
}

function nameOf({ workspace, session, id }: CallKey): string {
  return JSON.stringify([workspace, session, id]);
}
