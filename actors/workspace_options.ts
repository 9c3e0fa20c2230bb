/**
 * What a workspace needs of the server it is in.
 *
 * @module
 */
import type { Driver } from "../drivers/driver.ts";
import type { OpenTransport } from "./attach.ts";
import type { Census } from "./census.ts";
import type { DispatcherStats } from "./dispatcher_stats.ts";
import type { Log } from "./log.ts";
import type { NavigationRules } from "./navigation_rules.ts";
import type { Secrets } from "./secrets.ts";
import type { SessionDefaults, SessionSettings } from "./session_settings.ts";
import type { DiskUse } from "./store/disk_use.ts";
import type { RecordStore } from "./store/record.ts";

/** What a workspace needs of the server. */
export interface WorkspaceOptions {
  /** Told what an operator should know. */
  readonly log: Log;
  /** Settings for a first session that names none. */
  readonly defaults: SessionDefaults;
  /** Seconds captured things are kept after the last one, unless the session says otherwise. */
  readonly captureTtlS: number;
  /** Milliseconds a driver may take to start a browser. */
  readonly openTimeoutMs: number;
  /** Milliseconds without a call after which a browser is ended; null for never. */
  readonly idleMs: number | null;
  /** What starts a browser of that kind. */
  readonly driver: (browser: SessionSettings["browser"]) => Driver;
  /** What opens the channel to a started browser; a WebSocket when absent. */
  readonly openTransport?: OpenTransport;
  /** Where a page may be taken. */
  readonly navigation: NavigationRules;
  /**
   * Takes a place for one more browser; resolves with what gives it back.
   *
   * @throws {ActionError} 503 when all are taken
   */
  readonly takePlace: () => Promise<() => void>;
  /** Told now and then how many bytes are held, and when the last was captured, epoch milliseconds. */
  readonly fed: (bytes: number, at: number) => void;
  /** Told that something which can be read of it may have changed. */
  readonly changed: () => void;
  /** The data folder, which workspaces keep files in. */
  readonly folder: string;
  /** Counts what they keep there. */
  readonly disk: DiskUse;
  /** Keeps what outlives the process. */
  readonly store: RecordStore;
  /** What may be typed and not be seen. */
  readonly secrets: Secrets;
  /** Counts how events fare. */
  readonly stats: DispatcherStats;
  /** Counts sessions and channels. */
  readonly census: Census;
}
