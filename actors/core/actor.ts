/**
 * A behaviour with a mailbox of its own.
 *
 * Messages are handled one at a time, in the order they came; a synchronous `handle` costs no promise.
 * The end of the actor and of its children passes the messages that wait. A throw ends the actor and
 * tells its parent. Nothing is lost silently: every drop, late reply and failure is reported.
 *
 * @module
 */
import type { Timer } from "./clock.ts";
import { ActorStoppedError } from "./errors.ts";
import { Mailbox } from "./mailbox.ts";
import { PendingAsk, type Unanswered } from "./pending_ask.ts";
import type {
  ActorEvent,
  AskOptions,
  Behaviour,
  Context,
  Exit,
  MailboxOptions,
  Offer,
  Ref,
  Reply,
  System,
} from "./types.ts";
import { withTimeout } from "./wait.ts";

/** Messages handled in one task, after which others get their turn. */
const BATCH = 256;

/** Milliseconds a stop waits for the message being handled. */
const HANDLE_TIMEOUT_MS = 5_000;

/** Milliseconds a stop waits for `close`. */
const CLOSE_TIMEOUT_MS = 30_000;

/**
 * Starts an actor without a parent.
 *
 * @param name Names it in errors and reports.
 * @throws {RangeError} a bound of the mailbox is not above 0
 * @throws {TypeError} `maxBytes` without `sizeOf`
 */
export function spawn<M>(
  system: System,
  name: string,
  behaviour: Behaviour<M>,
  options: MailboxOptions<M>,
): Ref<M> {
  return new Actor(system, name, behaviour, options, () => {});
}

/**
 * Where an actor stands: nothing to do; a task scheduled or running; an async `handle` awaited; over.
 */
type Phase = "idle" | "active" | "awaiting" | "closing";

interface ChildExit {
  readonly child: string;
  readonly exit: Exit;
}

class Actor<M> implements Ref<M> {
  readonly name: string;
  readonly done: Promise<Exit>;
  readonly #system: System;
  readonly #behaviour: Behaviour<M>;
  readonly #options: MailboxOptions<M>;
  readonly #mailbox: Mailbox<M>;
  readonly #context: Context<M>;
  readonly #onExit: (exit: Exit) => void;
  readonly #onDone: (exit: Exit) => void;
  readonly #abort = new AbortController();
  readonly #asks = new Set<Unanswered>();
  /** The asks whose messages may still be dropped. */
  readonly #askOf = new WeakMap<object, Unanswered>();
  readonly #children = new Set<{ stop(): Promise<Exit> }>();
  readonly #childExits: ChildExit[] = [];
  #phase: Phase = "idle";
  /** Set when the actor begins to end, once. */
  #exit: Exit | undefined;
  /** Goes on after the awaited `handle`, once; undefined when none is awaited. */
  #resume: (() => void) | undefined;
  #handleTimer: Timer | undefined;
  /** Whether a message was lost since the mailbox was last empty: the first is reported at once. */
  #dropping = false;
  /** Messages lost since, which are reported together when the mailbox is empty. */
  #unreportedDrops = 0;

  constructor(
    system: System,
    name: string,
    behaviour: Behaviour<M>,
    options: MailboxOptions<M>,
    onExit: (exit: Exit) => void,
  ) {
    this.name = name;
    this.#system = system;
    this.#behaviour = behaviour;
    this.#options = options;
    this.#onExit = onExit;
    const { promise, resolve } = Promise.withResolvers<Exit>();
    this.done = promise;
    this.#onDone = resolve;
    this.#mailbox = new Mailbox(options, (message) => this.#onOverflow(message));
    this.#context = {
      self: this,
      system,
      signal: this.#abort.signal,
      mailbox: this.#mailbox,
      spawn: (name, behaviour, options) => this.#spawn(name, behaviour, options),
    };
  }

  tell(message: M): Offer {
    if (this.#exit !== undefined) return "stopped";
    const offer = this.#mailbox.offer(message);
    if (this.#phase === "idle") this.#wake();
    return offer;
  }

  ask<R>(build: (reply: Reply<R>) => M, options: AskOptions): Promise<R> {
    const { timeoutMs, signal } = options;
    if (!Number.isFinite(timeoutMs) || timeoutMs < 0) {
      return Promise.reject(new RangeError(`Cannot ask ${this.name}: timeoutMs is ${timeoutMs}`));
    }
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#exit !== undefined) return Promise.reject(new ActorStoppedError(this.name));

    const ask = new PendingAsk<R>(
      {
        name: this.name,
        clock: this.#system.clock,
        onSettled: (ask) => this.#asks.delete(ask),
        onLateReply: () => this.#report("late-reply"),
      },
      options,
    );
    this.#asks.add(ask);
    try {
      const message = build(ask);
      if (typeof message === "object" && message !== null) this.#askOf.set(message, ask);
      this.tell(message);
    } catch (error) {
      ask.giveUp(error);
    }
    return ask.promise;
  }

  stop(): Promise<Exit> {
    this.#end({ reason: "stopped" });
    return this.done;
  }

  #spawn<C>(name: string, behaviour: Behaviour<C>, options: MailboxOptions<C>): Ref<C> {
    if (this.#exit !== undefined) throw new ActorStoppedError(this.name);
    const child: Ref<C> = new Actor(this.#system, name, behaviour, options, (exit) => {
      this.#children.delete(child);
      if (this.#exit !== undefined) return;
      this.#childExits.push({ child: name, exit });
      if (this.#phase === "idle") this.#wake();
    });
    this.#children.add(child);
    return child;
  }

  #wake(): void {
    this.#phase = "active";
    this.#system.schedule(this.#run);
  }

  /** Handles what waits, up to a batch of it. */
  readonly #run = (): void => {
    for (let n = 0; n < BATCH; n++) {
      if (this.#exit !== undefined) return void this.#close(this.#exit);
      const childExit = this.#childExits.shift();
      if (childExit !== undefined) {
        this.#onChildExit(childExit);
      } else if (this.#mailbox.length === 0) {
        this.#phase = "idle";
        this.#reportDrops();
        return;
      } else {
        // Not empty, so that an undefined here is a message.
        const handling = this.#handle(this.#mailbox.take() as M);
        if (handling !== undefined) return this.#awaitHandle(handling);
      }
    }
    this.#wake();
  };

  #handle(message: M): Promise<void> | undefined {
    try {
      const result = this.#behaviour.handle(message, this.#context);
      // A synchronous handler may be an arrow that answers any value.
      return result instanceof Promise ? result : undefined;
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  #awaitHandle(handling: Promise<void>): void {
    const resume = (): void => {
      // A stop may have gone on without it.
      if (this.#resume !== resume) return;
      this.#resume = undefined;
      this.#handleTimer?.cancel();
      this.#wake();
    };
    this.#phase = "awaiting";
    this.#resume = resume;
    handling.then(resume, (error) => {
      this.#fail(error);
      resume();
    });
    // The actor may have been stopped by its own handler, before that first waited.
    if (this.#exit !== undefined) this.#boundHandle();
  }

  /** Goes on with the end when the running `handle` does not come to one. */
  #boundHandle(): void {
    this.#handleTimer = this.#system.clock.after(HANDLE_TIMEOUT_MS, () => {
      this.#reportFailure(
        new Error(
          `Cannot stop ${this.name} in order: the message it handles took over ${HANDLE_TIMEOUT_MS} ms`,
        ),
      );
      this.#resume?.();
    });
  }

  #onChildExit({ child, exit }: ChildExit): void {
    try {
      const decision = this.#behaviour.onChildExit?.(child, exit, this.#context);
      if (decision !== "escalate") return;
    } catch (error) {
      return this.#fail(error);
    }
    if (exit.reason === "failed") this.#fail(exit.error);
    else this.#end(exit);
  }

  #onOverflow(message: M): void {
    if (typeof message === "object" && message !== null) this.#askOf.get(message)?.drop();
    if (this.#dropping) this.#unreportedDrops++;
    else this.#report("dropped", { count: 1 });
    this.#dropping = true;
    try {
      this.#options.onDrop?.(message, "overflow");
    } catch (error) {
      this.#fail(error);
    }
  }

  #reportDrops(): void {
    if (this.#unreportedDrops > 0) this.#report("dropped", { count: this.#unreportedDrops });
    this.#unreportedDrops = 0;
    this.#dropping = false;
  }

  #fail(error: unknown): void {
    // What a handler throws because it was told to stop is no failure.
    if (this.#exit !== undefined && error === this.#abort.signal.reason) return;
    this.#reportFailure(error);
    this.#end({ reason: "failed", error });
  }

  #end(exit: Exit): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    if (this.#phase === "idle") this.#wake();
    else if (this.#phase === "awaiting") this.#boundHandle();
    this.#abort.abort(new ActorStoppedError(this.name));
  }

  async #close(exit: Exit): Promise<void> {
    this.#phase = "closing";
    for (const ask of this.#asks) ask.stop();
    this.#dropUndelivered();
    await Promise.all([...this.#children].map((child) => child.stop()));
    try {
      const closing = this.#behaviour.close?.(exit);
      if (closing instanceof Promise) {
        await withTimeout(
          this.#system.clock,
          closing,
          CLOSE_TIMEOUT_MS,
          () =>
            new Error(
              `Cannot close ${this.name} in order: closing took over ${CLOSE_TIMEOUT_MS} ms`,
            ),
        );
      }
    } catch (error) {
      this.#reportFailure(error);
    }
    this.#onExit(exit);
    this.#onDone(exit);
  }

  #dropUndelivered(): void {
    while (this.#mailbox.length > 0) {
      const message = this.#mailbox.take() as M;
      this.#unreportedDrops++;
      try {
        this.#options.onDrop?.(message, "stopped");
      } catch (error) {
        this.#reportFailure(error);
      }
    }
    this.#reportDrops();
  }

  #reportFailure(error: unknown): void {
    this.#report("failed", { error });
  }

  #report(what: ActorEvent["what"], more: Pick<ActorEvent, "error" | "count"> = {}): void {
    this.#system.report({ actor: this.name, what, ...more });
  }
}
