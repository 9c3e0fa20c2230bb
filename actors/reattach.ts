/**
 * A session that runs on, heard again through a new channel: after a drop, after a pause, or by a server
 * that was started again. What is set in the browser (viewport, preload script, collector) outlives the
 * channel; subscriptions do not.
 *
 * @module
 */
import type { TabCount } from "../capture/tab_ids.ts";
import type { Session } from "../drivers/driver.ts";
import type { EnteredFrame } from "../page/driving.ts";
import { ActionError } from "./action_error.ts";
import {
  type AttachOptions,
  connect,
  type KnownTabs,
  listen,
  subscribe,
  type Unheard,
} from "./attach.ts";
import { closeConnection, denyDownloads, flush, send } from "./commands.ts";
import type { ConnectionRef } from "./connection.ts";
import { HiddenTabs } from "./hidden_tabs.ts";
import { isOfRoute, type OpenBrowserOptions } from "./open_browser.ts";
import { Live } from "./live.ts";
import { Tabs } from "./tabs.ts";
import { VisitedOrigins } from "./visited_origins.ts";

const SOCKET_MS = 5_000;
const COMMAND_MS = 5_000;

/** What a server that was started again knows of a session. */
export interface Resumed {
  /** The session, as its driver found it. */
  readonly session: Session;
  /** The tab that was driven. */
  readonly driven: string;
  /** The frames of it that were entered, each in the one before. */
  readonly frames: readonly EnteredFrame[];
  /** Which ids its tabs have. */
  readonly tabs: TabCount;
  /** The collector that keeps its bodies; null without capture. */
  readonly collector: string | null;
  /** What was not heard of it. */
  readonly unheard: Unheard;
  /** Origins it has been on, the last one first. */
  readonly origins: readonly string[];
}

/**
 * Opens the channel of a live session again; on return it is in place of the old one.
 *
 * @throws {ActionError} 503 when it cannot be opened or the browser does not answer on it
 * @throws The signal's reason, when it aborts first.
 */
export async function reattach(
  live: Live,
  options: AttachOptions,
  unheard: Unheard,
  signal: AbortSignal,
): Promise<void> {
  const driven = live.tabs.driven?.context ?? null;
  live.connection = await attached(live.session, live, driven, options, unheard, signal);
}

/**
 * Goes on with a session that an earlier process opened.
 *
 * @throws {ActionError} 503 when it cannot be reached
 * @throws The signal's reason, when it aborts first.
 */
export async function resumeBrowser(
  { session, driven, frames, tabs: count, collector, unheard, origins }: Resumed,
  options: OpenBrowserOptions,
): Promise<Live> {
  const { system, signal, viewport, emulated = {}, navigation } = options;
  const known = {
    tabs: new Tabs(),
    hidden: new HiddenTabs(),
    visited: new VisitedOrigins(origins),
  };
  known.tabs.restore(count);
  const connection = await attached(session, known, driven, options, unheard, signal);
  const { stats } = options;
  const live = new Live({
    ...known,
    session,
    connection,
    collector,
    system,
    stats,
    viewport,
    emulated,
    navigation,
  });
  const tab = known.tabs.driven;
  // One that is gone meanwhile is found missing by the next call, which says so.
  if (tab?.context === driven) tab.frames = frames;
  else live.notice(`the tab that calls acted on was closed meanwhile: calls act on ${tab?.id} now`);
  return live;
}

async function attached(
  session: Session,
  known: KnownTabs,
  wanted: string | null,
  options: AttachOptions,
  unheard: Unheard,
  signal: AbortSignal,
): Promise<ConnectionRef> {
  const { capture } = options;
  const { tabs, hidden, visited } = known;
  const bounds = { timeoutMs: COMMAND_MS, signal };
  const connection = await connect(session, hidden, options, SOCKET_MS, signal);
  try {
    const tree = await send(connection, "browsingContext.getTree", {}, bounds);
    const contexts = tree.contexts.filter(({ context }) => !hidden.has(context));
    // One of ours that was open when the channel dropped; the call it was for has failed.
    for (const { context } of tree.contexts.filter((each) => !contexts.includes(each))) {
      void send(connection, "browsingContext.close", { context }).catch(() => {});
    }
    tabs.sync(contexts);
    visited.sync(contexts);
    if (wanted !== null && tabs.tabOf(wanted) !== null) tabs.drive(wanted);
    const driven = tabs.driven?.context;
    if (driven === undefined) throw new ActionError(503, `${session.browser} has no tab left`);
    await capture?.attach(contexts, driven, unheard);
    listen(connection, known, options);
    await subscribe(connection, options, bounds);
    // What is repeated later than that would be taken for new.
    if (await flush(connection, COMMAND_MS) === null) {
      throw new ActionError(503, `${session.browser} does not answer on its new connection`);
    }
    await capture?.replayed();
    await denyDownloads(connection, bounds);
    return connection;
  } catch (error) {
    await closeConnection(connection, true);
    signal.throwIfAborted();
    throw isOfRoute(error)
      ? new ActionError(503, `the BiDi route of ${session.browser} failed: ${error.message}`)
      : error;
  }
}
