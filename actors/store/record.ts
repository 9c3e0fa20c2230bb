/**
 * What outlives the process of a workspace: enough to find its session on a Grid again, or to open one
 * like it, and the numbers that are never used twice.
 *
 * @module
 */
import type { TabCount } from "../../capture/tab_ids.ts";
import type { BrowserName } from "../../drivers/driver.ts";
import type { EnteredFrame } from "../../page/driving.ts";
import type { Emulation } from "../../page/emulation.ts";
import type { SessionSettings } from "../session_settings.ts";

/** Records kept at most; of those without a session, the longest unsaved goes first. */
export const MAX_RECORDS = 4_096;

/** What a gap says of what an earlier process had captured. */
export const RESTARTED = "pagetap was started again: what it had captured before is gone";
/** Why what was captured before is gone although pagetap has run on. */
export const FORGOTTEN =
  "the workspace was forgotten to make room for others: what it had captured before is gone";

/** A session on a Grid that may still run. */
export interface SessionRecord {
  /** Which browser it is. */
  readonly browser: BrowserName;
  /** What the Grid's driver finds it by. A secret: whoever has it and reaches the Grid drives the browser. */
  readonly ticket: string;
  /** Milliseconds without traffic after which the Grid ends it. */
  readonly timeoutMs: number;
  /** Context of the tab that calls act on. */
  readonly driven: string;
  /** Which ids its tabs have. */
  readonly tabs: TabCount;
  /** The frames of the driven tab that were entered, each in the one before. */
  readonly frames: readonly EnteredFrame[];
  /** The collector that keeps its bodies; null without capture. */
  readonly collector: string | null;
  /** When a call last ended, epoch milliseconds. */
  readonly calledAt: number;
  /** Origins that its tabs and frames have been on, the last one first. */
  readonly origins: readonly string[];
}

/** What is kept of one workspace. */
export interface WorkspaceRecord {
  /** Settings of its last session. */
  readonly settings: SessionSettings;
  /**
   * What its session emulates. Of a request header that carries a credential, the name alone: its value is null,
   * and ends with the process.
   */
  readonly emulated: Emulation;
  /** Seconds captured things outlive the last one; null when the session was opened without capture. */
  readonly captureTtlS: number | null;
  /** Its session on a Grid; null when there is none, or it was on this machine and ended with the process. */
  readonly session: SessionRecord | null;
  /** Why the last session ended, in words; null while it lives, or when there was none. */
  readonly endedWhy: string | null;
  /** Whether the next call opens a browser like the lost one: not after `end_browser`. */
  readonly reopens: boolean;
  /** Where the driven tab last was, as a browser must be told it, not masked; null when nowhere. */
  readonly url: string | null;
  /** When a call last began or ended, epoch milliseconds; 0 when that is not known. */
  readonly calledAt: number;
  /** How many calls there were. */
  readonly calls: number;
  /** A number no entry or request has yet. */
  readonly seq: number;
  /** The number of the last navigation. */
  readonly nav: number;
}

/** Where records are kept. Every method is quick and synchronous: one small row. */
export interface RecordStore {
  /** Whether it outlives the process. */
  readonly lasting: boolean;
  /** The record of a workspace; null when there is none, or none that can be read. */
  load(name: string): WorkspaceRecord | null;
  /** Names of the workspaces whose session may still run on a Grid. */
  held(): readonly string[];
  /** Names of the workspaces that were saved last, at most so many, the last one first. */
  recent(most: number): readonly string[];
  /** Keeps a record in place of the one before; a fault is logged, and costs the record only. */
  save(name: string, record: WorkspaceRecord): void;
  /** Writes what is left and closes the file. Safe twice. */
  close(): void;
}
