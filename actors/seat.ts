/**
 * The one place for a session in a workspace: who has it, what is to be taken up or opened in a lost one's
 * place, and when it is free again.
 *
 * @module
 */
import { Browser } from "./browser.ts";
import type { BrowserRef } from "./browser_messages.ts";
import type { Emulation } from "../page/emulation.ts";
import type { Context } from "./core/types.ts";
import type { Live } from "./live.ts";
import type { SessionSettings } from "./session_settings.ts";
import { reattachSession, startSession } from "./start_session.ts";
import type { SessionRecord, WorkspaceRecord } from "./store/record.ts";
import { sessionRecord } from "./store/session_record.ts";
import type { Dialog } from "./tabs.ts";
import type { WorkspaceOptions } from "./workspace_options.ts";
import type { WorkspaceMessage } from "./workspace_messages.ts";

/** The session of a workspace. */
export interface SessionState {
  /** Its number in the workspace; tells its messages from an earlier one's. */
  readonly number: number;
  /** Its browser, which may be opening still. */
  readonly browser: BrowserRef;
  /** What it was opened with, and set to since. */
  settings: SessionSettings;
  /** The session of an earlier process that it goes on with; null for one of its own. */
  readonly held: SessionRecord | null;
  /** The browser, once it is open. */
  live: Live | null;
  /** The native dialog that is open in it; null for none. */
  dialog: Dialog | null;
  /** Why another one was lost, in whose place this one is opened; null once a call has told it. */
  reopened: string | null;
  /** Whether it has been taken to where the lost one was. */
  there: boolean;
}

/** What a session is opened with. */
export interface Opening {
  /** The settings. */
  readonly settings: SessionSettings;
  /** Whether the workspace hears everything of it. */
  readonly capture: boolean;
  /** What it emulates as the one did in whose place it is opened. */
  readonly emulated: Emulation;
  /** Told what a long start waits for. */
  readonly progress?: (message: string) => void;
}

/** What becomes of a place, for the record. */
export type SeatRecord = Pick<WorkspaceRecord, "session" | "endedWhy" | "reopens">;

/** What the workspace can reach. */
export type Here = Context<WorkspaceMessage>;

const BROWSER_MAILBOX = 4_096;
const STOPPED = "pagetap was stopped, and the browser ended with it";
const LEFT = "pagetap was stopped, and left the browser on the Grid";

/** The place of one workspace. */
export class Seat {
  readonly #options: WorkspaceOptions;
  #session: SessionState | null = null;
  #number = 0;
  #emptied: Promise<unknown> = Promise.resolve();
  /** Browsers that have not been given back. */
  #browsers = 0;
  #endedWhy: string | null;
  #reopens: boolean;
  #held: SessionRecord | null;

  /** Empty; what an earlier process left is taken up by `resume` or the next call. */
  constructor(options: WorkspaceOptions, left: SeatRecord | null) {
    this.#options = options;
    this.#endedWhy = left?.endedWhy ?? null;
    this.#reopens = left?.reopens ?? false;
    this.#held = left?.session ?? null;
  }

  /** The session that has it; null for none. */
  get session(): SessionState | null {
    return this.#session;
  }

  /** Whether there is no session, none to be taken up, and no browser that still ends. */
  get empty(): boolean {
    return this.#session === null && this.#held === null && this.#browsers === 0;
  }

  /** The number of the last session. */
  get number(): number {
    return this.#number;
  }

  /** Why the last session ended, in words; null while one lives, or when there was none. */
  get endedWhy(): string | null {
    return this.#endedWhy;
  }

  /** Resolves when the last browser has been given back. */
  get emptied(): Promise<unknown> {
    return this.#emptied;
  }

  /** Starts a session; the one before has been ended. */
  open(opening: Opening, context: Here): SessionState {
    return this.#begin(opening, context, null, null);
  }

  /** Takes up what an earlier process left, while the Grid is sure to keep it. */
  resume(opening: Opening, context: Here): void {
    const held = this.#held;
    if (held === null || this.#session !== null) return;
    if (context.system.clock.now() < held.calledAt + held.timeoutMs) {
      this.#begin(opening, context, held, null);
    }
  }

  /** The session a call runs in: taken up, or opened in a lost one's place; null when there is none to be had. */
  forCall(opening: Opening, context: Here): SessionState | null {
    if (this.#session !== null) return this.#session;
    if (this.#held !== null) return this.#begin(opening, context, this.#held, null);
    return this.#reopens ? this.#begin(opening, context, null, this.#endedWhy) : null;
  }

  /** The session is open. */
  opened(live: Live): void {
    if (this.#session !== null) this.#session.live = live;
    this.#endedWhy = null;
    this.#reopens = true;
  }

  /** Ends whatever has it, because somebody asked for that; answers whether there was anything. */
  end(why: string): boolean {
    const session = this.#session;
    const held = this.#held ?? (session?.live === null ? session.held : null);
    // One of an earlier process that nobody has reached yet is ended unseen.
    if (held !== null) this.#emptied = Promise.all([this.#emptied, this.#giveBack(held)]);
    session?.browser.tell({ kind: "ended", why });
    const had = session !== null || held !== null || this.#reopens;
    if (had) {
      this.vacate(why, false);
      this.#endedWhy = why;
    }
    this.#held = null;
    this.#reopens = false;
    return had;
  }

  /**
   * The session has ended; with `lost` the next call opens another in its place. One of an earlier process
   * that could not be reached has not: the next call tries again.
   */
  vacate(why: string, lost: boolean): void {
    const reopened = this.#session?.reopened ?? null;
    const unreached = this.#session?.live === null && !lost ? this.#session.held : null;
    // One that was to take a lost one's place, and could not, leaves that to the next call.
    this.#reopens = lost || reopened !== null;
    this.#session = null;
    this.#held = unreached;
    this.#endedWhy = reopened ?? why;
  }

  /** What the next process needs to know. */
  record(calledAt: number): SeatRecord {
    const session = this.#session;
    const left = session?.live ? sessionRecord(session.live, calledAt) : session?.held ?? null;
    const stopped = left === null ? STOPPED : LEFT;
    return {
      session: left ?? this.#held,
      endedWhy: session === null ? this.#endedWhy : stopped,
      reopens: this.#reopens,
    };
  }

  #begin(
    opening: Opening,
    context: Here,
    held: SessionRecord | null,
    reopened: string | null,
  ): SessionState {
    const { self: workspace, system } = context;
    const number = ++this.#number;
    const emptied = this.#emptied;
    const options = this.#options;
    const start = { ...opening, options, workspace, system, number, held };
    const behaviour = new Browser({
      log: options.log,
      idleMs: options.idleMs,
      openMs: options.openTimeoutMs,
      calledAt: held?.calledAt ?? null,
      open: async (browser, signal) => {
        await emptied;
        return await startSession(start, browser, signal);
      },
      reattach: (browser, live, unheard, signal) =>
        reattachSession(start, browser, live, unheard, signal),
      tell: (news) => void workspace.tell({ kind: "news", session: number, news }),
    });
    const browser = context.spawn(`${workspace.name}/browser-${number}`, behaviour, {
      capacity: BROWSER_MAILBOX,
      overflow: "refuse",
      onDrop: (message, why) => {
        if (why === "stopped") behaviour.drop(message);
      },
    });
    this.#browsers++;
    void browser.done.then(() => this.#browsers--);
    this.#held = null;
    if (held !== null) this.#endedWhy = null;
    this.#emptied = Promise.all([emptied, browser.done]);
    browser.tell({ kind: "open" });
    const { settings } = opening;
    const state = { number, browser, settings, held, live: null, dialog: null, reopened };
    return this.#session = { ...state, there: false };
  }

  async #giveBack({ browser, ticket, timeoutMs }: SessionRecord): Promise<void> {
    await this.#options.driver(browser).resume?.(ticket, timeoutMs)?.end();
  }
}
