/**
 * One named workspace, as an actor: settings, what was captured, the masker, and the current call's
 * window. Every read is answered here, at once; only a call waits for the browser.
 *
 * @module
 */
import { Capture } from "../capture/capture.ts";
import { Masker } from "../capture/masker.ts";
import { ActionError } from "./action_error.ts";
import type { Effect } from "./actions.ts";
import { answer } from "./answer.ts";
import { fetchBody } from "./body.ts";
import { CallWindows } from "./call_windows.ts";
import type { Behaviour, Context } from "./core/types.ts";
import { endedCall } from "./ended_call.ts";
import { handOver } from "./hand_over.ts";
import { maskedReply } from "./masked_reply.ts";
import { endingWhenLeft, openAction } from "./open_action.ts";
import { readableOf } from "./readable.ts";
import { type Readable, readResource } from "./read_resource.ts";
import { RecordKeeper } from "./record_keeper.ts";
import { recordUrl } from "./record_url.ts";
import { refuseOpen } from "./refuse_open.ts";
import { RequestWaits } from "./request_waits.ts";
import { type Opening, Seat, type SessionState } from "./seat.ts";
import { SessionSetup } from "./session_setup.ts";
import { Shelf } from "./shelf.ts";
import { FORGOTTEN, RESTARTED, type WorkspaceRecord } from "./store/record.ts";
import { Tails } from "./tails.ts";
import type { ActionRequest, Caller, WorkspaceMessage } from "./workspace_messages.ts";
import type { WorkspaceOptions } from "./workspace_options.ts";

type Message<K extends WorkspaceMessage["kind"]> = Extract<WorkspaceMessage, { kind: K }>;
type Here = Context<WorkspaceMessage>;

/** How often the registry is told how much is held, in events. */
const FED_EVERY = 64;

/** The behaviour of one workspace. */
export class Workspace implements Behaviour<WorkspaceMessage> {
  readonly #options: WorkspaceOptions;
  readonly #masker = new Masker();
  readonly #capture: Capture;
  readonly #windows: CallWindows;
  readonly #requests = new RequestWaits();
  readonly #keeper: RecordKeeper;
  readonly #shelf: Shelf;
  readonly #seat: Seat;
  readonly #tails: Tails;
  #captureTtlS: number | null = null;
  readonly #setup: SessionSetup;
  #calledAt = 0;
  /** When the browser was last heard. */
  #heardAt = 0;
  #events = 0;
  /** Those who wait for their browser's end. */
  #ending = 0;
  /** The browser whose bodies can be had, as the capture counts them. */
  #generation = 0;
  #title: string | null = null;
  /** Where the driven tab was last seen, as a browser must be told it: not masked. */
  #url: string | null = null;

  /**
   * Opens nothing; goes on from its record, if there is one: of an earlier process, or of this one, which runs
   * since `since`. Both times are epoch milliseconds.
   */
  constructor(name: string, options: WorkspaceOptions, now: number, since: number = now) {
    this.#options = options;
    this.#keeper = new RecordKeeper(name, options.store);
    this.#shelf = new Shelf(name, this.#masker, options);
    const record = options.store.load(name);
    this.#setup = new SessionSetup(record, options.defaults, this.#shelf);
    this.#captureTtlS = record?.captureTtlS ?? null;
    this.#seat = new Seat(options, record);
    this.#calledAt = record?.calledAt ?? 0;
    this.#url = record?.url ?? null;
    this.#windows = new CallWindows(record?.calls ?? 0);
    const ttlMs = (this.#captureTtlS ?? options.captureTtlS) * 1000;
    const barred = options.navigation.barred.bind(options.navigation);
    this.#capture = new Capture({ masker: this.#masker, ttlMs, barred });
    this.#tails = new Tails(this.#capture);
    if (record) this.#goOn(record, now, record.calledAt > since ? FORGOTTEN : RESTARTED);
  }

  /** Whether its record and its folder say all that there is of it, and nobody waits for it. */
  idle(now: number): boolean {
    this.#capture.expired(now);
    return this.#seat.empty && this.#ending === 0 && this.#tails.size === 0 &&
      this.#capture.bytes === 0;
  }

  /** What was captured ended with what captured it. */
  #goOn(record: WorkspaceRecord, now: number, why: string): void {
    this.#capture.restore(record, now);
    // A session that is taken up says so itself.
    if (record.session !== null || !this.#capturing) return;
    this.#capture.detach(record.endedWhy ?? why, now);
    this.#capture.gap(record.calledAt || now, now, why);
  }

  /** Takes one message; nothing here waits, so reads go on while a call runs. */
  handle(message: WorkspaceMessage, context: Context<WorkspaceMessage>): void {
    const now = context.system.clock.now();
    switch (message.kind) {
      case "event":
        return this.#event(message);
      case "lost":
        if (message.session === this.#seat.number) this.#capture.lost(message.count, message.at);
        return;
      case "open":
        return this.#open(message, context);
      case "call":
        return this.#call(message.action, message.caller, context);
      case "resume":
        return this.#seat.resume(this.#opening, context);
      case "end":
        return this.#endBrowser(message, context);
      case "read":
        return answer(message.reply, () => readResource(message.uri, this.#readable(now), now));
      case "body":
        return this.#body(message, now);
      case "attach":
        return answer(message.reply, () => this.#attach(message, now));
      case "replayed":
        return answer(message.reply, () => {
          this.#capture.replayed(now);
          this.#keepNumbers();
        });
      case "live":
        return this.#opened(message);
      case "news":
        return this.#news(message, context);
      case "window-open":
        return answer(message.reply, () => this.#openWindow(message.effect, now));
      case "settle":
        return this.#windows.settle(this.#kept, message, context);
      case "setup":
        return this.#setUp(message);
      case "await-request":
        return this.#requests.wait(this.#kept, message, context);
      case "await-over":
        return this.#requests.over(message);
      case "settle-over":
        return this.#windows.overdue(message.call);
      case "window-close":
        if (this.#capturing) this.#fed();
        return answer(message.reply, () => this.#windows.close(this.#kept, message, now));
      case "window-abandon":
        this.#windows.abandon(this.#kept, message.call, now);
        return message.reply.ok();
      case "seen":
        this.#url = message.url;
        if (message.title !== null) this.#title = this.#masker.text(message.title);
        this.#calledAt = now;
        this.#heardAt = now;
        return this.#save();
      case "files":
      case "sites":
      case "mask":
      case "masked":
      case "hiding":
      case "secret":
        return this.#shelf.handle(message, now);
      case "export":
        return answer(message.reply, () => this.#kept?.kept(now) ?? null);
      case "tail":
        return answer(message.reply, () => this.#tails.open(message.of));
      case "tail-closed":
        return this.#tails.close(message.tail);
      case "evict":
        return this.#evict(message.bytes);
    }
  }

  /** A session that nobody ended: one on a Grid runs on, another is opened again when it is called. */
  close(): void {
    this.#tails.end();
    if (this.#seat.session?.live) this.#save();
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
    if (message.session !== this.#seat.number) return;
    this.#heardAt = message.at;
    this.#options.changed();
    this.#capture.ingest(message.event, message.at);
    this.#windows.heard(this.#capture);
    this.#requests.heard(message.event);
    if (++this.#events % FED_EVERY === 0) this.#fed();
    this.#keepNumbers();
  }

  #keepNumbers(): void {
    if (this.#keeper.due(this.#capture.numbers)) this.#save();
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
    const refusal = refuseOpen(args, this.#options.navigation) ??
      (args.restore_site_data === false ? this.#shelf.sites.forget() : null);
    if (refusal) return maskedReply(message.reply, this.#masker).fail(refusal);
    const now = context.system.clock.now();
    this.#end("the browser was ended by a new open_session", now);
    this.#setup.next(args);
    const { settings } = this.#setup;
    const { capture = false } = args;
    const ttlS = typeof capture === "object" ? capture.ttl : this.#options.captureTtlS;
    this.#captureTtlS = capture === false ? null : ttlS;
    this.#capture.keepFor(ttlS * 1000);
    if (!this.#capturing) {
      this.#capture.clear(now);
      this.#fed();
    }
    this.#url = null;
    const progress = options.progress?.bind(options);
    progress?.(`starting ${settings.browser}`);
    const session = this.#seat.open({ ...this.#opening, ...(progress && { progress }) }, context);
    const action = openAction(args.url, this.#opening);
    const reply = endingWhenLeft(message.reply, options.signal, session.browser);
    // What this one opens is not opened a second time.
    this.#enqueue(action, { options, reply, again: true }, session, context);
  }

  /** What a session of this workspace is opened with. */
  get #opening(): Opening {
    const { settings, emulated } = this.#setup;
    return { settings, emulated, capture: this.#capturing };
  }

  #call(action: ActionRequest, caller: Caller, context: Here): void {
    const session = this.#seat.forCall(this.#opening, context);
    if (session !== null) return this.#enqueue(action, caller, session, context);
    maskedReply(caller.reply, this.#masker).fail(this.#noSession(action.name));
  }

  #enqueue(action: ActionRequest, caller: Caller, session: SessionState, context: Here): void {
    const { self: workspace } = context;
    handOver({ action, caller, session, workspace, lastUrl: () => this.#url }, this.#masker);
  }

  #noSession(action: string): ActionError {
    const { endedWhy } = this.#seat;
    // What was to be done about it then comes after a semicolon.
    const why = endedWhy === null ? "" : ` (${endedWhy.split("; ", 1)[0]})`;
    const message = `${action} needs a session and this workspace has none${why}`;
    return new ActionError(404, `${message}: open one with open_session`);
  }

  #attach({ session: number, tree, driven, unheard }: Message<"attach">, now: number): void {
    const { session } = this.#seat;
    if (session?.number !== number) {
      throw new ActionError(503, "the session was replaced while it opened");
    }
    this.#heardAt = now;
    if (session.live === null) {
      this.#generation = this.#capture.attach(session.settings.browser, now);
      if (session.held !== null) this.#capture.restoreTabs(session.held.tabs);
    }
    if (unheard !== null) return this.#capture.resume({ tree, driven, ...unheard }, now);
    this.#capture.sync(tree);
    this.#capture.drive(driven);
  }

  #opened({ session, live }: Message<"live">): void {
    if (this.#seat.session?.number !== session) return;
    this.#seat.opened(live);
    this.#setup.opened(live.emulated);
    this.#save();
  }

  #setUp({ session: number, request }: Message<"setup">): void {
    const { session } = this.#seat;
    if (session?.number !== number) {
      return request.reply.fail(new ActionError(503, "the session was replaced meanwhile"));
    }
    this.#setup.take(request, session);
    this.#save();
  }

  #news(message: Message<"news">, context: Here): void {
    const { session } = this.#seat;
    if (session?.number !== message.session) return;
    const { news } = message;
    const now = context.system.clock.now();
    switch (news.kind) {
      case "tabs":
        session.dialog = news.dialog;
        if (news.driven !== null) this.#capture.drive(news.driven, news.url);
        return;
      case "cut":
        if (this.#capturing) this.#capture.interrupt(news.why, now);
        return this.#windows.ended();
      case "gap":
        return this.#capture.gap(news.from, news.to, news.why);
      case "ended":
        if (news.lost && session.live) {
          this.#capture.gap(this.#heardAt, now, news.why);
          this.#leftAt(session.live.tabs.driven?.url);
        }
        this.#seat.vacate(news.why, news.lost);
        this.#ended(news.why, now);
    }
  }

  /** Where a lost browser was: it may have gone on after the last call. */
  #leftAt(url: string | undefined): void {
    if (url === undefined || url === this.#url) return;
    this.#url = url;
    this.#title = null;
  }

  /** Ends the session, if there is one, and answers whether there was. */
  #end(why: string, now: number): boolean {
    const had = this.#seat.end(why);
    this.#setup.ended();
    if (had) this.#ended(why, now);
    else this.#save();
    return had;
  }

  #ended(why: string, now: number): void {
    if (this.#capturing) this.#capture.detach(why, now);
    this.#windows.ended();
    this.#requests.ended();
    this.#save();
  }

  /** Keeps what the next process needs to go on. */
  #save(): void {
    this.#options.changed();
    this.#keeper.save({
      ...this.#seat.record(this.#calledAt),
      ...this.#setup.record,
      captureTtlS: this.#captureTtlS,
      url: recordUrl(this.#seat.session?.live?.tabs.driven?.url ?? this.#url, this.#masker),
      calledAt: this.#calledAt,
      calls: this.#windows.count,
    }, this.#capture.numbers);
  }

  #endBrowser(message: Message<"end">, context: Here): void {
    const { reply } = message;
    if (!this.#end("the browser was ended by end_browser", context.system.clock.now())) {
      return reply.fail(this.#noSession("end_browser"));
    }
    this.#ending++;
    void endedCall(context.self, this.#seat.emptied).finally(() => this.#ending--)
      .then((result) => reply.ok(result), (error) => reply.fail(error));
  }

  #readable(now: number): Readable {
    return readableOf({
      seat: this.#seat,
      kept: this.#kept,
      captureTtlS: this.#captureTtlS,
      setup: this.#setup,
      shelf: this.#shelf,
      last: { url: this.#url, title: this.#title },
      calls: this.#windows.count,
    }, now);
  }

  #body(message: Message<"body">, now: number): void {
    const { id, side, signal, reply } = message;
    const source = this.#kept?.bodySource(id, now);
    const live = this.#seat.session?.live ?? null;
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
