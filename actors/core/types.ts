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
   * When full: `refuse` the new message, or displace the oldest of the lowest rank. `rank` answers a
   * message's rank (0 goes first), or null for one that is never displaced; default 0 for all.
   */
  readonly overflow: "refuse" | "displace-oldest";
  rank?(message: M): number | null;
  /** Called with each message lost, and why. */
  onDrop?(message: M, why: "overflow" | "stopped"): void;
}

/** All that others hold of an actor. */
export interface Ref<M> {
  readonly name: string;
  /** Resolves once, when the actor has ended and been closed. */
  readonly done: Promise<Exit>;
  /** Offers a message; never waits. */
  tell(message: M): Offer;
  /**
   * Sends a message that carries a reply, and waits for the answer.
   *
   * @throws {AskTimeoutError} no answer within `timeoutMs`
   * @throws {MailboxFullError} the mailbox refused it
   * @throws {ActorStoppedError} the actor had ended, or ended before it answered
   */
  ask<R>(build: (reply: Reply<R>) => M, options: AskOptions): Promise<R>;
  /** Ends the actor: refuses new messages, settles what is pending, runs `close`. Safe twice. */
  stop(): Promise<Exit>;
}

/** The bounds of a wait for an answer. */
export interface AskOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** An answer that is owed: a value that can be kept and answered later, once. */
export interface Reply<R> {
  ok(value: R): void;
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
  readonly self: Ref<M>;
  readonly system: System;
  /** Aborts when the actor begins to end. */
  readonly signal: AbortSignal;
  /** Starts a child; it is stopped when this actor ends. */
  spawn<C>(name: string, behaviour: Behaviour<C>, options: MailboxOptions<C>): Ref<C>;
}

/** What runs actors; injected, so that a test runs them to quiescence with no timers. */
export interface System {
  readonly clock: Clock;
  /** Runs a task soon, after the running one; a long series of tasks yields to the event loop. */
  schedule(task: () => void): void;
  /** Takes what no caller hears: a failed actor, a late reply, a dropped message. */
  report(event: ActorEvent): void;
}

/** What a system is told. Never carries a message, only names and counts. */
export interface ActorEvent {
  readonly actor: string;
  readonly what: "failed" | "late-reply" | "dropped";
  readonly error?: unknown;
}
