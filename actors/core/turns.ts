/**
 * Tasks that take turns: one at a time, in the order of arrival, with a bound on how many wait.
 *
 * @module
 */

/** As many wait already as may. */
export class TurnsTakenError extends Error {
  /** The class, for logs and for callers across a boundary. */
  override readonly name = "TurnsTakenError";

  /** `waiting` is how many wait. */
  constructor(waiting: number) {
    super(`Cannot wait for a turn: ${waiting} wait already`);
  }
}

/** A queue of tasks, run one at a time. */
export class Turns {
  readonly #most: number;
  #waiting: (() => void)[] = [];
  #running = false;

  /** At most `most` tasks wait while one runs. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Runs a task when those before it have ended, however they ended. A task whose signal aborts while it
   * waits never runs; one that runs has to end by itself.
   *
   * @throws {TurnsTakenError} too many wait
   * @throws The signal's reason, or what the task throws.
   */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#running) await this.#turn(signal);
    this.#running = true;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      // A turn handed on stays taken: whoever comes in between waits.
      if (next === undefined) this.#running = false;
      else next();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#most) throw new TurnsTakenError(this.#waiting.length);
    return new Promise((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener("abort", left);
        resolve();
      };
      const left = () => {
        this.#waiting = this.#waiting.filter((each) => each !== turn);
        reject(signal.reason);
      };
      signal.addEventListener("abort", left, { once: true });
      this.#waiting.push(turn);
    });
  }
}
