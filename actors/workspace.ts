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
import { CallWindows } from "./call_windows.ts";
import type { Behaviour, Context, Reply } from "./core/types.ts";
import type { Live } from "./live.ts";
import type { Log } from "./log.ts";
import { maskedReply } from "./masked_reply.ts";
import { forbidden } from "./navigation_rules.ts";
import type { OpenTransport } from "./open_browser.ts";
import { type Readable, readResource } from "./read_resource.ts";
import type { CallResult, OpenArgs } from "./service.ts";
import {
  defaultSettings,
  nextSettings,
  type SessionDefaults,
  type SessionSettings,
} from "./session_settings.ts";
import { firstPage, startSession } from "./start_session.ts";
import type { Dialog } from "./tabs.ts";
import type { ActionRequest, WorkspaceMessage } from "./workspace_messages.ts";

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
}

/** The live session of a workspace. */
interface SessionState {
  readonly number: number;
  readonly browser: BrowserRef;
  readonly settings: SessionSettings;
  live: Live | null;
  dialog: Dialog | null;
}

type Message<K extends WorkspaceMessage["kind"]> = Extract<WorkspaceMessage, { kind: K }>;
type Here = Context<WorkspaceMessage>;

/** Milliseconds an ask of a running call to its workspace may take; it is answered at once. */
const ASK_MS = 30_000;
/** Seconds a call may take beyond those its own argument names. */
const CALL_GRACE_S = 5;
/** How often the registry is told how much is held, in events. */
const FED_EVERY = 64;
const BROWSER_MAILBOX = 4_096;

/** The behaviour of one workspace. */
export class Workspace implements Behaviour<WorkspaceMessage> {
  readonly #options: WorkspaceOptions;
  readonly #masker = new Masker();
  readonly #capture: Capture;
  readonly #windows = new CallWindows();
  #capturing = false;
  #settings: SessionSettings;
  #session: SessionState | null = null;
  #ending: Promise<unknown> = Promise.resolve();
  #endedWhy: string | null = null;
  #sessions = 0;
  #events = 0;
  /** The browser whose bodies can be had, as the capture counts them. */
  #generation = 0;
  #title: string | null = null;
  #url: string | null = null;

  /** Opens nothing; captured things are kept from the first session on. */
  constructor(options: WorkspaceOptions) {
    this.#options = options;
    this.#settings = defaultSettings(options.defaults);
    this.#capture = new Capture({ masker: this.#masker, ttlMs: options.captureTtlS * 1000 });
  }

  /** Takes one message; nothing here waits, so reads go on while a call runs. */
  handle(message: WorkspaceMessage, context: Context<WorkspaceMessage>): void {
    const now = context.system.clock.now();
    switch (message.kind) {
      case "event":
        return this.#event(message);
      case "lost":
        return this.#capture.lost(message.count, message.at);
      case "open":
        return this.#open(message, context);
      case "call":
        return this.#enqueue(message.action, message, context);
      case "end":
        return this.#endBrowser(message, context);
      case "read":
        return answer(message.reply, () => this.#read(message.uri, now));
      case "body":
        return this.#body(message, now);
      case "attach":
        return answer(message.reply, () => this.#attach(message, context));
      case "live":
        if (this.#session?.number === message.session) this.#session.live = message.live;
        return;
      case "news":
        return this.#news(message, context);
      case "window-open":
        return answer(message.reply, () => this.#windows.open(this.#kept, message.effect, now));
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
        this.#url = this.#masker.url(message.url);
        if (message.title !== null) this.#title = this.#masker.text(message.title);
        return;
      case "evict":
        return this.#evict(message.bytes);
    }
  }

  /** What was captured, and is still to be; null when the session was opened without. */
  get #kept(): Capture | null {
    return this.#capturing ? this.#capture : null;
  }

  #event(message: Message<"event">): void {
    this.#capture.ingest(message.event, message.at);
    this.#windows.heard(this.#capture);
    if (++this.#events % FED_EVERY === 0) this.#fed();
  }

  #fed(): void {
    this.#options.fed(this.#capture.bytes, this.#capture.fedAt);
  }

  #open(message: Message<"open">, context: Here): void {
    const { args } = message;
    const refusal = this.#refusal(args);
    if (refusal) return maskedReply(message.reply, this.#masker).fail(refusal);
    const now = context.system.clock.now();
    this.#endSession("the browser was ended by a new open_session", now);
    const settings = nextSettings(this.#settings, args);
    this.#settings = settings;
    this.#capturing = Boolean(args.capture);
    const ttlS = typeof args.capture === "object" ? args.capture.ttl : this.#options.captureTtlS;
    this.#capture.keepFor(ttlS * 1000);
    if (!this.#capturing) {
      this.#capture.clear(now);
      this.#fed();
    }
    message.options.progress?.(`starting ${settings.browser}`);
    this.#session = this.#begin(settings, context);
    this.#enqueue(
      {
        name: "open_session",
        effect: "navigation",
        duringDialog: false,
        seconds: settings.timeout + this.#options.openTimeoutMs / 1000,
        run: async (page) => ({
          browser: settings.browser,
          capture: Boolean(args.capture),
          ...await firstPage(page, args.url, settings),
        }),
      },
      { signal: message.options.signal, reply: message.reply },
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

  #begin(settings: SessionSettings, context: Here): SessionState {
    const number = ++this.#sessions;
    const ending = this.#ending;
    const capture = this.#capturing;
    const { self, system } = context;
    const behaviour = new Browser({
      log: this.#options.log,
      idleMs: this.#options.idleMs,
      open: async (browser, signal) => {
        await ending;
        return await startSession({
          options: this.#options,
          workspace: self,
          system,
          number,
          settings,
          capture,
          browser,
          signal,
        });
      },
      tell: (news) => void self.tell({ kind: "news", session: number, news }),
    });
    const browser = context.spawn(`${self.name}/browser-${number}`, behaviour, {
      capacity: BROWSER_MAILBOX,
      overflow: "refuse",
    });
    this.#ending = Promise.all([ending, browser.done]);
    browser.tell({ kind: "open" });
    return { number, browser, settings, live: null, dialog: null };
  }

  #enqueue(
    action: ActionRequest,
    caller: { readonly signal: AbortSignal; readonly reply: Reply<CallResult> },
    context: Here,
  ): void {
    const reply = maskedReply(caller.reply, this.#masker);
    const session = this.#session;
    if (session === null) return reply.fail(this.#noSession(action.name));
    const { settings, browser } = session;
    const { self } = context;
    const limitS = Math.max(settings.call_timeout, (action.seconds ?? 0) + CALL_GRACE_S);
    const window = this.#window(context);
    const offer = browser.tell({
      kind: "job",
      reply,
      job: {
        name: action.name,
        limitMs: limitS * 1000,
        duringDialog: action.duringDialog,
        signal: caller.signal,
        run: async (live, signal) => {
          const spec = {
            ...action,
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

  #attach(message: Message<"attach">, context: Here): void {
    const session = this.#session;
    if (session?.number !== message.session) {
      throw new ActionError(503, "the session was replaced while it opened");
    }
    this.#generation = this.#capture.attach(session.settings.browser, context.system.clock.now());
    this.#capture.sync(message.tree);
    this.#capture.drive(message.driven);
  }

  #news(message: Message<"news">, context: Here): void {
    const session = this.#session;
    if (session?.number !== message.session) return;
    const { news } = message;
    switch (news.kind) {
      case "tabs":
        session.dialog = news.dialog;
        if (news.driven !== null) this.#capture.drive(news.driven);
        return;
      case "gap":
        return this.#capture.gap(news.from, news.to, news.why);
      case "ended":
        this.#sessionEnded(news.why, context.system.clock.now());
    }
  }

  /** Ends the live session, if there is one; `#ending` resolves when its browser is given back. */
  #endSession(why: string, now: number): void {
    const session = this.#session;
    if (session === null) return;
    session.browser.tell({ kind: "ended", why });
    this.#sessionEnded(why, now);
  }

  #sessionEnded(why: string, now: number): void {
    this.#session = null;
    this.#endedWhy = why;
    if (this.#capturing) this.#capture.detach(why, now);
    this.#windows.ended();
  }

  #endBrowser(message: Message<"end">, context: Here): void {
    const { reply } = message;
    if (this.#session === null) return reply.fail(this.#noSession("end_browser"));
    this.#endSession("the browser was ended by end_browser", context.system.clock.now());
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
    const url = driven === null ? this.#url : shown ?? this.#masker.url(driven.url);
    return {
      capture: this.#kept,
      live: session !== null && session.live !== null,
      opening: session !== null && session.live === null,
      settings: session?.settings ?? this.#settings,
      endedWhy: this.#endedWhy,
      url,
      title: url === this.#url ? this.#title : null,
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
