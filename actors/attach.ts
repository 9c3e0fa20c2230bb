/**
 * How a browser's channel is opened, and who listens on it: the tabs of its own state, and a workspace that
 * captures.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import type { ContextInfo, EventName } from "../bidi/protocol.ts";
import type { openSocket } from "../bidi/socket.ts";
import type { Session } from "../drivers/driver.ts";
import { ActionError } from "./action_error.ts";
import type { Census } from "./census.ts";
import { listenOn, send, type SendOptions } from "./commands.ts";
import { type ConnectionNews, type ConnectionRef, spawnConnection } from "./connection.ts";
import type { System } from "./core/types.ts";
import type { DispatcherStats } from "./dispatcher_stats.ts";
import type { HiddenTabs } from "./hidden_tabs.ts";
import { type Listener, spawnSubscriber } from "./subscriber.ts";
import type { Tabs } from "./tabs.ts";
import type { VisitedOrigins } from "./visited_origins.ts";

/** What the browser's own state needs, with capture or without. */
const STATE_EVENTS: readonly EventName[] = [
  "browsingContext.contextCreated",
  "browsingContext.contextDestroyed",
  "browsingContext.navigationStarted",
  "browsingContext.navigationCommitted",
  "browsingContext.navigationFailed",
  "browsingContext.historyUpdated",
  "browsingContext.fragmentNavigated",
  "browsingContext.downloadWillBegin",
  "browsingContext.downloadEnd",
  "browsingContext.userPromptOpened",
  "browsingContext.userPromptClosed",
];

/** What a browser need not know: without it a page that asks for a file is not noticed. */
const FURTHER_EVENTS: readonly EventName[] = ["input.fileDialogOpened"];

/** What capture listens to. */
const CAPTURE_EVENTS: readonly EventName[] = [
  "log.entryAdded",
  "network.beforeRequestSent",
  "network.responseStarted",
  "network.responseCompleted",
  "network.fetchError",
  "browsingContext.load",
  ...STATE_EVENTS,
];

/** What opens the channel to a started browser. */
export type OpenTransport = typeof openSocket;

/** What was not heard of a session, and why. */
export interface Unheard {
  /** When the last of it was heard, epoch milliseconds. */
  readonly from: number;
  /** In words, for whoever reads the gap mark. */
  readonly why: string;
}

/** What is known of a browser's tabs, whatever channel told of it. */
export interface KnownTabs {
  /** Those that a page or a caller may see. */
  readonly tabs: Tabs;
  /** Those of our own. */
  readonly hidden: HiddenTabs;
  /** Where the former have been. */
  readonly visited: VisitedOrigins;
}

/** Who listens to a captured browser. */
export interface CaptureListener extends Listener {
  /**
   * Called before anything is subscribed: the tree as it is, the tab that is driven, and what went unheard
   * when the session ran before; null for a new one.
   */
  attach(tree: readonly ContextInfo[], driven: string, unheard: Unheard | null): Promise<void>;
  /** What a browser repeats to a new subscriber has all been told. */
  replayed(): Promise<void>;
}

/** What a channel is opened with. */
export interface AttachOptions {
  /** What its actors are run by. */
  readonly system: System;
  /** Names its actors in reports. */
  readonly name: string;
  /** What opens its channel. */
  readonly openTransport: OpenTransport;
  /** Who hears everything; null without capture, which subscribes to less. */
  readonly capture: CaptureListener | null;
  /** Hears the events of the browser's own state, after the tabs took them. */
  readonly state: Listener;
  /** Told when the channel drops or falls silent. */
  readonly news: (news: ConnectionNews) => void;
  /** Counts what goes through its queues. */
  readonly stats: DispatcherStats;
  /** Counts the channels that are held. */
  readonly census: Census;
}

/**
 * Opens the channel to a session.
 *
 * @throws {ActionError} 503 when it cannot be opened
 * @throws The signal's reason, when it aborts first.
 */
export async function connect(
  session: Session,
  hidden: HiddenTabs,
  options: AttachOptions,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<ConnectionRef> {
  const { system, name, openTransport, news, stats, census } = options;
  try {
    const transport = await openTransport(session.socketUrl, {
      headers: { ...session.socketHeaders },
      timeoutMs,
      acknowledge: session.browser === "firefox",
      ...(session.socketCa && { ca: session.socketCa }),
      signal,
    });
    const made = { transport, owner: news, stats, hidden };
    const connection = spawnConnection(system, `${name}/connection`, made);
    census.connection(session.browser, connection.done);
    return connection;
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    const advice = session.lease ? "; what stands before the Grid must forward WebSockets" : "";
    const message = `the BiDi route of ${session.browser} could not be opened: ${why}${advice}`;
    throw new ActionError(503, message);
  }
}

/** Sends whoever listens what the browser tells, as soon as it is subscribed to. */
export function listen(
  connection: ConnectionRef,
  { tabs, visited }: KnownTabs,
  options: AttachOptions,
): void {
  const { system, name, capture, state, stats } = options;
  const tell = (to: string, events: readonly EventName[], listener: Listener) => {
    const subscriber = spawnSubscriber(system, `${name}/${to}`, listener, stats);
    listenOn(connection, { subscriber, events });
  };
  tell("state", [...STATE_EVENTS, ...FURTHER_EVENTS], {
    // The tabs take an event before anyone acts on it, so that a flush leaves them true.
    event(event, at) {
      tabs.apply(event);
      if (event.method === "browsingContext.navigationCommitted") visited.add(event.params.url);
      state.event(event, at);
    },
    lost: (count, at) => state.lost(count, at),
  });
  if (capture) tell("capture", CAPTURE_EVENTS, capture);
}

/** Subscribes to what those who listen need. */
export async function subscribe(
  connection: ConnectionRef,
  { capture }: AttachOptions,
  bounds: SendOptions,
): Promise<void> {
  const events = [...(capture ? CAPTURE_EVENTS : STATE_EVENTS)];
  try {
    const all = { events: [...events, ...FURTHER_EVENTS] };
    await send(connection, "session.subscribe", all, bounds);
  } catch (error) {
    if (!(error instanceof BidiError) || error.code !== "invalid argument") throw error;
    await send(connection, "session.subscribe", { events }, bounds);
  }
}
