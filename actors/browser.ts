/**
 * One session, as an actor: it owns the driver's session, the connection, the tabs and the dialog
 * state, and runs one call at a time, in the order of arrival, each with an `AbortSignal` of its own.
 * A browser that dies is a message here, not a throw.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import { CommandTimeoutError, ConnectionClosedError } from "../bidi/command_errors.ts";
import type { BidiEvent } from "../bidi/protocol.ts";
import { ActionError } from "./action_error.ts";
import type { Unheard } from "./attach.ts";
import type { BrowserMessage, BrowserNews, BrowserRef } from "./browser_messages.ts";
import { CallFailed } from "./call_failed.ts";
import { closeConnection } from "./commands.ts";
import type { Timer } from "./core/clock.ts";
import type { Behaviour, Context, Reply } from "./core/types.ts";
import { withTimeout } from "./core/wait.ts";
import { dialogCame, dialogOpen } from "./dialog_open.ts";
import { CallerLeft, CallTimedOut, DialogOpened, SessionLost } from "./interruption.ts";
import { type Job, JobQueue } from "./job_queue.ts";
import { Link } from "./link.ts";
import type { Live } from "./live.ts";
import type { Log } from "./log.ts";
import type { CallResult } from "./service.ts";
import { ensureAnswering } from "./stuck_tab.ts";
import { TabWatch } from "./tab_watch.ts";

/**
 * Milliseconds a call may take beyond its time limit, at which its action ends: what it caused is heard out in
 * them.
 */
const HEAR_MS = 2_000;

/** What a browser is made of. */
export interface BrowserOptions {
  /** Told what an operator should know. */
  readonly log: Log;
  /** Opens it; runs once, in the background. */
  open(self: BrowserRef, signal: AbortSignal): Promise<Live>;
  /** Opens the channel of it again. */
  reattach(self: BrowserRef, live: Live, unheard: Unheard, signal: AbortSignal): Promise<void>;
  /** Takes what the workspace must know. */
  tell(news: BrowserNews): void;
  /** Milliseconds it may take to open. */
  readonly openMs: number;
  /** Milliseconds without a call after which a browser of this machine is ended; null for never. */
  readonly idleMs: number | null;
  /** When a call last ended, epoch milliseconds, of a session that an earlier process opened; else null. */
  readonly calledAt: number | null;
}

/** The call that holds the lock. */
interface Running {
  readonly job: Job;
  readonly abort: AbortController;
  /** Takes what comes of it; nobody, once it has been sent on. */
  reply: Reply<CallResult>;
  /** Something of it may have been done: it is not to be run a second time. */
  begun: boolean;
}

/** The behaviour of one browser. */
export class Browser implements Behaviour<BrowserMessage> {
  readonly #options: BrowserOptions;
  readonly #queue: JobQueue;
  #live: Live | null = null;
  #link: Link | null = null;
  #watch: TabWatch | null = null;
  /** What opening it came to; null when that failed. */
  #opening: Promise<Live | null> | null = null;
  #running: Running | null = null;
  #idle: Timer | undefined;
  #calledAt: number | null;
  #ended = false;
  /** What calls are refused with once it ends. */
  #refusal = ended("pagetap is stopping");

  /** Nothing is started before the message `open`. */
  constructor(options: BrowserOptions) {
    this.#options = options;
    this.#queue = new JobQueue(options.openMs);
    this.#calledAt = options.calledAt;
  }

  handle(message: BrowserMessage, context: Context<BrowserMessage>): void {
    switch (message.kind) {
      case "open":
        return this.#open(context);
      case "job":
        return this.#enqueue(message.job, message.reply, context);
      case "opened":
        return this.#opened(message.live, context);
      case "failed":
        return this.#failed(message.error, context);
      case "finished":
        this.#running = null;
        this.#calledAt = context.system.clock.now();
        this.#link?.called();
        if (this.#live) this.#tellTabs(this.#live);
        return this.#next(context);
      case "event":
        return this.#event(message.event, context);
      case "news":
        return this.#link?.news(message.news);
      case "idle":
        return this.#rested(context);
      case "gone":
        return this.#end(message.why, context, { lost: true });
      case "ended":
        return this.#end(message.why, context);
      case "waited-too-long":
        return this.#queue.giveUp(
          message.queued,
          this.#running ? `busy with ${this.#running.job.name}` : "still opening",
        );
    }
  }

  async close(): Promise<void> {
    this.#idle?.cancel();
    this.#running?.abort.abort(this.#refusal);
    this.#queue.refuse(this.#refusal);
    // That it is open may never have been heard.
    const live = await this.#opening;
    if (live === null) return;
    // One on a Grid is left there when only the server has done with it.
    await (this.#ended ? giveBack(live) : leave(live));
    await live.givenUp.close();
  }

  /** Answers a call that the end came before; other messages have nothing to do any more. */
  drop(message: BrowserMessage): void {
    if (message.kind === "job") message.reply.fail(this.#refusal);
  }

  #open({ self, signal }: Context<BrowserMessage>): void {
    this.#opening = this.#options.open(self, signal).then(
      (live) => {
        self.tell({ kind: "opened", live });
        return live;
      },
      (error) => {
        self.tell({ kind: "failed", error });
        return null;
      },
    );
  }

  #enqueue(job: Job, reply: Reply<CallResult>, context: Context<BrowserMessage>): void {
    const refusal = this.#live && dialogOpen(this.#live, job);
    if (refusal) return reply.fail(refusal);
    this.#queue.add(
      job,
      reply,
      context.system.clock,
      (queued) => context.self.tell({ kind: "waited-too-long", queued }),
    );
    this.#next(context);
  }

  #next(context: Context<BrowserMessage>): void {
    const live = this.#live;
    const link = this.#link;
    if (live === null || link === null || this.#running !== null) return;
    const queued = this.#queue.next();
    if (queued === undefined) return this.#rest(context);
    this.#idle?.cancel();
    const { job, reply } = queued;
    const refusal = dialogOpen(live, job);
    if (refusal) {
      reply.fail(refusal);
      return this.#next(context);
    }
    const running = { job, reply, abort: new AbortController(), begun: false };
    this.#running = running;
    void this.#run(live, link, running, context).then(
      (result) => running.reply.ok(result),
      (error) => running.reply.fail(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async #run(
    live: Live,
    link: Link,
    running: Running,
    context: Context<BrowserMessage>,
  ): Promise<CallResult> {
    const { job, abort } = running;
    const { clock } = context.system;
    const until = clock.now() + job.limitMs + HEAR_MS;
    const limit = clock.after(
      job.limitMs,
      () => abort.abort(new CallTimedOut(job.name, job.limitMs)),
    );
    const left = () => abort.abort(new CallerLeft());
    job.signal.addEventListener("abort", left, { once: true });
    const over = new AbortController();
    try {
      await link.ready(abort.signal);
      void link.guard(over.signal);
      const back = Promise.resolve(live.puttingBack);
      const overdue = () => new CallTimedOut(job.name, job.limitMs);
      await withTimeout(clock, back, job.limitMs, overdue);
      await this.#watch?.settle();
      if (live.suspect) await ensureAnswering(live, abort.signal);
      live.suspect = false;
      abort.signal.throwIfAborted();
      running.begun = true;
      return await job.run(live, abort.signal, until);
    } catch (error) {
      if (error instanceof CallerLeft || error instanceof SessionLost) throw error;
      // What a call was refused with before it began names its own reason.
      if (error instanceof ActionError && !running.begun) throw error;
      if (error instanceof DialogOpened && !running.begun) throw dialogCame(live, job, error);
      // Its channel failed first, and what ended the browser was known a moment later.
      if (this.#ended && live.lost !== null && abort.signal.reason instanceof ActionError) {
        throw CallFailed.because(abort.signal.reason, error);
      }
      const died = this.#ended ? null : await link.diagnose();
      if (died !== null) throw CallFailed.because(cut(running, died, link.lost), error);
      if (error instanceof ActionError) throw error;
      throw new ActionError(503, this.#explain(error));
    } finally {
      over.abort();
      limit.cancel();
      job.signal.removeEventListener("abort", left);
      context.self.tell({ kind: "finished" });
    }
  }

  /** It could not be opened, or one of an earlier process has ended meanwhile. */
  #failed(error: unknown, context: Context<BrowserMessage>): void {
    if (error instanceof SessionLost) return this.#end(error.why, context, { lost: true });
    this.#end(this.#explain(error), context, { cause: error });
  }

  /** Nothing to do: a browser nobody calls is given back after a while, one on a Grid left to the Grid. */
  #rest(context: Context<BrowserMessage>): void {
    const { clock } = context.system;
    const idleMs = this.#live?.session.lease?.timeoutMs ?? this.#options.idleMs;
    if (idleMs === null) return;
    this.#idle?.cancel();
    const left = (this.#calledAt ?? clock.now()) + idleMs - clock.now();
    this.#idle = clock.after(Math.max(0, left), () => context.self.tell({ kind: "idle" }));
  }

  #rested(context: Context<BrowserMessage>): void {
    if (this.#running !== null || this.#live === null) return;
    if (this.#live.session.lease) return this.#link?.pause();
    const seconds = (this.#options.idleMs ?? 0) / 1000;
    this.#end(`the browser was ended after ${seconds} s without a call`, context, { lost: true });
  }

  #opened(live: Live, context: Context<BrowserMessage>): void {
    const { self, system, signal } = context;
    const { log, tell, reattach } = this.#options;
    this.#live = live;
    this.#link = new Link({
      live,
      log,
      signal,
      clock: system.clock,
      reattach: (unheard, signal) => reattach(self, live, unheard, signal),
      cut: (why) => tell({ kind: "cut", why }),
      gap: (from, to, why) => tell({ kind: "gap", from, to, why }),
      // At once: a call that was waiting is sent on as soon as it hears of it.
      gone: (why) => this.#end(why, context, { lost: true }),
    });
    void live.session.died.then((why) => self.tell({ kind: "gone", why }));
    live.givenUp.tooMuch = (why) => self.tell({ kind: "gone", why });
    const watch = new TabWatch({
      live,
      signal,
      running: () => this.#interruptible(),
      keeping: () => this.#running?.job.name === "download",
      picturing: () => PICTURING.has(this.#running?.job.name ?? ""),
    });
    this.#watch = watch;
    live.changed = (moved) => {
      for (const tab of moved) watch.committed(tab.context, tab.url);
      this.#tellTabs(live);
    };
    this.#tellTabs(live);
    this.#next(context);
  }

  #event(event: BidiEvent, context: Context<BrowserMessage>): void {
    const live = this.#live;
    if (live === null) return;
    if (event.method === "browsingContext.contextDestroyed" && live.tabs.driven === null) {
      return this.#end("the browser's last tab was closed", context, { lost: true });
    }
    this.#watch?.event(event);
    live.givenUp.event(event);
    switch (event.method) {
      // A page may ask for its location as soon as it is there.
      case "browsingContext.navigationStarted":
      case "browsingContext.navigationCommitted": {
        const { context, url = "" } = event.params;
        if (live.tabs.tabOf(context)?.context === context) void live.allowLocation(url);
      }
    }
    if (TELLING.has(event.method)) this.#tellTabs(live);
  }

  #tellTabs(live: Live): void {
    const { driven } = live.tabs;
    this.#options.tell({
      kind: "tabs",
      driven: driven?.context ?? null,
      url: driven?.url ?? null,
      dialog: driven?.dialog ?? null,
    });
  }

  #end(
    reason: string,
    context: Context<BrowserMessage>,
    { lost = false, cause }: { lost?: boolean; cause?: unknown } = {},
  ): void {
    if (this.#ended) return;
    this.#ended = true;
    const why = lost && this.#live !== null ? `${reason}${alsoLost(this.#live)}` : reason;
    this.#refusal = lost ? new SessionLost(why) : cause instanceof ActionError ? cause : ended(why);
    const running = this.#running;
    running?.abort.abort(lost ? cut(running, why, lost) : this.#refusal);
    this.#options.log.info("browser ended", { why });
    this.#options.tell({ kind: "ended", why, lost });
    // Told first: whoever waits may be sent to the browser that comes in its place, in the order they came.
    if (running && lost && !running.begun) {
      running.reply.fail(this.#refusal);
      running.reply = NOBODY;
    }
    this.#queue.refuse(this.#refusal);
    void context.self.stop();
  }

  /** What cuts the running call short; one that can do with a dialog is not, before it has begun. */
  #interruptible(): AbortController | null {
    const running = this.#running;
    if (running === null || running.job.duringDialog && !running.begun) return null;
    return running.abort;
  }

  /** What went wrong, in words a caller can use. */
  #explain(error: unknown): string {
    if (error instanceof ConnectionClosedError) {
      return `the browser ended during the call (${error.why})`;
    }
    if (error instanceof CommandTimeoutError || error instanceof BidiError) return error.message;
    return error instanceof Error ? error.message : "the browser could not be driven";
  }
}

/** After these another tab may be driven, or a dialog open or closed. */
const TELLING: ReadonlySet<string> = new Set([
  "browsingContext.contextCreated",
  "browsingContext.contextDestroyed",
  "browsingContext.userPromptOpened",
  "browsingContext.userPromptClosed",
]);

/** The actions that take a picture of the page, its frames with it. */
const PICTURING: ReadonlySet<string> = new Set(["screenshot", "print"]);

const NOBODY: Reply<CallResult> = { ok() {}, fail() {} };

function ended(why: string): ActionError {
  return new ActionError(503, `${why}: open a session with open_session`);
}

/** What a call fails with whose browser, with `lost`, or only the way to it was lost. */
function cut({ job }: Running, why: string, lost: boolean): ActionError {
  const next = lost ? "; the next call opens another browser in its place" : "";
  return new ActionError(503, `${job.name} failed: ${why}${next}`);
}

/** What one that is opened in its place does not have; its driven tab's URL it has. */
function alsoLost({ tabs: { all, driven } }: Live): string {
  const others = all.length - 1;
  return [
    ...(others > 0 ? [`, and ${others} more of its tabs with it`] : []),
    ...(driven && driven.frames.length > 0 ? [", and the frame that was entered was left"] : []),
  ].join("");
}

async function giveBack(live: Live): Promise<void> {
  await closeConnection(live.connection);
  await live.session.end();
}

/** The server stops: a session on a Grid is left for the next one, with what it keeps of bodies. */
async function leave(live: Live): Promise<void> {
  if (live.session.lease === undefined) return await giveBack(live);
  await closeConnection(live.connection, true);
}
