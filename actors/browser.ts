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
import { closeConnection, send } from "./commands.ts";
import type { ConnectionNews } from "./connection.ts";
import type { Timer } from "./core/clock.ts";
import type { Behaviour, Context, Ref, Reply } from "./core/types.ts";
import { watch } from "./core/wait.ts";
import { CallerLeft, CallTimedOut, DialogOpened, PutBack } from "./interruption.ts";
import type { Live } from "./live.ts";
import type { Log } from "./log.ts";
import { putBack } from "./put_back.ts";
import type { CallResult } from "./service.ts";
import { ensureAnswering } from "./stuck_tab.ts";
import type { Dialog } from "./tabs.ts";

/** One call that waits for the lock. */
export interface Job {
  /** The action's name; opens the message of an error. */
  readonly name: string;
  /** Milliseconds it may run, counted from when it holds the lock. */
  readonly limitMs: number;
  /** Runs while a native dialog is open. */
  readonly duringDialog: boolean;
  /** Aborts when the caller left. */
  readonly signal: AbortSignal;
  /** Runs it; `signal` aborts when the caller left, its time is up, a dialog opened or the browser ended. */
  run(live: Live, signal: AbortSignal): Promise<CallResult>;
}

/** What a browser takes. */
export type BrowserMessage =
  | { readonly kind: "open" }
  | { readonly kind: "job"; readonly job: Job; readonly reply: Reply<CallResult> }
  | { readonly kind: "opened"; readonly live: Live }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "finished" }
  | { readonly kind: "event"; readonly event: BidiEvent }
  | { readonly kind: "news"; readonly news: ConnectionNews }
  | { readonly kind: "awake"; readonly answers: boolean }
  | { readonly kind: "ended"; readonly why: string }
  | { readonly kind: "waited-too-long"; readonly queued: QueuedJob };

/** A browser, as others hold it. */
export type BrowserRef = Ref<BrowserMessage>;

/** What a browser tells its workspace. */
export type BrowserNews =
  | { readonly kind: "tabs"; readonly driven: string | null; readonly dialog: Dialog | null }
  | { readonly kind: "gap"; readonly from: number; readonly to: number; readonly why: string }
  | { readonly kind: "ended"; readonly why: string };

/** What a browser is made of. */
export interface BrowserOptions {
  /** Told what an operator should know. */
  readonly log: Log;
  /** Opens it; runs once, in the background. */
  open(self: BrowserRef, signal: AbortSignal): Promise<Live>;
  /** Takes what the workspace must know. */
  tell(news: BrowserNews): void;
  /** Milliseconds without a call after which the browser is ended; null for never. */
  readonly idleMs: number | null;
}

/** One call in the queue. */
export interface QueuedJob {
  /** What is to be run. */
  readonly job: Job;
  /** Takes its result, or why it never ran. */
  readonly reply: Reply<CallResult>;
  /** Listens on the job's signal: takes it out of the queue when the caller left. */
  readonly left: () => void;
  /** Goes off when it has waited too long for the lock. */
  readonly timer: Timer;
}

/** Calls that wait for one session at most. */
const MAX_QUEUE = 32;
/** Milliseconds a call waits for the lock at most. */
const QUEUE_MS = 120_000;
const UNWEDGE_MS = 20_000;

/** The behaviour of one browser. */
export class Browser implements Behaviour<BrowserMessage> {
  readonly #options: BrowserOptions;
  #queue: QueuedJob[] = [];
  #live: Live | null = null;
  #opening: Promise<void> | null = null;
  #running: { readonly job: Job; readonly abort: AbortController } | null = null;
  #idle: Timer | undefined;
  #waking = false;
  #why = "the session was ended";

  /** Nothing is started before the message `open`. */
  constructor(options: BrowserOptions) {
    this.#options = options;
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
        return this.#end(this.#explain(message.error), context, message.error);
      case "finished":
        this.#running = null;
        return this.#next(context);
      case "event":
        return this.#event(message.event, context);
      case "news":
        return this.#news(message.news, context);
      case "awake":
        return this.#awake(message.answers, context);
      case "ended":
        return this.#end(message.why, context);
      case "waited-too-long":
        return this.#giveUp(message.queued);
    }
  }

  async close(): Promise<void> {
    this.#idle?.cancel();
    const error = new ActionError(503, `${this.#why}: open a session with open_session`);
    this.#running?.abort.abort(error);
    for (const queued of this.#queue.splice(0)) this.#refuse(queued, error);
    await this.#opening;
    if (this.#live) await giveBack(this.#live);
  }

  #open({ self, signal }: Context<BrowserMessage>): void {
    this.#opening = this.#options.open(self, signal).then(
      async (live) => {
        if (self.tell({ kind: "opened", live }) === "stopped") await giveBack(live);
      },
      (error) => void self.tell({ kind: "failed", error }),
    );
  }

  #enqueue(job: Job, reply: Reply<CallResult>, context: Context<BrowserMessage>): void {
    const dialog = this.#live?.tabs.driven?.dialog;
    if (dialog && !job.duringDialog) return reply.fail(dialogOpen(job.name, dialog));
    if (this.#queue.length >= MAX_QUEUE) {
      const message = `${job.name} was not taken: ${MAX_QUEUE} calls already wait for this session`;
      return reply.fail(new ActionError(429, `${message}; call again when they are answered`));
    }
    const left = () => this.#drop(queued, new CallerLeft());
    const timer = context.system.clock.after(
      QUEUE_MS,
      () => context.self.tell({ kind: "waited-too-long", queued }),
    );
    const queued: QueuedJob = { job, reply, left, timer };
    job.signal.addEventListener("abort", left, { once: true });
    this.#queue.push(queued);
    if (job.signal.aborted) return left();
    this.#next(context);
  }

  #drop(queued: QueuedJob, error: Error): void {
    const at = this.#queue.indexOf(queued);
    if (at < 0) return;
    this.#queue.splice(at, 1);
    this.#refuse(queued, error);
  }

  #refuse(queued: QueuedJob, error: Error): void {
    this.#release(queued);
    queued.reply.fail(error);
  }

  #release(queued: QueuedJob): void {
    queued.timer.cancel();
    queued.job.signal.removeEventListener("abort", queued.left);
  }

  #giveUp(queued: QueuedJob): void {
    const busy = this.#running ? `busy with ${this.#running.job.name}` : "still opening";
    const message = `${queued.job.name} waited ${
      QUEUE_MS / 1000
    } s for the session, which is ${busy}`;
    this.#drop(queued, new ActionError(504, `${message}; call again later`));
  }

  #next(context: Context<BrowserMessage>): void {
    const live = this.#live;
    if (live === null || this.#running !== null) return;
    const queued = this.#queue.shift();
    if (queued === undefined) return this.#rest(context);
    this.#release(queued);
    this.#idle?.cancel();
    const { job, reply } = queued;
    const dialog = live.tabs.driven?.dialog;
    if (dialog && !job.duringDialog) {
      reply.fail(dialogOpen(job.name, dialog));
      return this.#next(context);
    }
    const abort = new AbortController();
    this.#running = { job, abort };
    void this.#run(live, job, abort, context).then(
      (result) => reply.ok(result),
      (error) => reply.fail(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async #run(
    live: Live,
    job: Job,
    abort: AbortController,
    context: Context<BrowserMessage>,
  ): Promise<CallResult> {
    const limit = context.system.clock.after(
      job.limitMs,
      () => abort.abort(new CallTimedOut(job.name, job.limitMs)),
    );
    const left = () => abort.abort(new CallerLeft());
    job.signal.addEventListener("abort", left, { once: true });
    try {
      await live.puttingBack;
      if (live.suspect) await ensureAnswering(live, abort.signal);
      live.suspect = false;
      return await job.run(live, abort.signal);
    } catch (error) {
      if (error instanceof ActionError || error instanceof CallerLeft) throw error;
      throw new ActionError(503, this.#explain(error));
    } finally {
      limit.cancel();
      job.signal.removeEventListener("abort", left);
      context.self.tell({ kind: "finished" });
    }
  }

  /** Nothing to do: a browser nobody calls is given back after a while. */
  #rest(context: Context<BrowserMessage>): void {
    const { idleMs } = this.#options;
    if (idleMs === null) return;
    this.#idle?.cancel();
    this.#idle = context.system.clock.after(idleMs, () =>
      context.self.tell({
        kind: "ended",
        why: `the browser was ended after ${idleMs / 1000} s without a call`,
      }));
  }

  #opened(live: Live, context: Context<BrowserMessage>): void {
    this.#live = live;
    void live.session.died.then((why) => context.self.tell({ kind: "ended", why }));
    this.#tellTabs(live);
    this.#next(context);
  }

  #event(event: BidiEvent, context: Context<BrowserMessage>): void {
    const live = this.#live;
    if (live === null) return;
    switch (event.method) {
      case "browsingContext.userPromptOpened": {
        const { driven } = live.tabs;
        if (driven?.dialog && live.tabs.tabOf(event.params.context) === driven) {
          this.#running?.abort.abort(new DialogOpened(driven.dialog));
        }
        return this.#tellTabs(live);
      }
      case "browsingContext.navigationCommitted":
        if (event.params.context === live.tabs.driven?.context) live.refs.clear();
        return this.#committed(live, event.params.context, event.params.url);
      case "browsingContext.contextDestroyed":
        if (live.tabs.driven === null) {
          return this.#end("the browser's last tab was closed", context);
        }
        return this.#tellTabs(live);
      case "browsingContext.contextCreated":
        if (!event.params.parent) this.#tabOpened(live, event.params.context);
        return this.#tellTabs(live);
      case "browsingContext.userPromptClosed":
        return this.#tellTabs(live);
    }
  }

  /** A page opened a tab, which comes to the front; a tab in the back draws no frames, nor a picture. */
  #tabOpened(live: Live, opened: string): void {
    const { driven } = live.tabs;
    if (driven === null || driven.context === opened || live.replacing) return;
    live.notice("the page opened another tab, which is not driven; the one that is stays in front");
    void send(live.connection, "browsingContext.activate", { context: driven.context })
      .catch(() => {});
  }

  /** A page went where none may go: by a link, a redirect or a script. */
  #committed(live: Live, tab: string, url: string): void {
    // What a browser shows in place of a page that failed is its own, not a page's.
    if (live.tabs.tabOf(tab)?.context !== tab || /^(about:(?!srcdoc)|chrome-error:)/.test(url)) {
      return;
    }
    const why = live.forbidden(url);
    if (why === null) return;
    if (live.puttingBack !== null) return;
    live.puttingBack = putBack(live, tab).finally(() => live.puttingBack = null);
    const error = new PutBack(why);
    const running = this.#running?.abort;
    // A call that was cut short already has its answer, such as a dialog.
    if (running && !running.signal.aborted) running.abort(error);
    else live.notice(error.message);
  }

  #news(news: ConnectionNews, context: Context<BrowserMessage>): void {
    if (news.kind === "dropped") {
      return this.#end(`the connection to the browser was lost (${news.why})`, context);
    }
    const live = this.#live;
    if (live === null || this.#waking) return;
    const { unwedge } = live.session;
    if (unwedge === undefined) return this.#end("the browser stopped answering", context);
    this.#waking = true;
    const { clock } = context.system;
    const from = clock.now();
    const abort = new AbortController();
    const release = watch(
      clock,
      { ms: UNWEDGE_MS, signal: context.signal },
      (why) => abort.abort(new Error(`the session was not drained: ${why}`)),
    );
    void unwedge(abort.signal).catch(() => false).then((answers) => {
      release();
      this.#options.tell({
        kind: "gap",
        from,
        to: clock.now(),
        why: "the browser's BiDi session was stuck: entries may be lost",
      });
      context.self.tell({ kind: "awake", answers });
    });
  }

  #awake(answers: boolean, context: Context<BrowserMessage>): void {
    this.#waking = false;
    if (!answers) this.#end("the browser stopped answering", context);
  }

  #tellTabs(live: Live): void {
    const { driven } = live.tabs;
    this.#options.tell({
      kind: "tabs",
      driven: driven?.context ?? null,
      dialog: driven?.dialog ?? null,
    });
  }

  #end(why: string, context: Context<BrowserMessage>, cause?: unknown): void {
    this.#why = why;
    const error = cause instanceof ActionError
      ? cause
      : new ActionError(503, `${why}: open a session with open_session`);
    this.#running?.abort.abort(error);
    for (const queued of this.#queue.splice(0)) this.#refuse(queued, error);
    this.#options.log.info("browser ended", { why });
    this.#options.tell({ kind: "ended", why });
    void context.self.stop();
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

async function giveBack(live: Live): Promise<void> {
  await closeConnection(live.connection);
  await live.session.end();
}

function dialogOpen(action: string, dialog: Dialog): ActionError {
  const said = dialog.message.length > 200 ? `${dialog.message.slice(0, 200)}…` : dialog.message;
  return new ActionError(
    409,
    `${action} was not run: a native ${dialog.type} dialog is open ("${said}"); answer it with the dialog tool first`,
  );
}
