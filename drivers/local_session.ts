/**
 * The part of a local browser's session that is the same for Chrome and Firefox.
 *
 * @module
 */
import type { BrowserName, Session } from "./driver.ts";

/** What makes one browser's session. */
export interface LocalSessionOptions {
  /** Which browser it is. */
  readonly browser: BrowserName;
  /** The address of its BiDi socket. */
  readonly socketUrl: string;
  /** The capabilities `session.new` takes; null when the session exists. */
  readonly newSession: Readonly<Record<string, unknown>> | null;
  /** The ports it listens on, on loopback. */
  readonly ports: readonly number[];
  /** Ends the browser and removes what it left; run once. */
  readonly giveBack: () => Promise<void>;
  /** Whether another socket can be opened after a drop. */
  readonly reconnects: boolean;
  /** Drains a wedged session. */
  readonly unwedge?: (signal: AbortSignal) => Promise<boolean>;
}

/** A browser on this machine. */
export class LocalSession implements Session {
  /** Which browser it is. */
  readonly browser: BrowserName;
  /** The address of its BiDi socket. */
  readonly socketUrl: string;
  /** None: the socket is on loopback. */
  readonly socketHeaders: Readonly<Record<string, string>> = {};
  /** The capabilities `session.new` takes; null when the session exists. */
  readonly newSession: Readonly<Record<string, unknown>> | null;
  /** Resolves with a sentence when the browser or its driver ended without being asked to. */
  readonly died: Promise<string>;
  /** Resolves when the browser has been given back. */
  readonly ended: Promise<void>;
  /** The ports the browser listens on. */
  readonly ports: readonly number[];
  /** Whether another socket can be opened after a drop. */
  readonly reconnects: boolean;
  /** Drains a wedged session; absent where the browser cannot wedge. */
  readonly unwedge?: (signal: AbortSignal) => Promise<boolean>;
  readonly #giveBack: () => Promise<void>;
  readonly #died = Promise.withResolvers<string>();
  readonly #ended = Promise.withResolvers<void>();
  #ending = false;

  /** Makes the session of a browser that is running. */
  constructor(options: LocalSessionOptions) {
    this.browser = options.browser;
    this.socketUrl = options.socketUrl;
    this.newSession = options.newSession;
    this.ports = options.ports;
    this.reconnects = options.reconnects;
    if (options.unwedge !== undefined) this.unwedge = options.unwedge;
    this.#giveBack = options.giveBack;
    this.died = this.#died.promise;
    this.ended = this.#ended.promise;
  }

  /** Says that the browser is gone; nothing once it is being given back. */
  lost(why: string): void {
    if (!this.#ending) this.#died.resolve(why);
  }

  /** Gives the browser back. Safe twice; never throws. */
  end(): Promise<void> {
    if (!this.#ending) {
      this.#ending = true;
      this.#giveBack().catch(() => {}).finally(() => this.#ended.resolve());
    }
    return this.ended;
  }
}
