/**
 * How a workspace's browser is opened with the workspace listening, and its first page loaded.
 *
 * @module
 */
import { openSocket } from "../bidi/socket.ts";
import { navigate } from "../page/navigate.ts";
import type { Page } from "../page/page.ts";
import type { BrowserRef } from "./browser.ts";
import type { System } from "./core/types.ts";
import type { Live } from "./live.ts";
import { openBrowser } from "./open_browser.ts";
import type { SessionSettings } from "./session_settings.ts";
import type { WorkspaceOptions } from "./workspace.ts";
import type { WorkspaceRef } from "./workspace_messages.ts";

/** Milliseconds a workspace may take to attach its capture; it does so at once. */
const ATTACH_MS = 30_000;

/** What a session is started with. */
export interface StartSession {
  /** What the workspace has of the server. */
  readonly options: WorkspaceOptions;
  /** What its actors are run by. */
  readonly system: System;
  /** The session's number in its workspace; tells its messages from an earlier one's. */
  readonly number: number;
  /** What it is opened with. */
  readonly settings: SessionSettings;
  /** Whether the workspace hears everything of it. */
  readonly capture: boolean;
  /** Takes its events, and the live browser. */
  readonly workspace: WorkspaceRef;
  /** Owns it from now on: when this ends, its place is given back. */
  readonly browser: BrowserRef;
  /** Gives the opening up. */
  readonly signal: AbortSignal;
}

/**
 * Takes a place, starts a browser in it, and attaches the workspace.
 *
 * @throws {ActionError} 503 when there is no place or no browser
 */
export async function startSession(start: StartSession): Promise<Live> {
  const { options, system, number, settings, workspace, browser, signal } = start;
  const givePlaceBack = await options.takePlace();
  void browser.done.then(givePlaceBack);
  const live = await openBrowser({
    system,
    name: browser.name,
    driver: options.driver(settings.browser),
    openTransport: options.openTransport ?? openSocket,
    signal,
    timeoutMs: options.openTimeoutMs,
    viewport: { width: settings.width, height: settings.height },
    ownAddresses: options.ownAddresses(),
    consoleShim: settings.console_shim && settings.browser === "chrome",
    capture: start.capture
      ? {
        attach: (tree, driven) =>
          workspace.ask<void>(
            (reply) => ({ kind: "attach", session: number, tree, driven, reply }),
            { timeoutMs: ATTACH_MS, signal },
          ),
        event: (event, at) => void workspace.tell({ kind: "event", event, at }),
        lost: (count, at) => void workspace.tell({ kind: "lost", count, at }),
        fault: (error) => options.log.warn("capture fault", { error }),
      }
      : null,
    state: {
      event: (event) => void browser.tell({ kind: "event", event }),
      lost: (count) => options.log.warn("browser events lost", { count }),
    },
    news: (news) => void browser.tell({ kind: "news", news }),
  });
  workspace.tell({ kind: "live", session: number, live });
  return live;
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
