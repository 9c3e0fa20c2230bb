/**
 * One named workspace, as an actor: settings, what was captured, the masker, and the current call's
 * window. Every read is answered here, at once; only a call waits for the browser.
 *
 * @module
 */
import { Capture } from "../capture/capture.ts";
import { Masker } from "../capture/masker.ts";
import type { Driver } from "../drivers/driver.ts";
import { ActionError } from "./action_error.ts";
import { fetchBody } from "./body.ts";
import { Browser, type BrowserRef } from "./browser.ts";
import { runCall, type Window } from "./call.ts";
import type { Effect } from "./actions.ts";
import { CallWindows } from "./call_windows.ts";
import type { Census } from "./census.ts";
import type { Behaviour, Context, Reply } from "./core/types.ts";
import type { DispatcherStats } from "./dispatcher_stats.ts";
import { SessionLost } from "./interruption.ts";
import type { Live } from "./live.ts";
import type { Log } from "./log.ts";
import { maskedReply } from "./masked_reply.ts";
import { forbidden } from "./navigation_rules.ts";
import type { OpenTransport } from "./attach.ts";
import { type Readable, readResource } from "./read_resource.ts";
import type { CallResult, OpenArgs } from "./service.ts";
import {
  defaultSettings,
  nextSettings,
  type SessionDefaults,
  type SessionSettings,
} from "./session_settings.ts";
import { firstPage, reattachSession, startSession } from "./start_session.ts";
import type { RecordStore, SessionRecord } from "./store/record.ts";
import { sessionRecord } from "./store/session_record.ts";
import type { Dialog } from "./tabs.ts";
import type { ActionRequest, Caller, WorkspaceMessage } from "./workspace_messages.ts";

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
  /** Addresses no page is taken to, as `host:port`. */
  readonly ownAddresses: () => readonly string[];
  /**
   * Takes a place for one more browser; resolves with what gives it back.
   *
   * @throws {ActionError} 503 when all are taken
   */
  readonly takePlace: () => Promise<() => void>;
  /** Told now and then how many bytes are held, and when the last was captured, epoch milliseconds. */
  readonly fed: (bytes: number, at: number) => void;
  /** Keeps what outlives the process. */
  readonly store: RecordStore;
  /** Counts how events fare. */
  readonly stats: DispatcherStats;
  /** Counts sessions and channels. */
  readonly census: Census;
}

/** The live session of a workspace. */
interface SessionState {
  readonly number: number;
  readonly browser: BrowserRef;
  readonly settings: SessionSettings;
  /** The session of an earlier process that it goes on with; null for one of its own. */
  readonly held: SessionRecord | null;
  live: Live | null;
  dialog: Dialog | null;
  /** Why another one was lost, in whose place this one is opened; until a call has told it. */
  reopened: string | null;
}

type Message<K extends WorkspaceMessage["kind"]> = Extract<WorkspaceMessage, { kind: K }>;
type Here = Context<WorkspaceMessage>;

/** Milliseconds an ask of a running call to its workspace may take; it is answered at once. */
const ASK_MS = 30_000;
/** Seconds a call may take beyond those its own argument names. */
const CALL_GRACE_S = 5;
/** How far the kept numbers are ahead of the used ones. */
const SEQ_STEP = 1_000;
/** How often the registry is told how much is held, in events. */
const FED_EVERY = 64;
const BROWSER_MAILBOX = 4_096;

/** The behaviour of one workspace. */
export class Workspace implements Behaviour<WorkspaceMessage> {
  readonly #options: WorkspaceOptions;
  readonly #masker = new Masker();
  readonly #capture: Capture;
  readonly #windows: CallWindows;
  readonly #name: string;
  #captureTtlS: number | null = null;
  #settings: SessionSettings;
  #session: SessionState | null = null;
  #ending: Promise<unknown> = Promise.resolve();
  #endedWhy: string | null = null;
  /** The next call opens a browser like the one that was lost. */
  #reopens = false;
  /** A session that an earlier process opened. */
  #held: SessionRecord | null = null;
  #calledAt = 0;
  /** When the browser was last heard. */
  #heardAt = 0;
  /** The numbers below this are as good as used: they are kept in steps. */
  #seqKept = 0;
  #navKept = 0;
  #sessions = 0;
  #events = 0;
  /** The browser whose bodies can be had, as the capture counts them. */
  #generation = 0;
  #title: string | null = null;
  /** Where the driven tab was last seen, as a browser must be told it: not masked. */
  #url: string | null = null;

  /** Opens nothing; goes on from the record of an earlier process, if there is one. */
  constructor(name: string, options: WorkspaceOptions) {
    this.#name = name;
    this.#options = options;
    const record = options.store.load(name);
    this.#settings = record?.settings ?? defaultSettings(options.defaults);
    this.#captureTtlS = record?.captureTtlS ?? null;
    this.#endedWhy = record?.endedWhy ?? null;
    this.#reopens = record?.reopens ?? false;
    this.#held = record?.session ?? null;
    this.#url = record?.url ?? null;
    this.#windows = new CallWindows(record?.calls ?? 0);
    const ttlMs = (this.#captureTtlS ?? options.captureTtlS) * 1000;
    this.#capture = new Capture({ masker: this.#masker, ttlMs });
    if (record) this.#capture.restore(record, 0);
  }

  /** Takes one message; nothing here waits, so reads go on while a call runs. */
  handle(message: WorkspaceMessage, context: Context<WorkspaceMessage>): void {
    const now = context.system.clock.now();
    switch (message.kind) {
      case "event":
        return this.#event(message);
      case "lost":
        if (message.session === this.#sessions) this.#capture.lost(message.count, message.at);
        return;
      case "open":
        return this.#open(message, context);
      case "call":
        return this.#call(message.action, message.caller, context);
      case "resume":
        return this.#resume(context);
      case "end":
        return this.#endBrowser(message, context);
      case "read":
        return answer(message.reply, () => this.#read(message.uri, now));
      case "body":
        return this.#body(message, now);
      case "attach":
        return answer(message.reply, () => this.#attach(message, now));
      case "replayed":
        return answer(message.reply, () => this.#capture.replayed(now));
      case "live":
        return this.#opened(message);
      case "news":
        return this.#news(message, context);
      case "window-open":
        return answer(message.reply, () => this.#openWindow(message.effect, now));
      case "settle":
        return this.#windows.settle(this.#kept, message, context);
      case "settle-over":
        return this.#windows.overdue(message.call);
      case "window-close":
        if (this.#capturing) this.#fed();
        return answer(message.reply, () => this.#windows.close(this.#kept, message, now));
      case "window-abandon":
        this.#kept?.abandonWindow(message.call, now);
        return message.reply.ok();
      case "seen":
        this.#url = message.url;
        if (message.title !== null) this.#title = this.#masker.text(message.title);
        this.#calledAt = now;
        this.#heardAt = now;
        return this.#save();
      case "evict":
        return this.#evict(message.bytes);
    }
  }

  /** A session that nobody ended: one on a Grid runs on, another is opened again when it is called. */
  close(): void {
    if (this.#session?.live) this.#save();
  }

  /** Whether the session was opened with capture. */
  get #capturing(): boolean {
    return this.#captureTtlS !== null;
  }

  /** What was captured, and is still to be; null when the session was opened without. */
  get #kept(): Capture | null {
    return this.#capturing ? this.#capture : null;
  }

  #event(message: Message<"event">): void {
    if (message.session !== this.#sessions) return;
    this.#heardAt = message.at;
    this.#capture.ingest(message.event, message.at);
    this.#windows.heard(this.#capture);
    if (++this.#events % FED_EVERY === 0) this.#fed();
    const { seq, nav } = this.#capture.numbers;
    if (seq >= this.#seqKept || nav > this.#navKept) this.#save();
  }

  #openWindow(effect: Effect, now: number): number {
    const call = this.#windows.open(this.#kept, effect, now);
    this.#calledAt = now;
    this.#save();
    return call;
  }

  #fed(): void {
    this.#options.fed(this.#capture.bytes, this.#capture.fedAt);
  }

  #open(message: Message<"open">, context: Here): void {
    const { args, options } = message;
    const refusal = this.#refusal(args);
    if (refusal) return maskedReply(message.reply, this.#masker).fail(refusal);
    const now = context.system.clock.now();
    this.#endSession("the browser was ended by a new open_session", now);
    const settings = nextSettings(this.#settings, args);
    this.#settings = settings;
    const { capture = false } = args;
    const ttlS = typeof capture === "object" ? capture.ttl : this.#options.captureTtlS;
    this.#captureTtlS = capture === false ? null : ttlS;
    this.#capture.keepFor(ttlS * 1000);
    if (!this.#capturing) {
      this.#capture.clear(now);
      this.#fed();
    }
    this.#url = null;
    options.progress?.(`starting ${settings.browser}`);
    this.#session = this.#begin({ progress: options.progress?.bind(options) }, context);
    this.#enqueue(
      {
        name: "open_session",
        effect: "navigation",
        duringDialog: false,
        seconds: settings.timeout,
        run: async (page) => ({
          browser: settings.browser,
          capture: this.#capturing,
          ...await firstPage(page, args.url, settings),
        }),
      },
      // What this one opens is not opened a second time.
      { options, reply: message.reply, again: true },
      this.#session,
      context,
    );
  }

  /** What is wrong with an open, before anything is changed. */
  #refusal(args: OpenArgs): ActionError | null {
    const url = args.url?.trim();
    if (url === undefined) return null;
    if (!URL.canParse(url)) {
      const what = `open_session failed: "${url.slice(0, 200)}" is not a URL`;
      return new ActionError(400, `${what}; give it whole, such as https://example.com/`);
    }
    const why = forbidden(url, this.#options.ownAddresses());
    return why === null ? null : new ActionError(403, why);
  }

  /** Takes up the session that an earlier process opened, while the Grid is sure to keep it. */
  #resume(context: Here): void {
    const held = this.#held;
    if (held === null || this.#session !== null) return;
    if (context.system.clock.now() < held.calledAt + held.timeoutMs) this.#goOn(context);
  }

  #goOn(context: Here): SessionState {
    return this.#session = this.#begin({ held: this.#held }, context);
  }

  #begin(
    { held = null, reopened = null, progress }: {
      held?: SessionRecord | null;
      reopened?: string | null;
      progress?: ((message: string) => void) | undefined;
    },
    context: Here,
  ): SessionState {
    const number = ++this.#sessions;
    const ending = this.#ending;
    const settings = this.#settings;
    const { self, system } = context;
    const options = this.#options;
    this.#held = null;
    const start = {
      options,
      workspace: self,
      system,
      number,
      settings,
      capture: this.#capturing,
      held,
      progress,
    };
    const behaviour = new Browser({
      log: options.log,
      idleMs: options.idleMs,
      openMs: options.openTimeoutMs,
      calledAt: held?.calledAt ?? null,
      open: async (browser, signal) => {
        await ending;
        return await startSession(start, browser, signal);
      },
      reattach: (browser, live, unheard, signal) =>
        reattachSession(start, browser, live, unheard, signal),
      tell: (news) => void self.tell({ kind: "news", session: number, news }),
    });
    const browser = context.spawn(`${self.name}/browser-${number}`, behaviour, {
      capacity: BROWSER_MAILBOX,
      overflow: "refuse",
    });
    this.#ending = Promise.all([ending, browser.done]);
    browser.tell({ kind: "open" });
    return { number, browser, settings, held, live: null, dialog: null, reopened };
  }

  /** A call of a workspace without a browser takes up the one it had, or opens another in its place. */
  #call(action: ActionRequest, caller: Caller, context: Here): void {
    let session = this.#session;
    if (session === null && this.#held !== null) session = this.#goOn(context);
    if (session === null && this.#reopens) {
      session = this.#session = this.#begin({ reopened: this.#endedWhy }, context);
    }
    if (session === null) {
      return maskedReply(caller.reply, this.#masker).fail(this.#noSession(action.name));
    }
    this.#enqueue(action, caller, session, context);
  }

  #enqueue(action: ActionRequest, caller: Caller, session: SessionState, context: Here): void {
    const { settings, browser } = session;
    const { self } = context;
    const masked = maskedReply(caller.reply, this.#masker);
    const reply: Reply<CallResult> = {
      ok: (result) => masked.ok(result),
      fail: (error) => {
        const moves = error instanceof SessionLost && !caller.again && self.tell({
              kind: "call",
              action,
              caller: { ...caller, again: true },
            }) === "accepted";
        if (!moves) masked.fail(error);
      },
    };
    const window = this.#window(context);
    const extraS = session.reopened === null ? 0 : settings.timeout;
    const limitS = extraS +
      Math.max(settings.call_timeout, (action.seconds ?? 0) + CALL_GRACE_S);
    caller.options.runsIn?.(settings.browser);
    const offer = browser.tell({
      kind: "job",
      reply,
      job: {
        name: action.name,
        limitMs: limitS * 1000,
        duringDialog: action.duringDialog,
        signal: caller.options.signal,
        run: async (live, signal) => {
          const spec = {
            ...this.#anew(action, session),
            waitTimeoutMs: settings.wait_timeout * 1000,
            settleMs: settings.settle_ms,
          };
          const result = await runCall(live, window, spec, signal);
          const { url, title } = result;
          self.tell({ kind: "seen", url: String(url), title: title as string | null });
          return result;
        },
      },
    });
    if (offer !== "accepted") {
      reply.fail(new ActionError(429, `${action.name} was not taken: too many calls wait`));
    }
  }

  /** The first call of a browser that was opened in place of a lost one goes where that one was, and says so. */
  #anew(action: ActionRequest, session: SessionState): ActionRequest & { reopened?: string } {
    const reopened = session.reopened;
    if (reopened === null) return action;
    session.reopened = null;
    const url = this.#url ?? undefined;
    return {
      ...action,
      reopened,
      effect: "navigation",
      run: async (page) => {
        await firstPage(page, url, session.settings);
        return await action.run(page);
      },
    };
  }

  #noSession(action: string): ActionError {
    const why = this.#endedWhy === null ? "" : ` (${this.#endedWhy})`;
    const message = `${action} needs a session and this workspace has none${why}`;
    return new ActionError(404, `${message}: open one with open_session`);
  }

  #window({ self }: Here): Window {
    const bounds = { timeoutMs: ASK_MS };
    return {
      open: (effect) => self.ask((reply) => ({ kind: "window-open", effect, reply }), bounds),
      settle: (call, settle) =>
        self.ask((reply) => ({ kind: "settle", call, bounds: settle, reply }), bounds),
      close: (call, incomplete) =>
        self.ask((reply) => ({ kind: "window-close", call, incomplete, reply }), bounds),
      abandon: (call) => self.ask((reply) => ({ kind: "window-abandon", call, reply }), bounds),
    };
  }

  #attach({ session: number, tree, driven, unheard }: Message<"attach">, now: number): void {
    const session = this.#session;
    if (session?.number !== number) {
      throw new ActionError(503, "the session was replaced while it opened");
    }
    this.#heardAt = now;
    if (session.live === null) {
      this.#generation = this.#capture.attach(session.settings.browser, now);
    }
    if (unheard !== null) return this.#capture.resume({ tree, driven, ...unheard }, now);
    this.#capture.sync(tree);
    this.#capture.drive(driven);
  }

  #opened({ session, live }: Message<"live">): void {
    if (this.#session?.number !== session) return;
    this.#session.live = live;
    this.#endedWhy = null;
    this.#reopens = true;
    this.#save();
  }

  #news(message: Message<"news">, context: Here): void {
    const session = this.#session;
    if (session?.number !== message.session) return;
    const { news } = message;
    const now = context.system.clock.now();
    switch (news.kind) {
      case "tabs":
        session.dialog = news.dialog;
        if (news.driven !== null) this.#capture.drive(news.driven);
        return;
      case "cut":
        if (this.#capturing) this.#capture.interrupt(news.why, now);
        return this.#windows.ended();
      case "gap":
        return this.#capture.gap(news.from, news.to, news.why);
      case "ended":
        // One that was to take a lost one's place, and could not, leaves that to the next call.
        this.#sessionEnded(news.why, news.lost || session.reopened !== null, now);
    }
  }

  /** Ends the live session, if there is one; `#ending` resolves when its browser is given back. */
  #endSession(why: string, now: number): void {
    const session = this.#session;
    const held = this.#held ?? (session?.live === null ? session.held : null);
    // One of an earlier process that nobody has reached yet is ended unseen.
    if (held !== null) this.#ending = Promise.all([this.#ending, this.#giveBack(held)]);
    session?.browser.tell({ kind: "ended", why });
    if (session !== null || held !== null) this.#sessionEnded(why, false, now);
    else if (this.#reopens) this.#forsake();
  }

  async #giveBack({ browser, ticket, timeoutMs }: SessionRecord): Promise<void> {
    await this.#options.driver(browser).resume?.(ticket, timeoutMs)?.end();
  }

  /** Nobody wants the lost browser back. */
  #forsake(): void {
    this.#reopens = false;
    this.#save();
  }

  #sessionEnded(why: string, reopens: boolean, now: number): void {
    if (reopens && this.#session?.live) this.#capture.gap(this.#heardAt, now, why);
    this.#session = null;
    this.#held = null;
    this.#endedWhy = why;
    this.#reopens = reopens;
    if (this.#capturing) this.#capture.detach(why, now);
    this.#windows.ended();
    this.#save();
  }

  /** Keeps what the next process needs to go on. */
  #save(): void {
    const { seq, nav } = this.#capture.numbers;
    this.#seqKept = seq + SEQ_STEP;
    this.#navKept = nav;
    this.#options.store.save(this.#name, {
      settings: this.#settings,
      captureTtlS: this.#captureTtlS,
      session: sessionRecord(this.#session?.live ?? null, this.#calledAt) ?? this.#held,
      endedWhy: this.#session === null
        ? this.#endedWhy
        : "pagetap was stopped, and the browser ended with it",
      reopens: this.#reopens,
      url: this.#session?.live?.tabs.driven?.url ?? this.#url,
      calls: this.#windows.count,
      seq: this.#seqKept,
      nav,
    });
  }

  #endBrowser(message: Message<"end">, context: Here): void {
    const { reply } = message;
    const none = this.#session === null && this.#held === null;
    this.#endSession("the browser was ended by end_browser", context.system.clock.now());
    if (none) return reply.fail(this.#noSession("end_browser"));
    void this.#endedCall(context).then((result) => reply.ok(result), (error) => reply.fail(error));
  }

  /** Ending a browser causes nothing, but what earlier calls caused late is told with it. */
  async #endedCall(context: Here): Promise<CallResult> {
    const window = this.#window(context);
    await this.#ending;
    const call = await window.open("look");
    const page = await window.close(call, false);
    return { call, ended: true, ...(page && { page }) };
  }

  #read(uri: string, now: number): unknown {
    return readResource(uri, this.#readable(), now);
  }

  #readable(): Readable {
    const session = this.#session;
    const driven = session?.live?.tabs.driven ?? null;
    // Chrome's tabs do not tell of an error page; what failed does.
    const shown = this.#kept?.capturing ? this.#kept.page?.url : undefined;
    const last = this.#url === null ? null : this.#masker.url(this.#url);
    const url = driven === null ? last : shown ?? this.#masker.url(driven.url);
    return {
      capture: this.#kept,
      live: session !== null && session.live !== null,
      opening: session !== null && session.live === null,
      settings: session?.settings ?? this.#settings,
      endedWhy: this.#endedWhy,
      url,
      title: url === last ? this.#title : null,
      gridTimeoutMs: session?.live?.session.lease?.timeoutMs ?? null,
      dialog: session?.dialog ?? null,
      tabs: session?.live?.tabs.all ?? [],
      driven: driven?.context ?? null,
      calls: this.#windows.count,
      masker: this.#masker,
    };
  }

  #body(message: Message<"body">, now: number): void {
    const { id, side, signal, reply } = message;
    const source = this.#kept?.bodySource(id, now);
    const live = this.#session?.live ?? null;
    const generation = this.#generation;
    const capturing = this.#capturing;
    void fetchBody({ id, side, source, live, generation, signal, masker: this.#masker, capturing })
      .then((body) => reply.ok(body), (error) => reply.fail(error));
  }

  /** Nothing is told back: the registry counts on it, and hears more with what is captured next. */
  #evict(bytes: number): void {
    const target = this.#capture.bytes - bytes;
    while (this.#capture.bytes > target && this.#capture.evictOldest());
  }
}

function answer<R>(reply: Reply<R>, make: () => R): void {
  try {
    reply.ok(make());
  } catch (error) {
    reply.fail(error instanceof Error ? error : new Error(String(error)));
  }
}
