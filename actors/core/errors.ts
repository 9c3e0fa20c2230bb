/**
 * How an `ask` fails. The stack of each shows who asked.
 *
 * @module
 */

/** No answer came in time. The actor may still be at work on the message. */
export class AskTimeoutError extends Error {
  /** The class, for logs and for callers across a boundary. */
  override readonly name = "AskTimeoutError";
  /** The name of the actor that was asked. */
  readonly actor: string;
  /** Milliseconds waited. */
  readonly timeoutMs: number;

  /** Makes one for the actor that was asked and the milliseconds waited. */
  constructor(actor: string, timeoutMs: number) {
    super(`Cannot get an answer of ${actor}: none within ${timeoutMs} ms`);
    this.actor = actor;
    this.timeoutMs = timeoutMs;
  }
}

/** The mailbox had no room: the message was refused, or displaced before it was handled. */
export class MailboxFullError extends Error {
  /** The class, for logs and for callers across a boundary. */
  override readonly name = "MailboxFullError";
  /** The name of the actor that was asked. */
  readonly actor: string;

  /** Makes one for the actor that was asked. */
  constructor(actor: string) {
    super(`Cannot ask ${actor}: its mailbox is full`);
    this.actor = actor;
  }
}

/** The actor had ended, or ended before it answered. */
export class ActorStoppedError extends Error {
  /** The class, for logs and for callers across a boundary. */
  override readonly name = "ActorStoppedError";
  /** The name of the actor that ended. */
  readonly actor: string;

  /** Makes one for the actor that ended. */
  constructor(actor: string) {
    super(`Cannot reach ${actor}: it has stopped`);
    this.actor = actor;
  }
}
