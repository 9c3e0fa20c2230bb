/**
 * Browsers of one kind from a Selenium Grid.
 *
 * @module
 */
import { deadline } from "@std/async";
import { type BrowserName, type Driver, DriverError, type StartOptions } from "../driver.ts";
import { newSessionRequest } from "./capabilities.ts";
import { type Answer, REQUEST_MS } from "./client.ts";
import { GridFault, refusal, webDriverError } from "./fault.ts";
import type { Grid } from "./grid.ts";
import { Line, MAX_WAITING, type Place } from "./line.ts";
import { GridSession } from "./session.ts";
import { findSession, handsOutDownloads, placesFor } from "./status.ts";
import { isSessionId, readTicket } from "./ticket.ts";
import { othersIn, progressWords, timeoutWords, type Wait } from "./words.ts";

/** Milliseconds without traffic after which a Grid ends a session, unless its node says another number. */
const DEFAULT_TIMEOUT_MS = 300_000;

/** Milliseconds before a caller is first told what is waited for, and between two times after that. */
const FIRST_WORDS_MS = 500;
const WORDS_MS = 2_000;

/** Milliseconds that what is told of a Grid may be old. */
const RECENT_MS = 400;

/** Milliseconds that the last look may take, past the time that a start has. */
const LAST_LOOK_MS = 1_000;

/** Milliseconds that an answer of a proxy's own is at least long in coming when it is for its timeout. */
const PROXY_PATIENCE_MS = 5_000;

/** One start under way. */
interface Attempt {
  readonly place: Place;
  /** The request at the Grid: what is shown of it, and when it was made; null before. */
  request: { readonly tag: string; readonly at: number } | null;
}

/** A source of browsers of one kind on a Grid. */
export class GridDriver implements Driver {
  /** Which browser it starts. */
  readonly browser: BrowserName;
  readonly #grid: Grid;
  readonly #line: Line;

  /** Makes one; nothing is asked of the Grid before a browser is wanted. */
  constructor(browser: BrowserName, grid: Grid) {
    this.browser = browser;
    this.#grid = grid;
    this.#line = new Line(() => this.#free(), grid.time);
  }

  /** `host:port` of the Grid, of its nodes as last listed, and of what runs on them. */
  readonly ownAddresses = (): readonly string[] => this.#grid.ownAddresses();

  /**
   * Starts one browser, in the order of the calls. Whoever gives up holds no place on the Grid.
   *
   * @throws {DriverError} when there is none to be had: refused, not reached, or not in time
   * @throws the signal's reason when it is aborted
   */
  async start({ signal, timeoutMs, progress }: StartOptions): Promise<GridSession> {
    signal.throwIfAborted();
    const place = this.#grid.closing.aborted ? null : this.#line.join();
    if (place === null) throw this.#error(this.#grid.closing.aborted ? STOPPING : FULL);
    const late = new AbortController();
    const over = new AbortController();
    const given = AbortSignal.any([signal, this.#grid.closing, late.signal]);
    const attempt: Attempt = { place, request: null };
    this.#limit(attempt, timeoutMs, over.signal).then((why) => late.abort(why), () => {});
    if (progress !== undefined) {
      this.#tell(attempt, progress, AbortSignal.any([given, over.signal]));
    }
    try {
      await place.turn(given);
      const id = await this.#create(attempt, given);
      place.leave();
      return await this.#session(id, given);
    } catch (error) {
      signal.throwIfAborted();
      if (this.#grid.closing.aborted) throw this.#error(STOPPING);
      if (late.signal.aborted) throw new DriverError(late.signal.reason);
      throw error instanceof GridFault ? this.#error(error) : error;
    } finally {
      place.leave();
      over.abort();
    }
  }

  /** The session of a ticket, without asking whether it still runs; null for one of another Grid. */
  readonly resume = (ticket: string, timeoutMs: number): GridSession | null => {
    const read = readTicket(ticket);
    if (read?.grid !== this.#grid.address.shown) return null;
    const { browser } = this;
    return new GridSession(this.#grid, { browser, id: read.session, timeoutMs, node: null });
  };

  /**
   * Gives up what is being started, and closes the Grid's client: that of the other browser's driver
   * too. Sessions stay. Safe twice.
   */
  close(): Promise<void> {
    return this.#grid.close();
  }

  /** Asks for a session until there is one; gives its id. */
  async #create(attempt: Attempt, given: AbortSignal): Promise<string> {
    const { client, strays, time } = this.#grid;
    for (;;) {
      const tag = this.#grid.newTag();
      const body = newSessionRequest(this.browser, tag, await this.#handsOut(given));
      const sent = time.now();
      attempt.request = { tag, at: sent };
      let answer: Answer;
      try {
        answer = await client.ask({
          method: "POST",
          path: "/session",
          body,
          signal: given,
          timeoutMs: null,
        });
      } catch (error) {
        if (!(error instanceof GridFault && error.unsent)) strays.find(tag);
        throw error;
      }
      const { sessionId, capabilities } = (answer.value ?? {}) as {
        sessionId?: unknown;
        capabilities?: { webSocketUrl?: unknown };
      };
      if (answer.status === 200 && isSessionId(sessionId)) {
        if (!given.aborted && typeof capabilities?.webSocketUrl === "string") return sessionId;
        strays.end(sessionId);
        given.throwIfAborted();
        throw new GridFault(`gave a ${this.browser} without WebDriver BiDi`, "update the node");
      }
      // A proxy that gave up on the Grid has passed the request on.
      if (webDriverError(answer.value) === null && answer.status >= 500) strays.find(tag);
      const proxyGaveUp = answer.status === 504 && time.now() - sent >= PROXY_PATIENCE_MS;
      if (!proxyGaveUp) throw refusal(answer.status, answer.value);
    }
  }

  /** The session with that id, and how long its node holds it. */
  async #session(id: string, given: AbortSignal): Promise<GridSession> {
    // Never the one of before the request, however quickly that was answered.
    const { nodes } = (await this.#grid.listings.get(-1)).value;
    if (given.aborted) {
      this.#grid.strays.end(id);
      given.throwIfAborted();
    }
    const held = findSession(nodes ?? [], (session) => session.id === id);
    const timeoutMs = held?.node.sessionTimeoutMs ?? DEFAULT_TIMEOUT_MS;
    const node = held?.node.uri ?? null;
    return new GridSession(this.#grid, { browser: this.browser, id, timeoutMs, node });
  }

  /** Whether downloads may be asked for: of a Grid that has them nowhere, a browser would never come. */
  async #handsOut(given: AbortSignal): Promise<boolean> {
    const listed = this.#grid.listings.get(RECENT_MS);
    const { value } = await deadline(listed, 2 * REQUEST_MS, { signal: given });
    return handsOutDownloads(this.browser, value.nodes ?? []);
  }

  /** How many places are free now; none when that cannot be told. */
  async #free(): Promise<number> {
    const { nodes } = (await this.#grid.listings.get(0)).value;
    return placesFor(this.browser, nodes ?? []).free;
  }

  /** Says what is waited for, when it has changed, until the wait is over. */
  async #tell(
    attempt: Attempt,
    progress: (message: string) => void,
    over: AbortSignal,
  ): Promise<void> {
    const { time } = this.#grid;
    let last: string | null = null;
    try {
      await time.sleep(FIRST_WORDS_MS, over);
      for (;;) {
        const words = progressWords(await this.#wait(attempt), attempt.place.ahead ?? 0);
        over.throwIfAborted();
        if (words !== null && words !== last) progress(last = words);
        await time.sleep(WORDS_MS, over);
      }
    } catch {
      // The wait is over, or whom it was told does not listen.
    }
  }

  /** Resolves, once the time is up, with why there is no browser: as it stood with the request still there. */
  async #limit(attempt: Attempt, timeoutMs: number, over: AbortSignal): Promise<string> {
    await this.#grid.time.sleep(timeoutMs, over);
    const wait = await deadline(this.#wait(attempt), LAST_LOOK_MS).catch((): Wait => ({
      browser: this.browser,
      told: { nodes: null, why: "gives no listing", advice: "check that it runs" },
      others: null,
      starting: false,
    }));
    const inLine = this.#line.waiting - (attempt.place.ahead === null ? 0 : 1);
    return timeoutWords(wait, timeoutMs, inLine);
  }

  /** How it stands now, or did a moment ago. */
  async #wait({ request }: Attempt): Promise<Wait> {
    const { browser } = this;
    const [listing, queue] = await Promise.all([
      this.#grid.listings.get(RECENT_MS),
      this.#grid.queue.get(RECENT_MS),
    ]);
    return {
      browser,
      told: listing.value,
      others: othersIn(queue.value, browser, this.#grid.tagPrefix),
      starting: request !== null && queue.value !== null && queue.at > request.at &&
        !queue.value.some(({ tag }) => tag === request.tag),
    };
  }

  #error({ message, advice }: GridFault): DriverError {
    const then = advice === null ? "" : `; ${advice}`;
    const words =
      `Cannot start ${this.browser}: the Grid at ${this.#grid.address.shown} ${message}`;
    return new DriverError(`${words}${then}`);
  }
}

const FULL = new GridFault(`is waited for by ${MAX_WAITING} requests already`, "try again later");
const STOPPING = new GridFault("is asked for nothing more: the service is stopping");
