/**
 * What the surfaces (MCP, JSON over HTTP) see of the actors: one object, every wait bounded, every
 * refusal an `ActionError` with the HTTP status of DESIGN section 7.
 *
 * @module
 */
import type { Body, Kept } from "../capture/shapes.ts";
import type { ActionArgs, ActionName } from "./actions.ts";
import type { Files } from "./store/files.ts";
import type { Tail, TailKind } from "./tail.ts";
import type { DispatcherSnapshot } from "./dispatcher_stats.ts";

/** The result of a call: `call`, `url`, `title`, the action's own members, `page`, `dialog`. */
export type CallResult = Record<string, unknown>;

/** What `open_session` takes; absent members keep the workspace's last, except `capture`. */
export interface OpenArgs {
  /** Which browser; the server's default at first. */
  browser?: "chrome" | "firefox";
  /** The first page; absent, the tab stays on `about:blank`. */
  url?: string;
  /** Viewport in CSS pixels; both or neither. */
  width?: number;
  /** 100 to 8 000, as `width`. */
  height?: number;
  /** Off by default; `ttl` is seconds after the last entry. */
  capture?: boolean | { ttl: number };
  /** Chrome: a script in every page keeps console calls its driver loses; on by default. */
  console_shim?: boolean;
  /** False deletes what `save_site_data` has kept, and opens without it; true by default. */
  restore_site_data?: boolean;
  /** Milliseconds, 0 to 5 000. */
  settle_ms?: number;
  /** How far the first page is waited for; `load` by default. */
  wait?: "none" | "interactive" | "load";
  /** Seconds that `wait` may take. */
  timeout?: number;
  /** Seconds a selector is waited for. */
  wait_timeout?: number;
  /** Seconds a call may take. */
  call_timeout?: number;
}

/** The bounds and the ear of one call. */
export interface CallOptions {
  /** Aborts when the caller left. */
  readonly signal: AbortSignal;
  /** Told what a long wait is waiting for. */
  progress?(message: string): void;
  /** Told which browser the call runs in, before it does; never for one that is refused. */
  runsIn?(browser: "chrome" | "firefox"): void;
}

/** Health as `GET /health` answers it; names no workspace. */
export interface Health {
  /** Always true: a server that is not well does not answer. */
  ok: true;
  /** The version of pagetap. */
  version: string;
  /** Seconds since it started, whole. */
  uptime_s: number;
  /** Browsers that run, start or end. */
  browsers: number;
  /** Workspaces there are, with a live browser or without. */
  workspaces: number;
}

/** The state of the actors in numbers, as `GET /metrics` shows it; names no workspace. */
export interface Stats {
  /** Open sessions, by browser. */
  readonly sessions: Readonly<Record<"chrome" | "firefox", number>>;
  /** Connections held to browsers, by browser; a session whose capture is paused holds none. */
  readonly connections: Readonly<Record<"chrome" | "firefox", number>>;
  /** Workspaces there are, with a live browser or without. */
  readonly workspaces: number;
  /** Browsers that run, start or end. */
  readonly browsers: number;
  /** Bytes that all capture buffers hold, as they told a moment ago. */
  readonly captureBytes: number;
  /** How events fare, over all connections and their listeners. */
  readonly dispatcher: DispatcherSnapshot;
}

/** The actors behind the surfaces. */
export interface Service {
  /** Opens a session, ending the workspace's live one. */
  open(workspace: string, args: OpenArgs, options: CallOptions): Promise<CallResult>;
  /** Runs one action on the workspace's session. */
  call<N extends ActionName>(
    workspace: string,
    action: N,
    args: ActionArgs<N>,
    options: CallOptions,
  ): Promise<CallResult>;
  /** Ends the workspace's browser. What it captured stays readable. */
  end(workspace: string, options: CallOptions): Promise<CallResult>;
  /** Reads a `workspace://` URI, or `secret://secrets`; never opens, touches or waits for a browser. */
  read(workspace: string, uri: string): Promise<unknown>;
  /** Fetches a body from the browser. */
  body(
    workspace: string,
    id: string,
    side: "request" | "response",
    options: CallOptions,
  ): Promise<Body>;
  /** All that a workspace keeps, in full; null when nobody has opened it, or while its capture is off. */
  kept(workspace: string): Promise<Kept | null>;
  /**
   * Tells `changed` each time something that can be read of a workspace may have changed, which can be very often; at
   * once, so it must be quick and not throw.
   *
   * @returns tells no more
   */
  watch(changed: (workspace: string) => void): () => void;
  /**
   * Names of the workspaces there are, and of the last 256 that were used, also by an earlier process, in the order
   * of the alphabet.
   */
  workspaces(): readonly string[];
  /**
   * One more listener to everything that a workspace captures; null when nobody has opened it.
   *
   * @param left aborts when the listener has left
   */
  tail(workspace: string, kind: TailKind, left: AbortSignal): Promise<Tail | null>;
  /**
   * The files of a workspace; never opens, touches or waits for a browser.
   *
   * @param create makes the workspace when nobody has opened it
   */
  files(workspace: string, create: boolean): Promise<Files>;
  /** Whether a secret that was typed in a workspace is in a text, in any encoding; makes the workspace. */
  holdsSecret(workspace: string, text: string): Promise<boolean>;
  /** What `GET /health` says. */
  health(): Health;
  /** What `GET /metrics` shows besides calls. */
  stats(): Stats;
}
