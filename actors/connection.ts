/**
 * One browser's BiDi channel, as an actor. Its read side only parses and routes: a reply by id to
 * whoever asked, an event to every subscriber that names it, in the order of arrival. No handler runs
 * here, so nothing a page does can hold up an answer.
 *
 * Use it through `send`, `flush` and `closeConnection` of `commands.ts`.
 *
 * @module
 */
import { decode, encode } from "../bidi/codec.ts";
import type { ContextInfo } from "../bidi/protocol.ts";
import type { Closed, Transport } from "../bidi/transport.ts";
import { spawn } from "./core/actor.ts";
import type { Clock, Timer } from "./core/clock.ts";
import type { Behaviour, Context, Ref, Reply, System } from "./core/types.ts";
import type { DispatcherStats } from "./dispatcher_stats.ts";
import { type Arrival, HiddenTabs } from "./hidden_tabs.ts";
import { type Route, Routes } from "./routes.ts";
import type { SubscriberRef } from "./subscriber.ts";

/** How a command ended. */
export type Outcome =
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "error"; readonly code: string; readonly detail: string }
  | { readonly kind: "timeout" }
  | { readonly kind: "closed"; readonly why: string };

/** What a flush came to: the top-level contexts, or null when the browser did not answer. */
export type Flushed = readonly ContextInfo[] | null;

/** What a connection takes. */
export type ConnectionMessage =
  | { readonly kind: "closed"; readonly closed: Closed }
  | {
    readonly kind: "command";
    readonly method: string;
    readonly params: unknown;
    readonly timeoutMs: number;
    /** The tab it makes is ours, and hidden. */
    readonly hidden?: true;
    readonly reply: Reply<Outcome>;
  }
  | { readonly kind: "flush"; readonly reply: Reply<Flushed> }
  | { readonly kind: "heard-at"; readonly reply: Reply<number> }
  | ({ readonly kind: "route" } & Route)
  | { readonly kind: "unroute"; readonly subscriber: SubscriberRef }
  | { readonly kind: "overdue"; readonly id: number }
  | { readonly kind: "beat" }
  | { readonly kind: "close"; readonly keepCollectors: boolean; readonly reply: Reply<void> };

/** A connection, as others hold it. */
export type ConnectionRef = Ref<ConnectionMessage>;

/** What a connection tells its owner. `silent`: it no longer answers; `dropped`: the channel is gone. */
export type ConnectionNews =
  | { readonly kind: "silent"; readonly connection: ConnectionRef }
  | {
    readonly kind: "dropped";
    /** Which channel: by the time this is heard another may be open in its place. */
    readonly connection: ConnectionRef;
    readonly why: string;
    /** When the last frame came, epoch milliseconds. */
    readonly heardAt: number;
  };

/** What a connection is made of. */
export interface ConnectionOptions {
  /** An open channel, whose session may still have to be begun; the connection closes it. */
  readonly transport: Transport;
  /** Told once of a drop, and each time the browser has gone silent. */
  readonly owner: (news: ConnectionNews) => void;
  /** Counts what nobody asked for. */
  readonly stats: DispatcherStats;
  /** The browser's hidden tabs, which outlive its channels; none by default. */
  readonly hidden?: HiddenTabs;
}

const BEAT_AFTER_MS = 15_000;
const BEAT_TIMEOUT_MS = 5_000;
const BEAT_MISSES = 2;
const FLUSH_COMMAND_MS = 15_000;
const SILENT_MS = 3_000;
const CLOSE_MS = 2_000;
const MAILBOX = 8_192;
/** Events routed between two looks at whether they have been handled. */
const LAP = 100;
/** Laps that may be unhandled before the browser is held back: well below what a subscriber holds. */
const MAX_LAPS = 2;

interface Pending {
  readonly method: string;
  settle(outcome: Outcome): void;
  cancel(): void;
}

class Connection implements Behaviour<ConnectionMessage> {
  readonly #transport: Transport;
  readonly #owner: (news: ConnectionNews) => void;
  readonly #clock: Clock;
  readonly #stats: DispatcherStats;
  readonly #pending = new Map<number, Pending>();
  readonly #hidden: HiddenTabs;
  readonly #routes = new Routes();
  readonly #subscriptions = new Set<string>();
  readonly #collectors = new Set<string>();
  #nextId = 1;
  #lastFrameAt: number;
  #misses = 0;
  #beatTimer: Timer | undefined;
  #closing = false;
  #routed = 0;
  #laps = 0;

  constructor(options: ConnectionOptions, clock: Clock) {
    this.#transport = options.transport;
    this.#owner = options.owner;
    this.#clock = clock;
    this.#stats = options.stats;
    this.#hidden = options.hidden ?? new HiddenTabs();
    this.#lastFrameAt = clock.now();
  }

  handle(message: ConnectionMessage, context: Context<ConnectionMessage>): void {
    switch (message.kind) {
      case "command":
        return this.#command(message, context);
      case "flush":
        return this.#flush(message.reply, context);
      case "heard-at":
        return message.reply.ok(this.#lastFrameAt);
      case "route":
        return this.#routes.add(message);
      case "unroute":
        return this.#routes.remove(message.subscriber);
      case "overdue":
        return this.#overdue(message.id);
      case "beat":
        return this.#beat(context);
      case "closed":
        return this.#closed(message.closed, context);
      case "close":
        return this.#close(message, context);
    }
  }

  close(): void {
    this.#beatTimer?.cancel();
    this.#settleAll("the connection was closed");
    this.#transport.close();
    this.#routes.end();
  }

  /** A subscriber that could not be taken in is never told of anything. */
  drop(message: ConnectionMessage): void {
    if (message.kind === "route") void message.subscriber.stop();
  }

  /**
   * The read side: parses a frame and routes it, at once, so that nothing waits between the socket and
   * the queues, and a socket that brings more than is handled is held back by itself.
   */
  receive(text: string, at: number): void {
    this.#lastFrameAt = at;
    this.#misses = 0;
    const message = decode(text);
    switch (message.kind) {
      case "event":
        return this.#arrived({ event: message.event, at, bytes: text.length });
      case "result":
        return this.#take(message.id)?.settle({ kind: "result", result: message.result });
      case "error":
        if (message.id !== null) this.#take(message.id)?.settle(message);
        return;
      case "malformed":
        this.#stats.unsolicited();
    }
  }

  #arrived(arrival: Arrival): void {
    if (this.#hidden.hides(arrival.event)) return this.#route(arrival, true);
    for (const each of this.#hidden.sift(arrival)) this.#route(each, false);
  }

  #route(arrival: Arrival, hidden: boolean): void {
    if (this.#routes.tell(arrival, hidden)) {
      if (++this.#routed % LAP === 0) this.#lap();
    } else if (!hidden) {
      this.#stats.unsolicited();
    }
  }

  /** Holds the browser back while its listeners are behind, so that a flood costs time and not events. */
  #lap(): void {
    if (++this.#laps >= MAX_LAPS) this.#transport.pause();
    this.#routes.barrier(() => {
      if (--this.#laps < MAX_LAPS) this.#transport.resume();
    });
  }

  #command(
    message: ConnectionMessage & { kind: "command" },
    context: Context<ConnectionMessage>,
  ): void {
    if (message.hidden) this.#hidden.expect();
    this.#send(message.method, message.params, message.timeoutMs, context, (outcome) => {
      if (message.hidden) this.#settleHidden(outcome);
      if (outcome.kind === "result") this.#remember(message.method, outcome.result);
      message.reply.ok(outcome);
    });
  }

  /** The browser has said which tab is ours, or that none is: what was held of others goes on. */
  #settleHidden(outcome: Outcome): void {
    const made = outcome.kind === "result" ? outcome.result as { context?: string } : {};
    for (const each of this.#hidden.settle(made.context ?? null)) this.#route(each, false);
  }

  #flush(reply: Reply<Flushed>, context: Context<ConnectionMessage>): void {
    const askedAt = this.#clock.now();
    this.#send("browsingContext.getTree", { maxDepth: 0 }, FLUSH_COMMAND_MS, context, (outcome) => {
      if (outcome.kind !== "result") {
        reply.ok(null);
        if (outcome.kind === "timeout") this.#suspect(askedAt, context);
        return;
      }
      const listed = (outcome.result as { contexts?: ContextInfo[] }).contexts ?? [];
      const contexts = listed.filter(({ context }) => !this.#hidden.has(context));
      this.#routes.barrier(() => reply.ok(contexts));
    });
  }

  #send(
    method: string,
    params: unknown,
    timeoutMs: number,
    context: Context<ConnectionMessage>,
    settle: (outcome: Outcome) => void,
  ): void {
    if (this.#closing) return settle({ kind: "closed", why: "the connection was closed" });
    const id = this.#nextId++;
    const timer = this.#clock.after(timeoutMs, () => context.self.tell({ kind: "overdue", id }));
    this.#pending.set(id, { method, settle, cancel: () => timer.cancel() });
    this.#transport.send(encode(id, method, params));
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending === undefined) return undefined;
    this.#pending.delete(id);
    pending.cancel();
    return pending;
  }

  #overdue(id: number): void {
    this.#take(id)?.settle({ kind: "timeout" });
  }

  #remember(method: string, result: unknown): void {
    const ids = result as { subscription?: string; collector?: string };
    if (method === "session.subscribe" && ids.subscription) {
      this.#subscriptions.add(ids.subscription);
    }
    if (method === "network.addDataCollector" && ids.collector) this.#collectors.add(ids.collector);
  }

  /** An answer is overdue; only a browser that sends nothing at all counts as silent. */
  #suspect(askedAt: number, { self }: Context<ConnectionMessage>): void {
    if (this.#lastFrameAt < askedAt && this.#clock.now() - this.#lastFrameAt >= SILENT_MS) {
      this.#owner({ kind: "silent", connection: self });
    }
  }

  /** Asks for a sign of life when nothing came for a while: a held socket proves nothing. */
  #beat(context: Context<ConnectionMessage>): void {
    if (this.#closing) return;
    const quietMs = this.#clock.now() - this.#lastFrameAt;
    if (quietMs < BEAT_AFTER_MS) return this.#beatIn(BEAT_AFTER_MS - quietMs, context);
    this.#send("browsingContext.getTree", { maxDepth: 0 }, BEAT_TIMEOUT_MS, context, (outcome) => {
      if (outcome.kind === "closed") return;
      if (outcome.kind !== "timeout") return this.#beatIn(BEAT_AFTER_MS, context);
      if (++this.#misses >= BEAT_MISSES) {
        this.#misses = 0;
        this.#owner({ kind: "silent", connection: context.self });
        return this.#beatIn(BEAT_AFTER_MS, context);
      }
      this.#beat(context);
    });
  }

  #beatIn(ms: number, context: Context<ConnectionMessage>): void {
    this.#beatTimer = this.#clock.after(ms, () => context.self.tell({ kind: "beat" }));
  }

  #closed(closed: Closed, context: Context<ConnectionMessage>): void {
    this.#settleAll(closed.why);
    if (!this.#closing) {
      const { self: connection } = context;
      this.#owner({ kind: "dropped", connection, why: closed.why, heardAt: this.#lastFrameAt });
    }
    this.#closing = true;
    void context.self.stop();
  }

  /** Leaves nothing of ours in the browser: subscriptions first, then collectors, then the socket. */
  #close(
    { keepCollectors, reply }: ConnectionMessage & { kind: "close" },
    context: Context<ConnectionMessage>,
  ): void {
    if (this.#closing) return reply.ok();
    const collectors = keepCollectors ? [] : [...this.#collectors];
    const goodbyes: [string, unknown][] = collectors.map((collector) => [
      "network.removeDataCollector",
      { collector },
    ]);
    if (this.#subscriptions.size > 0) {
      goodbyes.unshift(["session.unsubscribe", { subscriptions: [...this.#subscriptions] }]);
    }
    let open = goodbyes.length;
    const finish = () => {
      this.#closing = true;
      reply.ok();
      void context.self.stop();
    };
    if (open === 0) return finish();
    for (const [method, params] of goodbyes) {
      this.#send(method, params, CLOSE_MS, context, () => {
        if (--open === 0) finish();
      });
    }
  }

  #settleAll(why: string): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const each of pending) {
      each.cancel();
      each.settle({ kind: "closed", why });
    }
  }
}

/** Starts a connection over an open transport. */
export function spawnConnection(
  system: System,
  name: string,
  options: ConnectionOptions,
): ConnectionRef {
  const connection = new Connection(options, system.clock);
  const ref = spawn(system, name, connection, {
    capacity: MAILBOX,
    overflow: "refuse",
    onDrop: (message) => connection.drop(message),
  });
  options.transport.listen({
    frame: (text) => connection.receive(text, system.clock.now()),
    closed: (closed) => void ref.tell({ kind: "closed", closed }),
  });
  ref.tell({ kind: "beat" });
  return ref;
}
