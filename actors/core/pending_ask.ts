/**
 * One question that an actor has not answered yet.
 *
 * @module
 */
import type { Clock } from "./clock.ts";
import { ActorStoppedError, AskTimeoutError, MailboxFullError } from "./errors.ts";
import type { AskOptions, Reply } from "./types.ts";
import { watch } from "./wait.ts";

/** How an actor ends a question that will get no answer. */
export interface Unanswered {
  /** The actor has ended. */
  stop(): void;
  /** The message was refused, or displaced before it was handled. */
  drop(): void;
}

/** What a pending ask needs of the actor that was asked. */
export interface Asked {
  /** Names it in errors. */
  readonly name: string;
  /** Times the wait. */
  readonly clock: Clock;
  /** Called once, however the ask ends. */
  onSettled(ask: Unanswered): void;
  /** Called with each answer that nobody waits for. */
  onLateReply(): void;
}

/** Settles once: by an answer, the time, the caller's signal, or the actor's end. */
export class PendingAsk<R> implements Reply<R>, Unanswered {
  /** What the asker waits for. */
  readonly promise: Promise<R>;
  readonly #asked: Asked;
  // Made here and not when they are needed: here the stack still shows who asked.
  readonly #timedOut: AskTimeoutError;
  readonly #stopped: ActorStoppedError;
  readonly #full: MailboxFullError;
  readonly #resolve: (value: R) => void;
  readonly #reject: (reason: unknown) => void;
  #release: () => void = () => {};
  #settled = false;

  /** Starts to wait. */
  constructor(asked: Asked, options: AskOptions) {
    const { timeoutMs, signal } = options;
    this.#asked = asked;
    this.#timedOut = new AskTimeoutError(asked.name, timeoutMs);
    this.#stopped = new ActorStoppedError(asked.name);
    this.#full = new MailboxFullError(asked.name);
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    this.promise = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#release = watch(
      asked.clock,
      { ms: timeoutMs, signal },
      (why) => this.giveUp(why === "timeout" ? this.#timedOut : signal?.reason),
    );
  }

  /** Answers. */
  ok(value: R): void {
    if (this.#settle()) this.#resolve(value);
    else this.#asked.onLateReply();
  }

  /** Answers with a failure. */
  fail(error: Error): void {
    if (this.#settle()) this.#reject(error);
    else this.#asked.onLateReply();
  }

  stop(): void {
    this.giveUp(this.#stopped);
  }

  drop(): void {
    this.giveUp(this.#full);
  }

  /** Rejects with `reason`, unless it is settled. */
  giveUp(reason: unknown): void {
    if (this.#settle()) this.#reject(reason);
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#release();
    this.#asked.onSettled(this);
    return true;
  }
}
