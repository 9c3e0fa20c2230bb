/**
 * One listener's queue of events, as an actor: bounded, drained by itself, honest about what it lost.
 * When full it gives up the oldest log entry, then the oldest network event, never an event of a
 * browsing context.
 *
 * @module
 */
import type { BidiEvent } from "../bidi/protocol.ts";
import { spawn } from "./core/actor.ts";
import type { Behaviour, Context, Ref, System } from "./core/types.ts";
import { DispatcherStats } from "./dispatcher_stats.ts";

/** What a subscriber takes: an event, or a barrier that passes when all before it was handled. */
export type SubscriberMessage =
  | {
    readonly kind: "event";
    readonly event: BidiEvent;
    /** When the frame arrived, epoch milliseconds. */
    readonly at: number;
    /** Length of the frame. */
    readonly bytes: number;
  }
  | { readonly kind: "barrier"; readonly passed: () => void };

/** A subscriber, as others hold it. */
export type SubscriberRef = Ref<SubscriberMessage>;

/** Who listens; what it throws is reported, once a streak of the same kind of error. */
export interface Listener {
  /** One event, in the order of arrival. */
  event(event: BidiEvent, at: number): void;
  /** `count` events were displaced before the one that comes next. */
  lost(count: number, at: number): void;
}

/** Events a subscriber holds at most. */
export const SUBSCRIBER_CAPACITY = 1_000;
/** Bytes of frames a subscriber holds at most. */
export const SUBSCRIBER_BYTES = 16 * 1024 * 1024;

class Subscriber implements Behaviour<SubscriberMessage> {
  readonly #listener: Listener;
  readonly #stats: DispatcherStats;
  #untold = 0;
  #streak: string | undefined;

  constructor(listener: Listener, stats: DispatcherStats) {
    this.#listener = listener;
    this.#stats = stats;
  }

  drop(message: SubscriberMessage): void {
    if (message.kind === "barrier") return message.passed();
    this.#stats.dropped();
    this.#untold++;
  }

  handle(message: SubscriberMessage, context: Context<SubscriberMessage>): void {
    const now = context.system.clock.now();
    this.#stats.held(context.mailbox.peak);
    if (this.#untold > 0) {
      const count = this.#untold;
      this.#untold = 0;
      this.#guard(() => this.#listener.lost(count, now), context);
    }
    if (message.kind === "barrier") return message.passed();
    this.#stats.handled(now - message.at);
    this.#guard(() => this.#listener.event(message.event, message.at), context);
  }

  #guard(task: () => void, { self, system }: Context<SubscriberMessage>): void {
    try {
      task();
      this.#streak = undefined;
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      if (name === this.#streak) return;
      this.#streak = name;
      system.report({ actor: self.name, what: "failed", error });
    }
  }
}

/** How dear a message is: what is displaced first has the lowest rank, null is never displaced. */
function rank(message: SubscriberMessage): number | null {
  if (message.kind === "barrier") return null;
  if (message.event.method === "log.entryAdded") return 0;
  return message.event.method.startsWith("network.") ? 1 : null;
}

/**
 * Starts a subscriber for one listener.
 *
 * @param stats told how its events fare; a server has one for all its subscribers
 */
export function spawnSubscriber(
  system: System,
  name: string,
  listener: Listener,
  stats: DispatcherStats,
): SubscriberRef {
  const behaviour = new Subscriber(listener, stats);
  return spawn(system, name, behaviour, {
    capacity: SUBSCRIBER_CAPACITY,
    maxBytes: SUBSCRIBER_BYTES,
    sizeOf: (message) => message.kind === "event" ? message.bytes : 0,
    overflow: "displace-oldest",
    rank,
    onDrop: (message) => behaviour.drop(message),
  });
}
