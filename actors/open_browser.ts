/**
 * From nothing to a live browser: the driver starts it, its channel opens, whoever listens is attached,
 * and only then may a page be loaded. Whatever fails on the way is given back.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import { CommandTimeoutError, ConnectionClosedError } from "../bidi/command_errors.ts";
import { CONSOLE_SHIM } from "../capture/console_shim.ts";
import type { Driver, Session } from "../drivers/driver.ts";
import { DriverError } from "../drivers/driver.ts";
import type { Emulation } from "../page/emulation.ts";
import { EVERY_TAB, type Viewport, viewportParams } from "../page/viewport.ts";
import { ActionError } from "./action_error.ts";
import { type AttachOptions, connect, type KnownTabs, listen, subscribe } from "./attach.ts";
import { closeConnection, denyDownloads, send } from "./commands.ts";
import type { ConnectionRef } from "./connection.ts";
import { emulateAgain } from "./emulate_again.ts";
import { HiddenTabs } from "./hidden_tabs.ts";
import { firstTab } from "./first_tab.ts";
import { Live } from "./live.ts";
import type { NavigationRules } from "./navigation_rules.ts";
import { Tabs } from "./tabs.ts";
import { VisitedOrigins } from "./visited_origins.ts";

/** The most bytes of a body the browser keeps, as sent over the wire. */
const MAX_BODY_BYTES = 10_000_000;
const SOCKET_MS = 10_000;
const SESSION_MS = 20_000;
/** The first commands of a browser that has only just started take longer. */
const FIRST_MS = 15_000;

/** What a browser is opened with. */
export interface OpenBrowserOptions extends AttachOptions {
  /** What starts it. */
  readonly driver: Driver;
  /** Gives the opening up; what was started is ended. */
  readonly signal: AbortSignal;
  /** Milliseconds the driver may take to start it. */
  readonly timeoutMs: number;
  /** Told what a long start waits for. */
  readonly progress?: (message: string) => void;
  /** Size of every tab's viewport; null leaves the browser's own. */
  readonly viewport: Viewport | null;
  /** What it emulates, of a browser that is opened in a lost one's place; nothing by default. */
  readonly emulated?: Emulation;
  /** Where a page may be taken. */
  readonly navigation: NavigationRules;
  /** Whether the script that saves Chrome's console calls is put into every page. */
  readonly consoleShim: boolean;
  /**
   * Puts back what is kept of sites; gives the sentences that the first result is to tell of it.
   *
   * @throws The signal's reason, when it aborts first, and nothing else.
   */
  readonly restore?: (fresh: FreshBrowser) => Promise<readonly string[]>;
}

/** A browser that has just been opened, and that nobody listens to yet. */
export interface FreshBrowser {
  /** Which browser it is. */
  readonly browser: Session["browser"];
  /** Its channel. */
  readonly connection: ConnectionRef;
  /** Context of the tab that will be driven. */
  readonly driven: string;
}

/**
 * Opens one browser.
 *
 * @throws {ActionError} 503 with what could not be done; nothing is left running
 */
export async function openBrowser(options: OpenBrowserOptions): Promise<Live> {
  const { driver, signal, timeoutMs, progress } = options;
  let session: Session;
  try {
    session = await driver.start({ signal, timeoutMs, ...(progress && { progress }) });
  } catch (error) {
    throw error instanceof DriverError ? new ActionError(503, error.message) : error;
  }
  let connection: ConnectionRef | undefined;
  try {
    const known = { tabs: new Tabs(), hidden: new HiddenTabs(), visited: new VisitedOrigins() };
    connection = await connect(session, known.hidden, options, SOCKET_MS, signal);
    return await prepare(session, connection, known, options);
  } catch (error) {
    if (connection) await closeConnection(connection);
    await session.end();
    signal.throwIfAborted();
    throw isOfRoute(error)
      ? new ActionError(503, `the BiDi route of ${session.browser} failed: ${error.message}`)
      : error;
  }
}

/** Whether something went wrong between a browser and us, rather than in our own hands. */
export function isOfRoute(error: unknown): error is Error {
  return error instanceof BidiError || error instanceof CommandTimeoutError ||
    error instanceof ConnectionClosedError;
}

async function prepare(
  session: Session,
  connection: ConnectionRef,
  known: KnownTabs,
  options: OpenBrowserOptions,
): Promise<Live> {
  const { system, signal, capture, viewport } = options;
  const bounds = { timeoutMs: FIRST_MS, signal };
  if (session.newSession) {
    const capabilities = { alwaysMatch: { ...session.newSession } };
    await send(connection, "session.new", { capabilities }, { timeoutMs: SESSION_MS, signal });
  }
  const contexts = await firstTab(session, connection, bounds);
  const driven = contexts[0].context;
  known.tabs.sync(contexts);
  known.tabs.drive(driven);
  const { browser } = session;
  const notices = await options.restore?.({ browser, connection, driven }) ?? [];
  await capture?.attach(contexts, driven, null);
  listen(connection, known, options);
  let collector: string | null = null;
  if (capture) {
    const added = await send(connection, "network.addDataCollector", {
      dataTypes: ["request", "response"],
      maxEncodedDataSize: MAX_BODY_BYTES,
      collectorType: "blob",
    }, bounds);
    collector = added.collector;
    if (options.consoleShim) {
      await send(connection, "script.addPreloadScript", { functionDeclaration: CONSOLE_SHIM }, {
        signal,
      });
    }
  }
  await subscribe(connection, options, bounds);
  await denyDownloads(connection, { signal });
  if (viewport) {
    const params = { ...EVERY_TAB, ...viewportParams(viewport) };
    await send(connection, "browsingContext.setViewport", params, bounds);
  }
  const { emulated, why } = await emulateAgain(connection, options.emulated ?? {}, bounds);
  const live = new Live({
    ...known,
    session,
    connection,
    collector,
    system,
    stats: options.stats,
    viewport,
    emulated,
    navigation: options.navigation,
  });
  for (const notice of [...notices, ...why]) live.notice(notice);
  return live;
}
