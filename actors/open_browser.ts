/**
 * From nothing to a live browser: the driver starts it, its channel opens, whoever listens is attached,
 * and only then may a page be loaded. Whatever fails on the way is given back.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import { CommandTimeoutError, ConnectionClosedError } from "../bidi/command_errors.ts";
import type { ContextInfo, EventName } from "../bidi/protocol.ts";
import type { openSocket } from "../bidi/socket.ts";
import { CONSOLE_SHIM } from "../capture/console_shim.ts";
import type { Driver, Session } from "../drivers/driver.ts";
import { DriverError } from "../drivers/driver.ts";
import { ActionError } from "./action_error.ts";
import { closeConnection, send } from "./commands.ts";
import { type ConnectionNews, type ConnectionRef, spawnConnection } from "./connection.ts";
import type { System } from "./core/types.ts";
import { Live, type Viewport } from "./live.ts";
import { type Listener, spawnSubscriber } from "./subscriber.ts";
import { Tabs } from "./tabs.ts";

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

/** The most bytes of a body the browser keeps, as sent over the wire. */
const MAX_BODY_BYTES = 10_000_000;
const SOCKET_MS = 10_000;
const SESSION_MS = 20_000;
/** The first commands of a browser that has only just started take longer. */
const FIRST_MS = 15_000;

/** What opens the channel to a started browser. */
export type OpenTransport = typeof openSocket;

/** Who listens to a captured browser. */
export interface CaptureListener extends Listener {
  /** Called before anything is subscribed: the tree as it is, and the tab that will be driven. */
  attach(tree: readonly ContextInfo[], driven: string): Promise<void>;
}

/** What a browser is opened with. */
export interface OpenBrowserOptions {
  /** What its actors are run by. */
  readonly system: System;
  /** Names its actors in reports. */
  readonly name: string;
  /** What starts it. */
  readonly driver: Driver;
  /** What opens its channel. */
  readonly openTransport: OpenTransport;
  /** Gives the opening up; what was started is ended. */
  readonly signal: AbortSignal;
  /** Milliseconds the driver may take to start it. */
  readonly timeoutMs: number;
  /** Size of the tab's viewport; null leaves the browser's own. */
  readonly viewport: Viewport | null;
  /** Addresses no page is taken to, as `host:port`. */
  readonly ownAddresses: readonly string[];
  /** Who hears everything; null without capture, which subscribes to less. */
  readonly capture: CaptureListener | null;
  /** Whether the script that saves Chrome's console calls is put into every page. */
  readonly consoleShim: boolean;
  /** Hears the events of the browser's own state, after the tabs took them. */
  readonly state: Listener;
  /** Told when the channel drops or falls silent. */
  readonly news: (news: ConnectionNews) => void;
}

/**
 * Opens one browser.
 *
 * @throws {ActionError} 503 with what could not be done; nothing is left running
 */
export async function openBrowser(options: OpenBrowserOptions): Promise<Live> {
  let session: Session;
  try {
    session = await options.driver.start({ signal: options.signal, timeoutMs: options.timeoutMs });
  } catch (error) {
    throw error instanceof DriverError ? new ActionError(503, error.message) : error;
  }
  let connection: ConnectionRef | undefined;
  try {
    connection = await connect(session, options);
    return await prepare(session, connection, options);
  } catch (error) {
    if (connection) await closeConnection(connection);
    await session.end();
    options.signal.throwIfAborted();
    throw isOfRoute(error)
      ? new ActionError(503, `the BiDi route of ${session.browser} failed: ${error.message}`)
      : error;
  }
}

function isOfRoute(error: unknown): error is Error {
  return error instanceof BidiError || error instanceof CommandTimeoutError ||
    error instanceof ConnectionClosedError;
}

async function connect(session: Session, options: OpenBrowserOptions): Promise<ConnectionRef> {
  const { system, name, signal, openTransport } = options;
  try {
    const transport = await openTransport(session.socketUrl, {
      headers: { ...session.socketHeaders },
      timeoutMs: SOCKET_MS,
      acknowledge: session.browser === "firefox",
      signal,
    });
    return spawnConnection(system, `${name}/connection`, { transport, owner: options.news });
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    throw new ActionError(503, `the BiDi route of ${session.browser} could not be opened: ${why}`);
  }
}

async function prepare(
  session: Session,
  connection: ConnectionRef,
  options: OpenBrowserOptions,
): Promise<Live> {
  const { system, name, signal, capture, viewport } = options;
  const bounds = { timeoutMs: FIRST_MS, signal };
  if (session.newSession) {
    const capabilities = { alwaysMatch: { ...session.newSession } };
    await send(connection, "session.new", { capabilities }, { timeoutMs: SESSION_MS, signal });
  }
  const { contexts } = await send(connection, "browsingContext.getTree", {}, bounds);
  const driven = contexts[0]?.context;
  if (driven === undefined) {
    throw new ActionError(503, `${session.browser} started without a tab: open the session again`);
  }
  const tabs = new Tabs();
  tabs.sync(contexts);
  tabs.drive(driven);
  listen(system, `${name}/state`, connection, STATE_EVENTS, stateListener(tabs, options.state));
  if (capture) {
    await capture.attach(contexts, driven);
    listen(system, `${name}/capture`, connection, CAPTURE_EVENTS, capture);
    await send(connection, "network.addDataCollector", {
      dataTypes: ["request", "response"],
      maxEncodedDataSize: MAX_BODY_BYTES,
      collectorType: "blob",
    }, bounds);
    if (options.consoleShim) {
      await send(connection, "script.addPreloadScript", { functionDeclaration: CONSOLE_SHIM }, {
        signal,
      });
    }
  }
  const events = [...(capture ? CAPTURE_EVENTS : STATE_EVENTS)];
  await send(connection, "session.subscribe", { events }, bounds);
  await send(connection, "browser.setDownloadBehavior", { downloadBehavior: { type: "denied" } }, {
    signal,
  });
  if (viewport) {
    await send(connection, "browsingContext.setViewport", { context: driven, viewport }, bounds);
  }
  return new Live({
    session,
    connection,
    tabs,
    clock: system.clock,
    viewport,
    ownAddresses: options.ownAddresses,
  });
}

/** The tabs take an event before anyone acts on it, so that a flush leaves them true. */
function stateListener(tabs: Tabs, next: Listener): Listener {
  return {
    event(event, at) {
      tabs.apply(event);
      next.event(event, at);
    },
    lost: (count, at) => next.lost(count, at),
  };
}

function listen(
  system: System,
  name: string,
  connection: ConnectionRef,
  events: readonly EventName[],
  listener: Listener,
): void {
  const { ref } = spawnSubscriber(system, name, listener);
  connection.tell({ kind: "route", subscriber: ref, events });
  void connection.done.then(() => ref.stop());
}
