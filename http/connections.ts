/**
 * The connections of a listener, bounded. Whoever only holds them makes room for whoever asks.
 *
 * @module
 */

/** A connection, as far as it is counted here. */
export interface Connection {
  /** Cuts it. */
  destroy(): void;
  /** Tells of its end. */
  once(event: "close", told: () => void): unknown;
}

/** Counts connections and what they wait for. */
export class Connections {
  readonly #most: number;
  /** Requests that are being answered on each; whoever has been without one for longest comes first. */
  readonly #running = new Map<Connection, number>();

  /** Takes so many at once. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Takes a connection; where there are as many as may be, the one that has asked nothing for longest is cut
   * for it, and this one when all are being answered.
   */
  take(connection: Connection): void {
    if (this.#running.size >= this.#most) {
      const idle = this.#running.entries().find(([, running]) => running === 0)?.[0];
      if (idle === undefined) return connection.destroy();
      this.#running.delete(idle);
      idle.destroy();
    }
    this.#running.set(connection, 0);
    connection.once("close", () => this.#running.delete(connection));
  }

  /** A request has come in on it. */
  asked(connection: Connection): void {
    this.#set(connection, 1);
  }

  /** A request on it was answered, or will not be. */
  answered(connection: Connection): void {
    this.#set(connection, -1);
  }

  #set(connection: Connection, more: number): void {
    const running = this.#running.get(connection);
    if (running === undefined) return;
    this.#running.delete(connection);
    this.#running.set(connection, running + more);
  }
}
