/**
 * How a workspace's browser is opened with the workspace listening, opened again, and its first page loaded.
 *
 * @module
 */
import { openSocket } from "../bidi/socket.ts";
import { navigate } from "../page/navigate.ts";
import type { Page } from "../page/page.ts";
import { ActionError } from "./action_error.ts";
import type { CaptureListener, Unheard } from "./attach.ts";
import type { BrowserRef } from "./browser_messages.ts";
import type { System } from "./core/types.ts";
import { sleep } from "./core/wait.ts";
import { SessionLost } from "./interruption.ts";
import { lend } from "./lend.ts";
import type { Live } from "./live.ts";
import { openBrowser, type OpenBrowserOptions } from "./open_browser.ts";
import { reattach, resumeBrowser, type Resumed } from "./reattach.ts";
import { restoreSites } from "./restore_sites.ts";
import type { SessionSettings } from "./session_settings.ts";
import type { Opening } from "./seat.ts";
import { RESTARTED, type SessionRecord } from "./store/record.ts";
import type { WorkspaceOptions } from "./workspace_options.ts";
import type { WorkspaceRef } from "./workspace_messages.ts";

/** Milliseconds a workspace may take to attach its capture; it does so at once. */
const ATTACH_MS = 30_000;
/** Milliseconds in which a session that an earlier process opened is reached, or left to the next call. */
const RESUME_MS = 10_000;
/** Milliseconds between two tries to reach a session that an earlier process opened. */
const RESUME_EVERY_MS = 2_000;

/** What a session is started with. */
export interface StartSession extends Opening {
  /** What the workspace has of the server. */
  readonly options: WorkspaceOptions;
  /** What its actors are run by. */
  readonly system: System;
  /** The session's number in its workspace; tells its messages from an earlier one's. */
  readonly number: number;
  /** A session that an earlier process opened and that may still run; null for a new one. */
  readonly held: SessionRecord | null;
  /** Takes its events, and the live browser. */
  readonly workspace: WorkspaceRef;
}

/**
 * Takes a place, and starts a browser in it or goes on with a held one, with the workspace listening. The
 * place is given back when `browser` ends.
 *
 * @throws {ActionError} 503 when there is no place or no browser
 * @throws {SessionLost} the held session has ended
 */
export async function startSession(
  start: StartSession,
  browser: BrowserRef,
  signal: AbortSignal,
): Promise<Live> {
  const { options, workspace, number, held } = start;
  const givePlaceBack = await options.takePlace();
  void browser.done.then(givePlaceBack);
  const open = openOptions(start, browser, signal);
  const live = held === null ? await openBrowser(open) : await resume(held, open);
  options.census.session(live.browser, browser.done);
  options.log.info(held === null ? "browser opened" : "browser taken up", {
    browser: live.browser,
  });
  workspace.tell({ kind: "live", session: number, live });
  return live;
}

/**
 * Opens the channel of a session again.
 *
 * @throws {ActionError} 503 when it cannot be opened
 */
export async function reattachSession(
  start: StartSession,
  browser: BrowserRef,
  live: Live,
  unheard: Unheard,
  signal: AbortSignal,
): Promise<void> {
  await reattach(live, openOptions(start, browser, signal), unheard, signal);
}

/** Loads the first page of a session, if it names one. */
export async function firstPage(
  page: Page,
  url: string | undefined,
  settings: SessionSettings,
): Promise<object> {
  if (url === undefined) return {};
  const { wait, timeout } = settings;
  return await navigate(page, { url, wait, timeout });
}

/**
 * Tries for a while to reach it.
 *
 * @throws {SessionLost} it has ended
 * @throws {ActionError} 503 when that is not known
 */
async function resume(held: SessionRecord, open: OpenBrowserOptions): Promise<Live> {
  const { driver, system, signal } = open;
  const session = driver.resume?.(held.ticket, held.timeoutMs) ?? null;
  if (session === null) throw new SessionLost("pagetap was started again with another Grid");
  const resumed: Resumed = {
    session,
    driven: held.driven,
    frames: held.frames,
    tabs: held.tabs,
    collector: held.collector,
    unheard: { from: held.calledAt, why: RESTARTED },
    origins: held.origins,
  };
  const until = system.clock.now() + RESUME_MS;
  while (true) {
    try {
      return await resumeBrowser(resumed, open);
    } catch (error) {
      signal.throwIfAborted();
      const found = await session.lease?.probe(signal);
      if (found?.kind === "gone") throw new SessionLost(found.why);
      const message = error instanceof Error ? error.message : String(error);
      const why = found?.kind === "unknown" ? found.why : message;
      if (system.clock.now() + RESUME_EVERY_MS > until) {
        throw new ActionError(
          503,
          `the browser that was left on the Grid cannot be reached: ${why}`,
        );
      }
      await sleep(system.clock, RESUME_EVERY_MS, signal);
    }
  }
}

function openOptions(
  start: StartSession,
  browser: BrowserRef,
  signal: AbortSignal,
): OpenBrowserOptions {
  const { options, system, settings, progress } = start;
  return {
    system,
    signal,
    name: browser.name,
    driver: options.driver(settings.browser),
    openTransport: options.openTransport ?? openSocket,
    timeoutMs: options.openTimeoutMs,
    ...(progress && { progress }),
    viewport: settings,
    emulated: start.emulated,
    navigation: options.navigation,
    consoleShim: settings.console_shim && settings.browser === "chrome",
    capture: start.capture ? captureListener(start, signal) : null,
    state: {
      event: (event) => void browser.tell({ kind: "event", event }),
      lost: (count) => options.log.warn("browser events lost", { count }),
    },
    news: (news) => void browser.tell({ kind: "news", news }),
    stats: options.stats,
    census: options.census,
    restore: (fresh) =>
      restoreSites(fresh, {
        system,
        signal,
        stats: options.stats,
        navigation: options.navigation,
        load: () => lend(start.workspace, start.number).sites.load(),
      }),
  };
}

function captureListener(
  { workspace, number: session }: StartSession,
  signal: AbortSignal,
): CaptureListener {
  const bounds = { timeoutMs: ATTACH_MS, signal };
  return {
    attach: (tree, driven, unheard) =>
      workspace.ask<void>(
        (reply) => ({ kind: "attach", session, tree, driven, unheard, reply }),
        bounds,
      ),
    replayed: () => workspace.ask<void>((reply) => ({ kind: "replayed", session, reply }), bounds),
    event: (event, at) => void workspace.tell({ kind: "event", session, event, at }),
    lost: (count, at) => void workspace.tell({ kind: "lost", session, count, at }),
  };
}
