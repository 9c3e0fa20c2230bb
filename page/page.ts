/**
 * What an action sees of the browser: one driven tab and the BiDi commands that act on it. Narrow on
 * purpose, so that an action is tested with a fake of a dozen lines.
 *
 * @module
 */
import type { CommandName, Params, Result } from "../bidi/protocol.ts";
import type { Driving } from "./driving.ts";
import type { Incoming } from "./files.ts";
import type { Listening, ListenOptions } from "./listening.ts";
import type { SpareTab } from "./spare_tab.ts";
import type { PageWorkspace } from "./workspace.ts";

/** The browser an action runs in. */
export type BrowserName = "chrome" | "firefox";

/** One driven tab, for the length of one call. */
export interface Page {
  /** The browser the tab is of. */
  readonly browser: BrowserName;
  /** The browsing context that is acted on: the driven tab, or the frame of it that was entered. */
  readonly context: string;
  /** The top-level browsing context of the driven tab, whatever frame was entered. */
  readonly top: string;
  /** Aborts when the caller left, the call's time is up, or a dialog opened. */
  readonly signal: AbortSignal;
  /** Milliseconds a selector is waited for. */
  readonly waitTimeoutMs: number;
  /** The native dialog that is open in the tab or a frame of it; null for none. */
  readonly dialog: PageDialog | null;
  /** What `outline` handed out in the current document. */
  readonly refs: Refs;
  /** The browser's tabs, and the frames in this one. */
  readonly driving: Driving;
  /**
   * Sends one command; rejects as soon as `signal` aborts.
   *
   * @throws {BidiError} the browser refused it
   * @throws {CommandTimeoutError} no answer within `timeoutMs` (default 5 000)
   */
  send<M extends CommandName>(
    method: M,
    params: Params<M>,
    options?: PageSendOptions,
  ): Promise<Result<M>>;
  /**
   * Hears events until it is stopped; what is not stopped by then is when the call ends.
   *
   * @throws {BidiError} the browser would not subscribe
   */
  listen(options: ListenOptions): Promise<Listening>;
  /** What the workspace lends. */
  readonly workspace: PageWorkspace;
  /**
   * Where the browser may put what it downloads, empty.
   *
   * @throws {Error} 503 it is on another machine, and nothing can be had from there
   */
  incoming(): Promise<Incoming>;
  /** The origins that tabs and frames of the session have been on, the last one first. */
  readonly origins: readonly string[];
  /**
   * Opens a tab of our own, which is closed at the latest when the call ends.
   *
   * @throws {BidiError} the browser would not open one
   * @throws {CommandTimeoutError} the browser has not opened one in time
   */
  openSpare(): Promise<SpareTab>;
  /** Told the element that is acted on, which a call says even when a dialog cuts it short. */
  acts(element: string): void;
  /** Milliseconds since the epoch, by the injected clock. */
  now(): number;
  /** Waits; rejects as soon as `signal` aborts. */
  sleep(ms: number): Promise<void>;
  /** Says in one sentence why a URL may not be navigated to, or null when it may. */
  forbidden(url: string): string | null;
}

/** How a command is sent. */
export interface PageSendOptions {
  /** Milliseconds to wait for its answer. */
  readonly timeoutMs?: number;
  /** Sent whatever `signal` says, since it puts back what an action has begun. */
  readonly evenAborted?: true;
}

/** A native dialog, as far as answering it goes. */
export interface PageDialog {
  /** `alert`, `confirm`, `prompt` or `beforeunload`. */
  readonly type: string;
  /** What a prompt is filled with; absent on the others. */
  readonly default?: string;
}

/** What makes a ref that the session has not handed out before. */
export interface RefNaming {
  /** Begins every ref of this tab or frame, so that it is none of another's; empty for the first tab. */
  readonly prefix: string;
  /** The highest number handed out so far, in whatever document was there; 0 for none. */
  readonly last: number;
}

/** References that were handed out to nodes: `e12` to a shared id. Refs of a document that is gone are none. */
export interface Refs {
  /** How the next ones are called. */
  readonly naming: RefNaming;
  /** Forgets every ref handed out before and hands these out. */
  replace(refs: ReadonlyMap<string, string>): void;
  /** Hands these out besides; where there are too many, those that were handed out first are forgotten. */
  add(refs: ReadonlyMap<string, string>): void;
  /** The shared id of a ref, or undefined. */
  get(ref: string): string | undefined;
}

/** How a page error maps to HTTP (DESIGN section 7): the caller's, forbidden, absent, a dialog, a timeout. */
export type PageErrorStatus = 400 | 403 | 404 | 409 | 413 | 504;

/**
 * An action could not do what it was asked to. The message is one sentence that says what failed, on
 * what, what was found and what to do next.
 */
export class PageError extends Error {
  /** Always `PageError`. */
  override readonly name = "PageError";
  /** The HTTP status it maps to. */
  readonly status: PageErrorStatus;

  /** Makes one of a status and a sentence. */
  constructor(status: PageErrorStatus, message: string) {
    super(message);
    this.status = status;
  }
}
