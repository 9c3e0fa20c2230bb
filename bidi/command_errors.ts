/**
 * How a command can end without an answer of the browser's.
 *
 * @module
 */

/** The browser did not answer a command in time. */
export class CommandTimeoutError extends Error {
  /** Always `CommandTimeoutError`. */
  override readonly name = "CommandTimeoutError";
  /** The command, such as `script.evaluate`; the browser may still carry it out. */
  readonly method: string;
  /** Milliseconds the command was given. */
  readonly timeoutMs: number;

  /** `timeoutMs` is what the command was given, not what has passed. */
  constructor(method: string, timeoutMs: number) {
    super(`${method} got no answer within ${timeoutMs} ms`);
    this.method = method;
    this.timeoutMs = timeoutMs;
  }
}

/** The channel closed before a command was answered. */
export class ConnectionClosedError extends Error {
  /** Always `ConnectionClosedError`. */
  override readonly name = "ConnectionClosedError";
  /** The command, such as `script.evaluate`; whether it was carried out is not known. */
  readonly method: string;
  /** Why the channel closed, in words. */
  readonly why: string;

  /** `why` ends the message, so it is a phrase without a full stop. */
  constructor(method: string, why: string) {
    super(`${method} was not answered: ${why}`);
    this.method = method;
    this.why = why;
  }
}
