/**
 * How a command can end without an answer of the browser's.
 *
 * @module
 */

/** The browser did not answer a command in time. */
export class CommandTimeoutError extends Error {
  override readonly name = "CommandTimeoutError";
  readonly method: string;
  /** Milliseconds the command was given. */
  readonly timeoutMs: number;

  constructor(method: string, timeoutMs: number) {
    super(`${method} got no answer within ${timeoutMs} ms`);
    this.method = method;
    this.timeoutMs = timeoutMs;
  }
}

/** The channel closed before a command was answered. */
export class ConnectionClosedError extends Error {
  override readonly name = "ConnectionClosedError";
  readonly method: string;
  /** Why the channel closed, in words. */
  readonly why: string;

  constructor(method: string, why: string) {
    super(`${method} was not answered: ${why}`);
    this.method = method;
    this.why = why;
  }
}
