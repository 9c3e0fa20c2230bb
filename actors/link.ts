/**
 * The channel of a live session over time: knocked on before a call that comes after a while, opened again
 * when it dropped, closed when nobody has called for long, and given up when the session is gone.
 *
 * @module
 */
import type { Liveness } from "../drivers/driver.ts";
import { ActionError } from "./action_error.ts";
import type { Unheard } from "./attach.ts";
import { closeConnection, flush, heardAt } from "./commands.ts";
import type { ConnectionNews } from "./connection.ts";
import type { Clock } from "./core/clock.ts";
import { sleep, watch, withTimeout } from "./core/wait.ts";
import { SessionLost } from "./interruption.ts";
import type { Live } from "./live.ts";
import type { Log } from "./log.ts";
import { Monitor } from "./monitor.ts";

/** What a {@linkcode Link} needs. */
export interface LinkOptions {
  /** The session. */
  readonly live: Live;
  /** What waits go by. */
  readonly clock: Clock;
  /** Told what an operator should know. */
  readonly log: Log;
  /** Aborts when the session ends. */
  readonly signal: AbortSignal;
  /** Opens the channel again. */
  readonly reattach: (unheard: Unheard, signal: AbortSignal) => Promise<void>;
  /** Nothing is heard any more, until the channel is open again. */
  readonly cut: (why: string) => void;
  /** Something may have been missed on an open channel. */
  readonly gap: (from: number, to: number, why: string) => void;
  /** Told once, when the session has ended. */
  readonly gone: (why: string) => void;
}

/** Milliseconds after a call, after which the next one knocks first: a Grid leaves dead sockets open. */
const QUIET_MS = 5_000;
/** Milliseconds between two knocks while a call runs: with a knock and a probe under 10 s. */
const KNOCK_EVERY_MS = 2_000;
/** Milliseconds a knock may take. */
const KNOCK_MS = 2_000;
/** Milliseconds in which an answer that did not come is not waited for a second time. */
const UNKNOWN_MS = 1_000;
/** Milliseconds a call waits for a channel that is down. */
const PATIENCE_MS = 8_000;
/** Milliseconds the next ones wait, once a call has waited for nothing: they are answered one after another. */
const SHORT_PATIENCE_MS = 2_000;
/** Milliseconds in which a browser that took its channel down with it is known to be dead. */
const DEATH_MS = 1_000;
const UNWEDGE_MS = 20_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** Tries on this machine, where a browser that is not dead answers. */
const LOCAL_TRIES = 5;

/** How a channel stands: `paused` is closed on purpose, `lost` for good. */
type State = "up" | "down" | "paused" | "lost";

/** One session's channel. */
export class Link {
  readonly #options: LinkOptions;
  readonly #live: Live;
  readonly #monitor: Monitor | null;
  #state: State = "up";
  #unheard: Unheard = { from: 0, why: "" };
  /** Ends what opens the channel again. */
  #restoring: AbortController | null = null;
  /** Settles when the channel is up again, or lost. */
  #restored: PromiseWithResolvers<void> | null = null;
  /** A call has waited for it in vain since it went down. */
  #outwaited = false;
  /** Calls that wait for it. */
  #waiting = 0;
  /** Has the next try made without delay. */
  #hurry: () => void = () => {};
  #why = "";
  /** What was last told of why nothing is heard. */
  #cutWhy = "";
  /** The probe that stands for all who ask now. */
  #probing: Promise<Liveness> | null = null;
  #doubting = false;
  #calledAt: number;

  /** Looks after an open channel from now on. */
  constructor(options: LinkOptions) {
    const { live, clock, signal } = options;
    const { lease } = live.session;
    this.#options = options;
    this.#live = live;
    this.#calledAt = clock.now();
    this.#monitor = lease ? new Monitor({ lease, clock, gone: (why) => this.#lose(why) }) : null;
    void this.#monitor?.watch(signal);
    this.#attend();
  }

  /**
   * Resolves when a call may begin.
   *
   * @throws {SessionLost} the session has ended, before anything of the call was done
   * @throws {ActionError} 503 when the channel cannot be opened for now
   * @throws The signal's reason, when it aborts first.
   */
  async ready(signal: AbortSignal): Promise<void> {
    if (this.#state === "up" && !this.#live.session.lease) return;
    const { clock } = this.#options;
    const patienceMs = this.#outwaited ? SHORT_PATIENCE_MS : PATIENCE_MS;
    this.#waiting++;
    await withTimeout(clock, this.#up(), patienceMs, () => this.#unreachable(), signal)
      .finally(() => this.#waiting--);
  }

  /** Whether the session is gone. */
  get lost(): boolean {
    return this.#state === "lost";
  }

  /** A call has ended. */
  called(): void {
    this.#calledAt = this.#options.clock.now();
  }

  /** While a call runs on a Grid: knocks now and then, since nothing tells that the browser there has died. */
  async guard(signal: AbortSignal): Promise<void> {
    if (!this.#live.session.lease) return;
    const { clock } = this.#options;
    try {
      while (true) {
        await sleep(clock, KNOCK_EVERY_MS, signal);
        if (this.#state !== "up") return;
        const answered = await flush(this.#live.connection, KNOCK_MS);
        if (answered === null && !signal.aborted) await this.#doubt();
      }
    } catch {
      // The call is over.
    }
  }

  /** What the channel told; of one that has been replaced nothing is taken. */
  news(news: ConnectionNews): void {
    if (news.connection !== this.#live.connection || this.#state !== "up") return;
    if (news.kind === "dropped") this.#drop(news.why, news.heardAt);
    else void this.#doubt();
  }

  /** Closes the channel until the next call: from now on the Grid's own timer runs. */
  pause(): void {
    const { clock } = this.#options;
    if (this.#state === "lost" || this.#state === "paused") return;
    if (this.#state === "up") {
      this.#unheard = {
        from: clock.now(),
        why: "nobody had called for a while: capture was paused",
      };
      void closeConnection(this.#live.connection, true);
    }
    this.#restoring?.abort(new Error("nobody calls"));
    this.#state = "paused";
    this.#cut("idle");
  }

  /**
   * What made a call fail, when that was not the page: a sentence that names what died, or null. The session
   * is given up when it is gone.
   */
  async diagnose(): Promise<string | null> {
    const { browser, lost, session } = this.#live;
    const cut = lost === null ? null : unsure(`the connection to ${browser} was lost (${lost})`);
    if (session.lease === undefined) {
      if (cut === null) return null;
      const died = await this.#death();
      if (died === null) return cut;
      this.#lose(died);
      return died;
    }
    if (cut === null && !this.#live.suspect) return null;
    const found = await this.#probe();
    if (found.kind === "live") return cut;
    if (found.kind === "unknown") return unsure(found.why);
    this.#lose(found.why);
    return found.why;
  }

  async #up(): Promise<void> {
    if (this.#state === "up") await this.#knock();
    if (this.#state === "up") return;
    if (this.#state === "lost") throw new SessionLost(this.#why);
    if (this.#state === "paused") this.#restore();
    this.#hurry();
    await this.#restored?.promise;
  }

  /** After a while without a call: whether it is open still. */
  async #knock(): Promise<void> {
    if (this.#options.clock.now() - this.#calledAt < QUIET_MS) return;
    if (await flush(this.#live.connection, KNOCK_MS) === null) await this.#doubt();
  }

  /** The browser has gone silent: whether it is its session that is stuck, its channel, or the browser. */
  async #doubt(): Promise<void> {
    if (this.#doubting) return;
    this.#doubting = true;
    const { clock, gap } = this.#options;
    const { connection, session } = this.#live;
    this.#why = "nothing comes over its connection any more";
    try {
      const from = await heardAt(connection) ?? clock.now();
      const found = await this.#probe();
      if (found.kind === "gone") return this.#lose(found.why);
      const stuck = found.kind === "live" && session.unwedge !== undefined;
      const drained = stuck && await this.#unwedge();
      if (this.#state !== "up" || connection !== this.#live.connection) return;
      if (found.kind === "live" && await flush(connection, KNOCK_MS) !== null) {
        if (drained) {
          gap(from, clock.now(), "the browser's BiDi session was stuck: entries may be lost");
        }
        return;
      }
      if (this.#state !== "up" || connection !== this.#live.connection) return;
      if (!drained && !session.lease) return this.#lose("the browser stopped answering");
      void connection.stop();
      this.#drop("nothing came over it any more", from);
    } finally {
      this.#doubting = false;
    }
  }

  /** One probe for all who ask while it is under way, or just after it came to nothing. */
  #probe(): Promise<Liveness> {
    return this.#probing ??= this.#probeNow();
  }

  async #probeNow(): Promise<Liveness> {
    const { clock, signal } = this.#options;
    const found = await this.#live.session.lease?.probe(signal)
      .catch(() => ({ kind: "unknown", why: "the session is ending" } as const)) ??
      { kind: "live" };
    const forget = () => this.#probing = null;
    if (found.kind === "unknown") void sleep(clock, UNKNOWN_MS, signal).then(forget, forget);
    else forget();
    return found;
  }

  async #unwedge(): Promise<boolean> {
    const { clock, signal } = this.#options;
    const abort = new AbortController();
    const release = watch(
      clock,
      { ms: UNWEDGE_MS, signal },
      (why) => abort.abort(new Error(`the session was not drained: ${why}`)),
    );
    const drained = await this.#live.session.unwedge?.(abort.signal).catch(() => false);
    release();
    return drained === true;
  }

  #drop(why: string, heardAt: number): void {
    const { log } = this.#options;
    const lost = `the connection to the browser was lost (${why})`;
    log.info("connection lost", { why });
    this.#live.lost = why;
    this.#state = "down";
    this.#unheard = { from: heardAt, why: lost };
    this.#why = lost;
    this.#cut(lost);
    if (this.#live.session.reconnects) return this.#restore();
    this.#restored = awaited();
    void this.#death().then((died) => this.#lose(died ?? lost));
  }

  /** What a browser of this machine died of, which it may tell a little later; null when it does not. */
  async #death(): Promise<string | null> {
    const { clock, signal } = this.#options;
    const alive = sleep(clock, DEATH_MS, signal).then(() => null, () => null);
    return await Promise.race([this.#live.session.died, alive]);
  }

  #cut(why: string): void {
    this.#cutWhy = why;
    this.#options.cut(why);
  }

  /** One that closes while nobody listens to its news, as while it is being opened, is lost all the same. */
  #attend(): void {
    const { connection } = this.#live;
    const { clock, signal } = this.#options;
    void connection.done.then(() => {
      if (signal.aborted || this.#state !== "up" || connection !== this.#live.connection) return;
      this.#drop("it closed", clock.now());
    });
  }

  #restore(): void {
    const restored = awaited();
    this.#restored = restored;
    const abort = new AbortController();
    this.#restoring = abort;
    const signal = AbortSignal.any([abort.signal, this.#options.signal]);
    this.#state = "down";
    void this.#keepTrying(signal).then(
      () => {
        if (this.#state !== "lost") this.#state = "up";
        this.#outwaited = false;
        this.#attend();
        restored.resolve();
      },
      (error) => restored.reject(error),
    );
  }

  /** Tries until it is open, the session is gone, or nobody wants it any more. */
  async #keepTrying(signal: AbortSignal): Promise<void> {
    const { log, reattach } = this.#options;
    let waitMs = FIRST_RETRY_MS;
    for (let tries = 1;; tries++) {
      await this.#wait(waitMs, signal);
      try {
        await reattach(this.#unheard, signal);
        this.#live.lost = null;
        log.info("connection opened again", { tries });
        return;
      } catch (error) {
        signal.throwIfAborted();
        const gone = await this.#afterFailure(error, tries, signal);
        signal.throwIfAborted();
        if (gone !== null) {
          this.#lose(gone);
          throw new SessionLost(gone);
        }
        // It may have failed when it was taken to be heard already.
        this.#cut(this.#cutWhy);
      }
      waitMs = Math.min(MAX_RETRY_MS, 2 * waitMs);
    }
  }

  /** Why there is no use in another try, or null. */
  async #afterFailure(error: unknown, tries: number, signal: AbortSignal): Promise<string | null> {
    const { lease } = this.#live.session;
    const message = error instanceof Error ? error.message : String(error);
    this.#why = message;
    if (lease === undefined) {
      return tries < LOCAL_TRIES ? null : `the browser cannot be reached any more: ${message}`;
    }
    const found = await this.#probe();
    if (found.kind === "gone") return found.why;
    if (found.kind === "unknown") this.#why = found.why;
    else if (this.#live.session.unwedge) await this.#unwedge();
    return this.#monitor?.take(await lease.listing(0, signal)) ?? null;
  }

  /** Waits, with jitter; a call that comes cuts it short. */
  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    const hurried = Promise.withResolvers<void>();
    this.#hurry = hurried.resolve;
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const most = this.#waiting > 0 ? Math.min(ms, FIRST_RETRY_MS) : ms;
    const jittered = most * (0.5 + Math.random() / 2);
    await Promise.race([sleep(this.#options.clock, jittered, either), hurried.promise]);
    this.#hurry = () => {};
    over.abort();
  }

  #lose(why: string): void {
    if (this.#state === "lost") return;
    this.#state = "lost";
    this.#why = why;
    this.#options.gone(why);
    this.#restored?.reject(new SessionLost(why));
    this.#restoring?.abort(new SessionLost(why));
  }

  #unreachable(): ActionError {
    this.#outwaited = true;
    return new ActionError(
      503,
      `the browser cannot be reached for now: ${this.#why}; ` +
        "opening the connection again goes on: call again, or open a new session with open_session",
    );
  }
}

/** What a call is told that was under way when its browser could no longer be asked. */
function unsure(why: string): string {
  return `${why}; whether the action was carried out is not known: look at the page before you repeat it`;
}

/** A promise that nobody may be waiting for when it is rejected. */
function awaited(): PromiseWithResolvers<void> {
  const made = Promise.withResolvers<void>();
  made.promise.catch(() => {});
  return made;
}
