/**
 * The vocabulary of actors: what others hold of one (`Ref`), what it is made of (`Behaviour`), and
 * what runs it (`System`). Nothing here knows a browser.
 *
 * @module
 */
import type { Clock } from "./clock.ts";

/** What became of a message that was offered: taken, taken at an older one's cost, or not taken. */
export type Offer = "accepted" | "displaced" | "refused" | "stopped";

/** How an actor ended. */
export type Exit =
  | { readonly reason: "stopped" }
  | { readonly reason: "failed"; readonly error: unknown };

/** The bounds of a mailbox. */
export interface MailboxOptions<M> {
  /** Messages held at most, above 0. */
  readonly capacity: number;
  /** Bytes held at most by `sizeOf`; one bigger message is refused. Default: not bounded by bytes. */
  readonly maxBytes?: number;
  /** Bytes of one message; needed with `maxBytes`. */
  sizeOf?(message: M): number;
  /**
   * When full: `refuse` the new message, or displace the oldest of the lowest rank. A message is never
   * displaced for one of a lower rank: that one is refused.
   */
  readonly overflow: "refuse" | "displace-oldest";
  /** A message's rank (0 goes first), or null for one that is never displaced; default 0 for all. */
  rank?(message: M): number | null;
  /**
   * Called once with each message lost, and why: displaced or refused (`overflow`), or taken and not
   * handled before the end (`stopped`). One told after the end is not: its teller hears `stopped`.
   */
  onDrop?(message: M, why: "overflow" | "stopped"): void;
}

/** What went through a mailbox. */
export interface MailboxCounts {
  /** Messages held now. */
  readonly length: number;
  /** Bytes held now, by `sizeOf`. */
  readonly bytes: number;
  /** Messages ever taken in. */
  readonly accepted: number;
  /** Messages ever taken in and lost to a newer one. */
  readonly displaced: number;
  /** Messages ever not taken in. */
  readonly refused: number;
  /** The most messages ever held at once. */
  readonly peak: number;
}

/** All that others hold of an actor. */
export interface Ref<M> {
  /** Names it in errors and reports. */
  readonly name: string;
  /** Resolves once, when the actor has ended and been closed. */
  readonly done: Promise<Exit>;
  /** Offers a message; never waits. */
  tell(message: M): Offer;
  /**
   * Sends a message that carries a reply, and waits for the answer.
   *
   * @throws {AskTimeoutError} no answer within `timeoutMs`
   * @throws {MailboxFullError} the mailbox refused it, or displaced it before it was handled
   * @throws {ActorStoppedError} the actor had ended, or ended before it answered
   * @throws {RangeError} `timeoutMs` is no finite number of 0 or more
   * @throws The signal's reason, when it aborts first.
   */
  ask<R>(build: (reply: Reply<R>) => M, options: AskOptions): Promise<R>;
  /**
   * Ends the actor: refuses new messages, lets the running `handle` finish, rejects what is pending, stops
   * its children, runs `close`. Safe twice, and before the first message. Never await it in the actor's
   * own `handle`.
   */
  stop(): Promise<Exit>;
}

/** The bounds of a wait for an answer. */
export interface AskOptions {
  /** Milliseconds to wait, finite, 0 or more. */
  readonly timeoutMs: number;
  /** Gives up waiting when aborted; the message is handled all the same. */
  readonly signal?: AbortSignal;
}

/**
 * An answer that is owed: a value that can be kept and answered later, once. A second answer, or one that
 * comes after the asker has gone, is reported and otherwise ignored.
 */
export interface Reply<R> {
  /** Answers. */
  ok(value: R): void;
  /** Answers with a failure: the `ask` rejects with it. */
  fail(error: Error): void;
}

/** What an actor does. `handle` runs one message at a time, in order. */
export interface Behaviour<M> {
  /** One message. A throw ends the actor. Never await an `ask` in here: take its answer as a message. */
  handle(message: M, context: Context<M>): void | Promise<void>;
  /** A child ended; `escalate` ends this actor with the same exit. Default: nothing. */
  onChildExit?(child: string, exit: Exit, context: Context<M>): void | "escalate";
  /** Runs once, last, after everything pending was settled. */
  close?(exit: Exit): void | Promise<void>;
}

/** What a behaviour can reach. */
export interface Context<M> {
  /** The actor itself, to tell or to hand out. */
  readonly self: Ref<M>;
  /** What runs it. */
  readonly system: System;
  /** Aborts when the actor begins to end. */
  readonly signal: AbortSignal;
  /** What went through this actor's mailbox. */
  readonly mailbox: MailboxCounts;
  /**
   * Starts a child; it is stopped when this actor ends.
   *
   * @throws {ActorStoppedError} this actor has begun to end
   */
  spawn<C>(name: string, behaviour: Behaviour<C>, options: MailboxOptions<C>): Ref<C>;
}

/** What runs actors; injected, so that a test runs them to quiescence with no timers. */
export interface System {
  /** The time all its actors go by. */
  readonly clock: Clock;
  /** Runs a task soon, after the running one; a long series of tasks yields to the event loop. */
  schedule(task: () => void): void;
  /** Takes what no caller hears: a failed actor, a late reply, a dropped message. */
  report(event: ActorEvent): void;
}

/** What a system is told. Never carries a message, only names and counts. */
export interface ActorEvent {
  /** The name of the actor it is about. */
  readonly actor: string;
  /**
   * `failed`: it threw, or whoever it told did, or it did not end in time. `late-reply`: an answer nobody
   * waits for any more. `dropped`: messages lost.
   */
  readonly what: "failed" | "late-reply" | "dropped";
  /** What was thrown; with `failed` only. */
  readonly error?: unknown;
  /** Messages dropped since the last report of it: a run of losses is two reports, not one each. */
  readonly count?: number;
}
