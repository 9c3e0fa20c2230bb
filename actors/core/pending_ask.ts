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
  readonly #timeoutMs: number;
  /** Its stack shows who asked. One for all errors: taking a stack is most of what an ask costs. */
  readonly #place = new Error();
  readonly #resolve: (value: R) => void;
  readonly #reject: (reason: unknown) => void;
  #release: () => void = () => {};
  #settled = false;

  /** Starts to wait. */
  constructor(asked: Asked, options: AskOptions) {
    const { timeoutMs, signal } = options;
    this.#asked = asked;
    this.#timeoutMs = timeoutMs;
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    this.promise = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#release = watch(
      asked.clock,
      { ms: timeoutMs, signal },
      (why) => why === "timeout" ? this.#timeOut() : this.giveUp(signal?.reason),
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
    this.giveUp(this.#madeAtPlace(new ActorStoppedError(this.#asked.name)));
  }

  drop(): void {
    this.giveUp(this.#madeAtPlace(new MailboxFullError(this.#asked.name)));
  }

  /** Rejects with `reason`, unless it is settled. */
  giveUp(reason: unknown): void {
    if (this.#settle()) this.#reject(reason);
  }

  #timeOut(): void {
    this.giveUp(this.#madeAtPlace(new AskTimeoutError(this.#asked.name, this.#timeoutMs)));
  }

  #madeAtPlace(error: Error): Error {
    const [, ...frames] = this.#place.stack?.split("\n") ?? [];
    error.stack = [`${error.name}: ${error.message}`, ...frames].join("\n");
    return error;
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#release();
    this.#asked.onSettled(this);
    return true;
  }
}
